import type { FileContent } from '../../../support/temp-library.js';
import { aCheck, bad, bodyFile, evalFile } from '../fixture.js';

const none = {};
const mutate = (...flags: readonly string[]) => ['mutate', 'diff', ...flags];

/** Returns a mistake in mutations.yml, which is reported before any run is looked for. */
function inFile(mistake: string, content: FileContent) {
  return bad(mistake, { 'prompts/diff/mutations.yml': content }, mutate());
}

/** Returns a mistake in the entries of mutations.yml. */
function inEntries(mistake: string, ...entries: readonly string[]) {
  return inFile(mistake, `equivalent:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`);
}

const good = '{ mutant: "3f2a1c9d", because: said twice }';

/** A row of a run of other files. */
const otherRow = `${JSON.stringify({
  ts: '2026-01-10T12:00:00.000Z',
  all_passed: true,
  total: 1,
  passed: 1,
  failed_cases: [],
  id: 'diff',
  run_id: '20260110T120000Z-aaaaaa',
  row: 1,
  partial: false,
  evidence: { prompt: 'a', cases: 'b', judge: 'c', models: 'd', synthetic: false, oldest_reply: null },
})}\n`;

/** Mistakes in the command line of eva mutate, in what it needs, and in mutations.yml. */
export const mutation = [
  bad('no prompt is named', none, ['mutate']),
  bad('two prompts are named', none, ['mutate', 'diff', 'other']),
  bad('the prompt does not exist', none, ['mutate', 'dif']),
  bad('the kind is unknown', none, mutate('--kind', 'typo')),
  bad('the kind has hyphens', none, mutate('--kind', 'drop-rule')),
  bad('the kind is missing', none, mutate('--kind')),
  bad('one of two kinds is unknown', none, mutate('--kind', 'negate', '--kind', '\x1b[31m')),
  bad('the sample is 0', none, mutate('--sample', '0')),
  bad('the sample is negative', none, mutate('--sample', '-3')),
  bad('the sample is a fraction', none, mutate('--sample', '1.5')),
  bad('the sample is a percentage', none, mutate('--sample', '20%')),
  bad('the seed is a word', none, mutate('--seed', 'lucky')),
  bad('the limit on the cost is 0', none, mutate('--max-cost', '0')),
  bad('the limit of calls is a word', none, mutate('--max-calls', 'none')),
  bad('a flag of eva eval', none, mutate('--resume')),
  bad('a flag is misspelt', none, mutate('--kinds', 'negate')),
  bad('there was no run', none, mutate()),
  bad('the last run was of other files', { '.eval.jsonl': otherRow }, mutate()),
  bad('the last run was partial', { '.eval.jsonl': otherRow.replace('"partial":false', '"partial":true') }, mutate()),
  bad('eval.yml is missing', evalFile(null), mutate()),
  bad('eval.yml has a mistake', aCheck('contain: x'), mutate()),
  bad('the body is blank', bodyFile(' \n'), mutate()),
  bad(
    'eval.yml and mutations.yml have mistakes',
    { ...aCheck('contain: x'), 'prompts/diff/mutations.yml': 'equivalents: []\n' },
    mutate(),
  ),
  inFile('the file is empty', ''),
  inFile('the file has only a comment', '# none so far\n'),
  inFile('the file is no YAML', 'equivalent: [\n'),
  inFile('the file has a tab', 'equivalent:\n\t- a\n'),
  inFile('the file is a list', `- ${good}\n`),
  inFile('the file is a text', 'none\n'),
  inFile('the file is not UTF-8', new Uint8Array([0x65, 0x3a, 0xff, 0xfe, 0x0a])),
  inFile('the file is a folder', { directory: true }),
  inFile('the file leads out of the library', { link: '/etc/hostname' }),
  inFile('the only key is misspelt', `equivalents:\n  - ${good}\n`),
  inFile('there is another key', `equivalent:\n  - ${good}\nkilled: []\n`),
  inFile('the list is a mapping', 'equivalent:\n  3f2a1c9d: said twice\n'),
  inFile('the list is nothing', 'equivalent:\n'),
  inEntries('an entry is a text', '3f2a1c9d'),
  inEntries('an entry is nothing', ''),
  inEntries('an entry has no reason', '{ mutant: "3f2a1c9d" }'),
  inEntries('an entry has a blank reason', '{ mutant: "3f2a1c9d", because: " " }'),
  inEntries('an entry has no mutant', '{ because: said twice }'),
  inEntries('an entry has another key', '{ mutant: "3f2a1c9d", because: said twice, by: Ada }'),
  inEntries('a key is misspelt', '{ mutant: "3f2a1c9d", becuase: said twice }'),
  inEntries('an id is too short', '{ mutant: 3f2a, because: said twice }'),
  inEntries('an id is too long', '{ mutant: 3f2a1c9d0, because: said twice }'),
  inEntries('an id has other letters', '{ mutant: "3g2a1c9d", because: said twice }'),
  inEntries('an id is a kind', '{ mutant: drop_rule, because: said twice }'),
  inEntries('an id reads as a number', '{ mutant: 123, because: said twice }'),
  inEntries('an id reads as an infinite number', '{ mutant: 1234e567, because: said twice }'),
  inEntries('an id is a list', '{ mutant: ["3f2a1c9d"], because: said twice }'),
  inEntries('an id is true', '{ mutant: yes, because: said twice }'),
  inEntries('an id is empty', '{ mutant: "", because: said twice }'),
  inEntries('an id holds an escape sequence', '{ mutant: "\\e[31m1c9d", because: said twice }'),
  inEntries('an id is listed twice', good, good),
  inEntries('an id is listed twice in other letters', good, '{ mutant: "3F2A1C9D", because: said again }'),
  inEntries('three mistakes', '{ mutant: 3f2a, because: " " }', '{ because: x }', good),
] as const;
