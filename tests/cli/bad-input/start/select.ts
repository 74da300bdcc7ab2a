import { type Files, goodEval, goodMeta } from '../../../support/temp-library.js';
import { bad } from '../fixture.js';

/** Two more prompts beside `diff`, whose model is a program that needs no key. */
const several: Files = {
  'eva.yml': 'providers:\n  local: { type: command, command: ["false"] }\ndefaults: { model: command:local }\n',
  'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'command:local'),
  'prompts/support/meta.yml': goodMeta.replace('id: diff', 'id: support').replace(/inputs:[\s\S]*/, 'inputs: []\n'),
  'prompts/support/prompt.md': 'Answer.\n',
  'prompts/support/eval.yml': 'cases:\n  - { name: happy, assert: [ { contains: good } ] }\n',
  'prompts/summary/prompt.md': 'Sum up.\n',
};

export const select = [
  bad('no prompt is named, and nobody can answer', several, ['eval', '--trust']),
  bad('no prompt is named, and one has a mistake', { ...several, 'prompts/support/eval.yml': 'cases: 5\n' }, ['eval']),
  bad('no prompt is named, and none has cases', { 'prompts/diff/eval.yml': null }, ['eval']),
  bad('a pattern matches nothing', several, ['eval', 'x*']),
  bad('a pattern of paths matches nothing', several, ['eval', 'prompts/x*']),
  bad('a pattern is that of a shell with braces', several, ['eval', '{diff,support}']),
  bad('a pattern is a regular expression', several, ['eval', '^sup.*$']),
  bad('a path names no prompt', several, ['eval', 'prompts/suport']),
  bad('a path names the folder of all prompts', several, ['eval', 'prompts/']),
  bad('a path names a file beside the prompts', { 'prompts/README.md': 'Ours.\n' }, ['eval', 'prompts/README.md']),
  bad('a path is outside of the library', several, ['eval', '/etc/hosts']),
  bad('a path names a folder that eva skips', { 'prompts/_old/eval.yml': '' }, ['eval', 'prompts/_old']),
  bad('a path has a control character', several, ['eval', 'prompts/di\u001b[2Jff']),
  bad('two of three words are wrong', several, ['eval', 'diff', 'prompts/summry', 'z*']),
  bad('plan is given a pattern of two', several, ['plan', 's*']),
  bad('promote is given a path without a prompt', several, ['promote', 'prompts/non']),
  bad('an id is a comma-separated list', several, ['eval', 'diff,support']),
  bad('an id is "all"', several, ['eval', 'all']),
  bad('--all, as in other tools', several, ['eval', '--all']),
  bad('a file is named instead of a prompt', several, ['eval', 'eval.yml']),
  bad('--changed outside of a repository', several, ['eval', '--changed']),
  bad('--changed names a prompt', several, ['eval', '--changed', 'diff']),
  bad('--changed with an unset variable', several, ['eval', '--changed=']),
  bad('--changed with an option of git', several, ['eval', '--changed=--output=x']),
  bad('--changed with --resume', several, ['eval', '--changed', 'HEAD', '--resume']),
  bad('--changed with a pattern without a match', several, ['eval', 'x*', '--changed']),
];
