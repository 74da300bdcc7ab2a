import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { appendLabels, checkLabels, readLabels } from '#store/logs/labels.js';
import { errorOf } from '../../support/error-of.js';
import { label } from '../../support/labels.js';
import { tempLibrary } from '../../support/temp-library.js';

test('labels are read as they were written, and match their schema', (t) => {
  const root = tempLibrary(t, {});
  const labels = [
    label(),
    label({ item: null, draw: 3, verdict: 'skipped' }),
    label({ note: 'a\nb', verdict: 'fail' }),
  ];
  checkLabels(root);
  appendLabels(root, labels);
  const { rows, bad } = readLabels(root);
  assert.deepEqual(
    rows.map(({ value }) => value),
    labels,
  );
  assert.deepEqual(bad, []);
  const isLabel = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync('schemas/label.schema.json', 'utf8')));
  for (const one of labels) assert.ok(isLabel(one), JSON.stringify(isLabel.errors));
});

test('a truncated line is lost alone, and is not counted as a label', (t) => {
  const whole = JSON.stringify(label({ draw: 9 }));
  const root = tempLibrary(t, { 'labels.jsonl': whole.slice(0, -1) });
  appendLabels(root, [label()]);
  const { rows, bad } = readLabels(root);
  assert.deepEqual(rows, [{ line: 2, value: label() }]);
  assert.deepEqual(
    bad.map(({ line }) => line),
    [1],
  );
});

test('an invalid line is listed with its flaw', (t) => {
  const root = tempLibrary(t, {});
  const wrong = [
    { label: 2 },
    { run_id: '' },
    { item: 3 },
    { draw: -1 },
    { response: 'A'.repeat(64) },
    { expectation: null },
    { verdict: 'maybe' },
    { rater: '' },
    { note: 1 },
    { sample: { seed: 0.5, asked: 1, of: 1 } },
  ];
  appendFileSync(
    join(root, 'labels.jsonl'),
    wrong.map((facts) => `${JSON.stringify({ ...label(), ...facts })}\n`).join(''),
  );
  const { rows, bad } = readLabels(root);
  assert.deepEqual(rows, []);
  assert.deepEqual(
    bad.map(({ reason }) => /"(.*)"/.exec(reason)?.[1]),
    ['label', 'run_id', 'item', 'draw', 'response', 'expectation', 'verdict', 'rater', 'note', 'sample.seed'],
  );
});

test('a library without labels has none, and a folder in the place of the file is refused', (t) => {
  const root = tempLibrary(t, { 'odd/labels.jsonl/x': '' });
  assert.deepEqual(readLabels(root), { rows: [], bad: [] });
  const odd = join(root, 'odd');
  assert.equal(errorOf(() => checkLabels(odd)).code, 'EVA_DISK');
  writeFileSync(join(root, 'labels.jsonl'), '');
  assert.deepEqual(readLabels(root).rows, []);
});
