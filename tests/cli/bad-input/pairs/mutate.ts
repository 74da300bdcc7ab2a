import type { FileContent } from '../../../support/temp-library.js';
import { bad, bodyFile } from '../fixture.js';

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
  bad('one of two kinds is unknown', none, mutate('--kind', 'negate', '--kind', '\x1b[31m')),
  bad('the last run was of other files', { '.eval.jsonl': otherRow }, mutate()),
  bad('the body is blank', bodyFile(' \n'), mutate()),
  inFile('the file has a tab', 'equivalent:\n\t- a\n'),
  inFile('the file is a list', `- ${good}\n`),
  inEntries('an id reads as an infinite number', '{ mutant: 1234e567, because: said twice }'),
  inEntries('an id is a list', '{ mutant: ["3f2a1c9d"], because: said twice }'),
  inEntries('an id is listed twice', good, good),
  inEntries('three mistakes', '{ mutant: 3f2a, because: " " }', '{ because: x }', good),
] as const;
