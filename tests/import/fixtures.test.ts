import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parse } from 'yaml';

const root = 'tests/fixtures/import/promptfoo';

interface Listed {
  readonly kind: string | readonly string[];
  readonly line?: number | readonly number[];
  readonly file?: string;
  readonly what: string | readonly string[];
}
interface Expected {
  readonly outcome: 'full' | 'mostly' | 'not';
  readonly assertions?: { readonly found: number; readonly carried?: number };
  readonly left_out: readonly Listed[];
  readonly replaced?: readonly Listed[];
  readonly covers: readonly string[];
}

const names = readdirSync(root).filter((name) => /^\d\d-/.test(name));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const expectedOf = (name: string): Expected => parse(read(`${name}/expected.yml`));
const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

function configOf(name: string): string {
  const files = ['yaml', 'yml', 'json'].map((ending) => `${name}/promptfooconfig.${ending}`);
  return read(files.find((file) => existsSync(join(root, file))) ?? `${name}/promptfooconfig.yaml`);
}

test('thirty configurations cover each row of the mapping tables', () => {
  assert.equal(names.length, 30);
  const { 'not covered': notCovered, ...groups } = parse(read('rows.yml')) as Record<string, readonly string[]>;
  const covered = names.flatMap((name) => expectedOf(name).covers);
  assert.deepEqual([...new Set(covered)].sort(), Object.values(groups).flat().sort());
  assert.deepEqual(notCovered, ['template.filter.json']);
});

test('about half of them import fully, a third mostly, and the others not', () => {
  const outcomes = names.map((name) => expectedOf(name).outcome);
  const counts = ['full', 'mostly', 'not'].map((outcome) => outcomes.filter((other) => other === outcome).length);
  assert.deepEqual(counts, [17, 8, 5]);
});

test('each thing that is left out is written at its line', () => {
  for (const name of names) {
    const lines = configOf(name).split('\n');
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
  assert.equal(names.filter((name) => existsSync(join(root, name, 'verdicts.yml'))).length, 10);
});
