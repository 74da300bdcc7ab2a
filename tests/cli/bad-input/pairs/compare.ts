import { aCase, aCaseWithout, bad, evalFile } from '../fixture.js';

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
  bad('compare without a prompt', none, ['compare']),
  bad('a prompt that does not exist', none, ['compare', 'summary', 'main']),
  bad('a prompt that is misspelt', none, ['compare', 'dif', 'main']),
  bad('a prompt that is blank', none, ['compare', ' ', 'main']),
  bad('a pattern in place of a prompt', other, ['compare', '*', 'main']),
  bad('nothing to compare with', none, ['compare', 'diff']),
  bad('three versions', none, ['compare', 'diff', 'v1', 'v2', 'v3']),
  bad('four versions, two with dots', none, ['compare', 'diff', 'v1..v2', 'v3', 'v4..v5', 'v6']),
  bad('three versions in one word', none, ['compare', 'diff', 'v1..v2..v3']),
  bad('three dots', none, ['compare', 'diff', 'v1...v2']),
  bad('dots alone', none, ['compare', 'diff', '..']),
  bad('dots without an old version', none, ['compare', 'diff', '..main']),
  bad('an empty version', none, ['compare', 'diff', '']),
  bad('a blank version', none, ['compare', 'diff', ' ']),
  bad('a ref without a git repository', none, ['compare', 'diff', 'main']),
  bad('two equal refs without a git repository', none, ['compare', 'diff', 'main', 'main']),
  bad('a ref of a repository without a commit', repository, ['compare', 'diff', 'main']),
  bad('a ref with a line break', repository, ['compare', 'diff', 'main\n']),
  bad('a ref with an escape sequence', repository, ['compare', 'diff', '\x1b[31mmain']),
  bad('a ref with a direction mark', repository, ['compare', 'diff', 'main\u202e']),
  bad('a ref with a NUL', repository, ['compare', 'diff', 'main\0']),
  bad('a ref with a blank', repository, ['compare', 'diff', 'main branch']),
  bad('a very long ref', repository, ['compare', 'diff', 'm'.repeat(5000)]),
  bad('a ref that begins with a hyphen', repository, ['compare', 'diff', '-main']),
  bad('a ref that is an option of git', repository, ['compare', 'diff', '--', '--upload-pack=touch']),
  bad('ready where no version was ready', repository, ['compare', 'diff', 'ready']),
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
  bad('a run and a ref', runs, ['compare', 'diff', '20261122T060000Z-abcdef', 'main']),
  bad('a ref and a run', runs, ['compare', 'diff', 'main', '20261122T060000Z-abcdef']),
  bad('a name that fits two runs', runs, ['compare', 'diff', 'abcdef', 'abcde']),
  {
    ...bad('two runs without a plan', runs, ['compare', 'diff', '20261122T060000Z-abcdef', '20261122T070000Z-1abcde']),
    exitCode: 3,
  },
  bad('runs that do not exist', runs, ['compare', 'diff', '20261122T060000Z-ffffff', '20261122T060000Z-eeeeee']),
  bad('one model and nothing to compare with', none, ['compare', 'diff', '--model', 'claude-haiku-4-5']),
  bad('three models', none, ['compare', 'diff', ...models, '--model', 'claude-sonnet-4-5']),
  bad('two models and a version', none, ['compare', 'diff', 'main', ...models]),
  bad('a model twice', none, ['compare', 'diff', '--model', 'claude-haiku-4-5', '--model', 'claude-haiku-4-5']),
  bad('a model without a name', none, ['compare', 'diff', '--model']),
  bad('a model of an unknown provider', trials(100), [
    ...['compare', 'diff', '--model', 'nowhere:small', '--model', 'claude-haiku-4-5'],
  ]),
  bad('a case that does not exist', trials(100), ['compare', 'diff', ...models, '--case', 'sad']),
  bad('a case that is misspelt', trials(100), ['compare', 'diff', ...models, '--case', 'hapy']),
  bad('a case that is empty', trials(100), ['compare', 'diff', ...models, '--case', '']),
  bad('a margin of 0', none, ['compare', 'diff', 'main', '--not-worse-by', '0']),
  bad('a margin of 1', none, ['compare', 'diff', 'main', '--not-worse-by', '1']),
  bad('a margin in points', none, ['compare', 'diff', 'main', '--not-worse-by', '5']),
  bad('a margin in percent', none, ['compare', 'diff', 'main', '--not-worse-by', '5%']),
  bad('a margin below 0', none, ['compare', 'diff', 'main', '--not-worse-by', '-0.05']),
  bad('a margin with a comma', none, ['compare', 'diff', 'main', '--not-worse-by', '0,05']),
  bad('a margin in words', none, ['compare', 'diff', 'main', '--not-worse-by', 'little']),
  bad('a margin that is Infinity', none, ['compare', 'diff', 'main', '--not-worse-by', 'Infinity']),
  bad('a margin that is empty', none, ['compare', 'diff', 'main', '--not-worse-by', '']),
  bad('--not-worse-by without a share', none, ['compare', 'diff', 'main', '--not-worse-by']),
  bad('--items with another word', none, ['compare', 'diff', 'main', '--items', 'all']),
  bad('--items with a misspelt word', none, ['compare', 'diff', 'main', '--items', 'wors']),
  bad('--items with a number', none, ['compare', 'diff', 'main', '--items', '20']),
  bad('--items without a word', none, ['compare', 'diff', 'main', '--items']),
  bad('--plan and --resume', none, ['compare', 'diff', 'main', '--plan', '--resume']),
  bad('--plan and --items', none, ['compare', 'diff', 'main', '--plan', '--items', 'worse']),
  bad('a budget of no calls', none, ['compare', 'diff', 'main', '--max-calls', '0']),
  bad('a budget that is no number', none, ['compare', 'diff', 'main', '--max-cost', 'much']),
  bad('--resume of nothing', trials(100), ['compare', 'diff', ...models, '--resume']),
  bad('a flag that is misspelt', none, ['compare', 'diff', 'main', '--not-worse', '0.05']),
  bad('a flag of eval', none, ['compare', 'diff', 'main', '--record']),
  bad('a case with too few trials', none, ['compare', 'diff', ...models]),
  bad('a named case with too few trials', trials(20), ['compare', 'diff', ...models, '--case', 'happy']),
  bad('a margin that no number of trials shows', trials(100), [
    ...['compare', 'diff', ...models, '--not-worse-by', '0.000001'],
  ]),
  bad('cases that are all looks', aCase('look: true'), ['compare', 'diff', ...models]),
  bad('a prompt without cases', evalFile('defaults:\n  model: claude-opus-4-7\n'), ['compare', 'diff', ...models]),
  bad('an eval.yml with a mistake', aCase('asert:', '  - contains: x'), ['compare', 'diff', ...models]),
  bad('an input that is missing', aCaseWithout(), ['compare', 'diff', ...models]),
];
