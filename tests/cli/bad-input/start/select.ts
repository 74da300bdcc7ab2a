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
  bad('two of three words are wrong', several, ['eval', 'diff', 'prompts/summry', 'z*']),
  bad('plan is given a pattern of two', several, ['plan', 's*']),
  bad('--changed outside of a repository', several, ['eval', '--changed']),
  bad('--changed names a prompt', several, ['eval', '--changed', 'diff']),
];
