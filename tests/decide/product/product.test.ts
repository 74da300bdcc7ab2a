import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { criteria as builtIn } from '#decide/criteria/index.js';
import { allCells, type Cell, fields, fieldsOfCase } from './cells.js';
import { kinds } from './kinds.js';
import { type Counts, countErrors, excesses } from './levels.js';
import { refusals } from './refusals.js';

/** What each key of a file is to the product: the field that it becomes, or the reason why it moves no level. */
const keysOfFile: Readonly<Record<string, string>> = {
  ...fields,
  format: 'how a file is read',
  delimiter: 'how a file is read',
  id: 'a name',
  where: 'a smaller file',
  unless: 'a smaller file',
};
const keysOfSlice: readonly string[] = ['field', 'criteria', 'must', 'at_most', 'only'];
/** The parameters of criteria: those of kinds, the level itself, and labels, which have tests of their own. */
const parameters: readonly string[] = [
  ...new Set(kinds.flatMap(({ spec }) => Object.keys(spec.params))),
  'significance_level',
  'by',
  'labels',
];

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

const definitions: Readonly<Record<string, Schema>> = JSON.parse(
  readFileSync('schemas/eval.schema.json', 'utf8'),
).$defs;

function keysIn({ properties = {}, oneOf = [], anyOf = [] }: Schema): readonly string[] {
  return [...Object.keys(properties), ...[...oneOf, ...anyOf].flatMap(keysIn)];
}

test('every key of a data set, its slices and criteria has its place in the product', () => {
  const of = (name: string) => keysIn(definitions[name] ?? {});
  assert.deepEqual(
    of('dataset').filter((key) => !(key in keysOfFile)),
    [],
  );
  assert.deepEqual(
    of('slice').filter((key) => !keysOfSlice.includes(key)),
    [],
  );
  const criteria = Object.keys(definitions).filter((name) => name.endsWith('_criterion'));
  assert.ok(criteria.length > 0 && of('dataset').length > 0 && of('slice').length > 0);
  assert.deepEqual(
    criteria.flatMap(of).filter((key) => !parameters.includes(key)),
    [],
  );
  assert.ok(Object.keys(fieldsOfCase).length > 0);
  const named = new Set(kinds.map(({ spec }) => spec.criterion));
  assert.deepEqual(
    builtIn.filter(({ name }) => name !== 'every_trial' && !named.has(name)).map(({ name }) => name),
    [],
  );
});

/** The numbers of runs of a cell here: cells in which answers are most alike, where a wrong test errs most, have some. */
function runsOf({ kind, claim, draws, cluster, mode, slices, whole }: Cell): number {
  if (!whole || slices === 'reported' || slices === 'not_fail') return 0;
  if (claim === 'file' && draws > 1)
    return cluster === 'no cluster' && (mode === 'curtailed' || mode === 'fixed') ? 8 : 0;
  const isShown = ['proportion_gte', 'mean_gte', 'recall_gte'].includes(kind.spec.criterion);
  return isShown && slices === 'pass' && mode === 'curtailed' ? 1 : 0;
}

test('several draws of a file, clusters and slices: each cell is refused, or errs no more often than its level', (t) => {
  const refusalOf = refusals(t);
  const counts = new Map<string, Counts>();
  for (const [seed, cell] of allCells().entries()) {
    const runs = runsOf(cell);
    if (runs === 0 || refusalOf(cell) !== null) continue;
    const { claim, draws, mode } = cell;
    const name = [claim, draws, mode].join(' · ');
    const own = counts.get(name) ?? new Map();
    counts.set(name, own);
    countErrors([own], cell, runs, seed);
  }
  assert.deepEqual(
    [...counts].flatMap(([name, own]) => excesses(name, own)),
    [],
  );
});
