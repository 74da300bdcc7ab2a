import { aCase, bad } from '../fixture.js';

const none = {};

/** A git repository without a commit. */
const repository = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': '[core]\n\trepositoryformatversion = 0\n',
  '.git/objects/info/keep': '',
  '.git/refs/heads/keep': '',
};

const runs = {
  '.eva/runs/20261122T060000Z-abcdef/keep': '',
  '.eva/runs/20261122T070000Z-1abcde/keep': '',
  '.eva/runs/20261122T080000Z-2abcde/keep': '',
};

const other = {
  'prompts/other/meta.yml': 'title: Other\n',
  'prompts/other/prompt.md': 'Write a diff of {{code}}.\n',
};

const models = ['--model', 'claude-opus-4-7', '--model', 'claude-haiku-4-5'];

/** A case with so many trials. */
const trials = (count: number) => aCase(`sample_size: ${count}`, 'assert:', '  - contains: "<diff>"');

/** Mistakes in the command line of `eva compare`, and prompts that it cannot compare. */
export const compareCommand = [
  bad('nothing to compare with', none, ['compare', 'diff']),
  bad('three versions', none, ['compare', 'diff', 'v1', 'v2', 'v3']),
  bad('four versions, two with dots', none, ['compare', 'diff', 'v1..v2', 'v3', 'v4..v5', 'v6']),
  bad('three dots', none, ['compare', 'diff', 'v1...v2']),
  bad('a ref of a repository without a commit', repository, ['compare', 'diff', 'main']),
  bad('a ref with a blank', repository, ['compare', 'diff', 'main branch']),
  bad('a very long ref', repository, ['compare', 'diff', 'm'.repeat(5000)]),
  bad('ready that is misspelt', none, ['compare', 'diff', 'redy']),
  bad('ready with a log that lies', { 'prompts/diff/.promotions.jsonl': '{"to":"ready"}\n' }, [
    'compare',
    'diff',
    'ready',
  ]),
  bad('another prompt as the new side', other, ['compare', 'diff', 'main', 'other']),
  bad('another prompt that lacks the inputs', { ...other, 'prompts/other/prompt.md': 'Write {{text}}.\n' }, [
    'compare',
    'diff',
    'other',
  ]),
  bad('a run alone', runs, ['compare', 'diff', '20261122T060000Z-abcdef']),
  bad('a ref and a run', runs, ['compare', 'diff', 'main', '20261122T060000Z-abcdef']),
  bad('a name that fits two runs', runs, ['compare', 'diff', 'abcdef', 'abcde']),
  {
    ...bad('two runs without a plan', runs, ['compare', 'diff', '20261122T060000Z-abcdef', '20261122T070000Z-1abcde']),
    exitCode: 3,
  },
  bad('three models', none, ['compare', 'diff', ...models, '--model', 'claude-sonnet-4-5']),
  bad('two models and a version', none, ['compare', 'diff', 'main', ...models]),
  bad('a model of an unknown provider', trials(100), [
    ...['compare', 'diff', '--model', 'nowhere:small', '--model', 'claude-haiku-4-5'],
  ]),
  bad('a margin of 0', none, ['compare', 'diff', 'main', '--not-worse-by', '0']),
  bad('a margin with a comma', none, ['compare', 'diff', 'main', '--not-worse-by', '0,05']),
  bad('--items with another word', none, ['compare', 'diff', 'main', '--items', 'all']),
  bad('--resume of nothing', trials(100), ['compare', 'diff', ...models, '--resume']),
  bad('a case with too few trials', none, ['compare', 'diff', ...models]),
  bad('a named case with too few trials', trials(20), ['compare', 'diff', ...models, '--case', 'happy']),
  bad('a margin that no number of trials shows', trials(100), [
    ...['compare', 'diff', ...models, '--not-worse-by', '0.000001'],
  ]),
  bad('cases that are all looks', aCase('look: true'), ['compare', 'diff', ...models]),
];
