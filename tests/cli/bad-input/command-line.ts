import { bad } from './fixture.js';

const none = {};
const noLibrary = {
  'prompts/diff/meta.yml': null,
  'prompts/diff/prompt.xml': null,
  'prompts/diff/eval.yml': null,
};

export const commandLine = [
  bad('a prompt is empty', none, ['eval', '']),
  bad('a prompt is the directory above', none, ['eval', '..']),
  bad('a prompt is absolute', none, ['eval', '/etc/passwd']),
  bad('a prompt has backslashes', none, ['eval', '..\\diff']),
  bad('a prompt holds a line break', none, ['eval', 'diff\n']),
  bad('a prompt is very long', none, ['eval', 'd'.repeat(5000)]),
  bad('a prompt is a link out of the library', { 'prompts/outside': { link: '/etc' } }, ['eval', 'outside']),
  bad('a case does not exist', none, ['eval', 'diff', '--case', 'sad']),
  bad('--case without a name', none, ['eval', 'diff', '--case']),
  bad('--record and --cache', none, ['eval', 'diff', '--record', '--cache']),
  bad('--resume of nothing', none, ['eval', '--resume']),
  bad('--resume of two prompts', none, ['eval', 'diff', 'other', '--resume']),
  bad('--resume where nothing was run', none, ['eval', 'diff', '--resume']),
  bad('--resume of a run that does not exist', none, ['eval', '--resume', '20261122T060000Z-abcdef']),
  bad('a shard that is no fraction', none, ['eval', 'diff', '--shard', '2']),
  bad('a budget of no calls', none, ['eval', 'diff', '--max-calls', '0']),
  bad('a budget that is no number', none, ['eval', 'diff', '--max-cost', 'much']),
  bad('a budget in dollars without prices', none, ['eval', 'diff', '--max-cost', '2.50', '--model', 'claude-unlisted']),
  bad('merge of nothing', none, ['merge']),
  bad('merge of a folder that does not exist', none, ['merge', 'nowhere']),
  bad('merge of a folder without runs', none, ['merge', 'prompts']),
  bad('a flag with a value that takes none', none, ['eval', 'diff', '--json=yes']),
  bad('a command that does not exist', none, ['test', 'diff']),
  bad('--root does not exist', none, ['eval', 'diff', '--root', 'nowhere']),
  bad('--root is empty', none, ['eval', 'diff', '--root', '']),
  bad('there is no library', noLibrary, ['eval', 'diff']),
  bad('doctor is given a prompt that does not exist', none, ['doctor', 'dif']),
];
