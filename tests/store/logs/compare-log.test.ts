import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { appendCompareRow, fitCompareRow, readCompareRows } from '#store/logs/compare-log.js';
import { comparedCase, compareRow } from '../../support/compare-rows.js';
import { tempLibrary } from '../../support/temp-library.js';

const hex = (digit: string) => digit.repeat(64);

const row = compareRow({
  variant: 'opus',
  a: { ...compareRow().a, prompt: hex('0'), models: hex('d') },
  b: { ...compareRow().b, prompt: hex('a'), cases: hex('b'), judge: hex('c'), models: hex('d') },
  cases: [comparedCase(), comparedCase({ case: 'few', b: null, c: null, outcome: null, p_value: null })],
  same: true,
  cut: 3,
});

test('a row is read as it was written, and matches its schema', (t) => {
  const root = tempLibrary(t, {});
  appendCompareRow(root, row);
  assert.deepEqual(readCompareRows(root), { rows: [{ line: 1, value: row }], bad: [] });
  const schema = JSON.parse(readFileSync('schemas/compare-row.schema.json', 'utf8'));
  const closed = JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.type === 'object' ? { ...value, additionalProperties: false } : value,
  );
  for (const one of [schema, closed]) {
    const isRow = new Ajv2020({ strict: false }).compile(one);
    isRow(JSON.parse(JSON.stringify(row)));
    assert.deepEqual(isRow.errors, null);
  }
});

/** The path of every field, in mappings too; those of a list are of its first entry. */
function fieldsOf(value: object, before = ''): readonly string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? fieldsOf(inner, `${before}${name}.`)
      : [before + name],
  );
}

function changed(value: object, path: string, inner: unknown): object {
  const [name = '', ...rest] = path.split('.');
  const fields = value as Record<string, object>;
  return { ...value, [name]: rest.length === 0 ? inner : changed(fields[name] ?? {}, rest.join('.'), inner) };
}

test('a row without one of its fields, or with another kind of value, is listed with its line and field', (t) => {
  const optional = ['variant', 'same', 'cut', 'a.commit'];
  for (const path of fieldsOf(row)) {
    const wrong = [...(optional.includes(path) ? [] : [undefined]), { odd: 1 }];
    const root = tempLibrary(t, {});
    appendCompareRow(root, row);
    const file = join(root, '.compare.jsonl');
    for (const value of wrong) appendFileSync(file, `${JSON.stringify(changed(row, path, value))}\n`);
    const reason = `is not the row of a comparison: "${path}" is missing or wrong`;
    const bad = wrong.map((_value, index) => ({ line: index + 2, reason }));
    assert.deepEqual(readCompareRows(root), { rows: [{ line: 1, value: row }], bad });
  }
});

test('a row with an impossible value is listed', (t) => {
  const cases = [
    { not_worse_by: 0 },
    { not_worse_by: 1 },
    { alpha: 1.5 },
    { outcome: 'equal' },
    { partial: true },
    { row: 2 },
    { cases: [{ ...comparedCase(), p_value: 1.2 }] },
    { cases: [{ ...comparedCase(), outcome: 'fine' }] },
    { cases: [null] },
    { cases: {} },
    { b: { ...row.b, kept: -1 } },
  ];
  const root = tempLibrary(t, { '.compare.jsonl': '{"row":1}\nnull\n[]\nnot json\n' });
  for (const part of cases) appendFileSync(join(root, '.compare.jsonl'), `${JSON.stringify({ ...row, ...part })}\n`);
  const { rows, bad } = readCompareRows(root);
  assert.deepEqual([rows, bad.length], [[], 4 + cases.length]);
});

test('no file has no rows', (t) => {
  assert.deepEqual(readCompareRows(tempLibrary(t, {})), { rows: [], bad: [] });
});

test('a row of 2,000 cases is cut: the worse cases stay, and the others are counted', (t) => {
  const outcomes = ['better', 'not_worse', 'undecided', null, 'worse'] as const;
  const cases = Array.from({ length: 2000 }, (_none, index) =>
    comparedCase({ case: `case ${index} ${'x'.repeat(40)}`, outcome: outcomes[index % outcomes.length] ?? null }),
  );
  const root = tempLibrary(t, {});
  appendCompareRow(root, { ...row, cases });
  const [read] = readCompareRows(root).rows;
  const kept = read?.value.cases ?? [];
  assert.ok(kept.length > 300);
  assert.equal(read?.value.cut, cases.length - kept.length);
  assert.ok(kept.every(({ outcome }) => outcome === 'worse'));
  assert.deepEqual(fitCompareRow(row), row);
});
