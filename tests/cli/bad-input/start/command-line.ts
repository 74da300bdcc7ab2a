import { bad } from '../fixture.js';

const none = {};
const two = { 'prompts/digest/prompt.md': 'Summarize {{text}}.\n' };

/** Typing mistakes in a command line. */
export const startCommandLine = [
  bad('cache clean instead of cache clear', none, ['cache', 'clean', '--older-than', '2w']),
  bad('a prompt without a command', none, ['diff']),
  bad('a dash in place of the hyphens of a flag of eval', none, ['eval', 'diff', '—replay']),
  bad('a flag is misspelt and has a value', none, ['eval', 'diff', '--cse=happy']),
  bad('a command and a flag are misspelt', none, ['evla', 'diff', '--relpay']),
  bad('a count with a comma', none, ['eval', 'diff', '--max-calls', '1,000']),
  bad('plan without a prompt', none, ['plan']),
  bad('plan of two prompts', two, ['plan', 'diff', 'digest']),
  bad('clean takes no argument', none, ['clean', 'all']),
  bad('a flag without its value', none, ['eval', 'diff', '--case']),
];
