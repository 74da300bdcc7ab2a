import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Adapter, VectorInput } from './adapter.js';
import { datasetAdapters } from './adapters/dataset/index.js';
import { adapters } from './adapters/index.js';
import { differences, type Tolerance } from './differences.js';

interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly input: VectorInput;
  readonly expect: Readonly<Record<string, unknown>>;
  readonly tol?: Partial<Tolerance>;
}

interface VectorFile {
  readonly default_tol: Tolerance;
  readonly count: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly vectors: readonly Vector[];
}

/** Each file of reference values, with the adapters of its kinds. */
const files: readonly { readonly name: string; readonly adapters: Readonly<Record<string, Adapter>> }[] = [
  { name: 'stats-vectors.json', adapters },
  { name: 'dataset-vectors.json', adapters: datasetAdapters },
];

function holds({ kind, input, expect, tol }: Vector, adapter: Adapter | undefined, file: VectorFile): void {
  assert.ok(adapter, `the kind "${kind}" has no adapter in tests/vectors/adapters`);
  if ('error' in expect) assert.throws(() => adapter(input), RangeError);
  else assert.deepEqual(differences(expect, adapter(input), { ...file.default_tol, ...tol }, 'result'), []);
}

for (const { name, adapters } of files) {
  const file: VectorFile = JSON.parse(readFileSync(`tests/fixtures/${name}`, 'utf8'));
  const known = new Map(Object.entries(adapters));

  for (const vector of file.vectors) {
    test(`${vector.kind} ${vector.id}`, () => holds(vector, known.get(vector.kind), file));
  }

  test(`${name} is whole: as many vectors as it says, of each kind`, () => {
    const counted = Object.fromEntries(Object.keys(file.kinds).map((kind) => [kind, 0]));
    for (const { kind } of file.vectors) counted[kind] = (counted[kind] ?? 0) + 1;
    assert.equal(file.vectors.length, file.count);
    assert.deepEqual(counted, file.kinds);
    assert.equal(new Set(file.vectors.map(({ id }) => id)).size, file.count, 'every id is there once');
  });
}

const tight = { rel: 1e-9, abs: 0 };
const noticed: readonly [string, unknown, unknown, readonly string[]][] = [
  ['a number beyond the tolerance', { p: 0.05 }, { p: 0.050_000_001 }, ['r.p is 0.050000001, not 0.05']],
  ['a number within it', { p: 0.05 }, { p: 0.050_000_000_000_01 }, []],
  ['a number for null', { t: null }, { t: 0 }, ['r.t is 0, not null']],
  ['a missing key', { t: null }, {}, ['r.t is undefined, not null']],
  ['a further key, which may be', {}, { t: 1 }, []],
  ['a NaN', { p: 0.5 }, { p: Number.NaN }, ['r.p is NaN, not 0.5']],
  ['a list that is too short', { at: [1, null] }, { at: [1] }, ['r.at has 1 items, not 2']],
  ['an item of a list', { at: [1, null] }, { at: [1, 2] }, ['r.at[1] is 2, not null']],
  ['another verdict', { verdict: 'PASS' }, { verdict: 'FAIL' }, ['r.verdict is "FAIL", not "PASS"']],
];
for (const [title, expected, actual, said] of noticed) {
  test(`comparing with a vector sees ${title}`, () =>
    assert.deepEqual(differences(expected, actual, tight, 'r'), said));
}
