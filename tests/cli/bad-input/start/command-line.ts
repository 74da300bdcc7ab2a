import { bad } from '../fixture.js';

const none = {};

/** Typing mistakes in a command line. */
export const startCommandLine = [
  bad('cache clean instead of cache clear', none, ['cache', 'clean', '--older-than', '2w']),
  bad('a count with a comma', none, ['eval', 'diff', '--max-calls', '1,000']),
  bad('plan without a prompt', none, ['plan']),
  bad('clean takes no argument', none, ['clean', 'all']),
  bad('a flag without its value', none, ['eval', 'diff', '--case']),
];
