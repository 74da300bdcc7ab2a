import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';
import {
  configOf,
  expectedOf,
  fixtureRoot,
  judgedFixtures,
  listOf,
  fixtureNames as names,
} from './promptfoo/fixture-configs.js';

test('thirty configurations cover each row of the mapping tables', () => {
  assert.equal(names.length, 30);
  const { 'not covered': notCovered, ...groups } = parse(readFileSync(join(fixtureRoot, 'rows.yml'), 'utf8')) as Record<
    string,
    readonly string[]
  >;
  const covered = names.flatMap((name) => expectedOf(name).covers);
  assert.deepEqual([...new Set(covered)].sort(), Object.values(groups).flat().sort());
  assert.deepEqual(notCovered, ['template.filter.json']);
});

test('more than half of them import fully, some mostly, and the others not', () => {
  const outcomes = names.map((name) => expectedOf(name).outcome);
  const counts = ['full', 'mostly', 'not'].map((outcome) => outcomes.filter((other) => other === outcome).length);
  assert.deepEqual(counts, [18, 7, 5]);
});

test('each thing that is left out is written at its line', () => {
  for (const name of names) {
    const lines = readFileSync(configOf(name), 'utf8').split('\n');
    const { left_out, replaced = [] } = expectedOf(name);
    for (const { line, file, what } of [...left_out, ...replaced]) {
      if (line === undefined || file !== undefined) continue;
      const found = listOf(line).some((at) => listOf(what).some((text) => lines[at - 1]?.includes(text)));
      assert.ok(found, `${name}:${line} has ${what}`);
    }
  }
});

test('assertions that are not carried are listed', () => {
  for (const name of names) {
    const { assertions, left_out } = expectedOf(name);
    if (assertions?.carried === undefined) continue;
    const listed = left_out.filter(({ kind }) => kind === 'assertion').length;
    assert.equal(assertions.found - assertions.carried, listed, name);
  }
});

test('ten of them say which cases pass against a stand-in model', () => {
  assert.equal(judgedFixtures.length, 10);
});
