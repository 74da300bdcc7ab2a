import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { benchmark } from '../support/benchmark.js';

const textOf = (path: string) => readFileSync(path, 'utf8');

test('the table of expected trials in the docs is the one that the benchmark computes', async () => {
  const { withSection } = await benchmark('in-docs.js');
  const { sequentialSection } = await benchmark('sequential/tables.js');
  const text = textOf('docs/internals/statistics.md');
  assert.equal(withSection(text, 'sequential', sequentialSection()), text, 'run `npm run bench:sequential`');
});

test('the tables of the calibration in the docs are those of its files', async () => {
  const { withSection } = await benchmark('in-docs.js');
  const page = 'docs/internals/calibration.md';
  const made = async (folder: string, file: string, section: string) => {
    const { fromCsv } = await benchmark(`${folder}/csv.js`);
    return (await benchmark(`${folder}/tables.js`))[section](fromCsv(textOf(file)));
  };
  const criteria = await made('calibration', 'docs/internals/calibration.csv', 'calibrationSection');
  const dataSets = await made('calibration/datasets', 'docs/internals/calibration-datasets.csv', 'datasetsSection');
  const text = textOf(page);
  assert.equal(withSection(text, 'calibration', criteria), text, 'run `npm run bench:calibration -- --from-file`');
  assert.equal(withSection(text, 'calibration of data sets', dataSets), text);
});

test('a sequential test keeps its level and its power, and saves what is promised as planned, three fifths below the bar', async () => {
  const { shortcomings, workedOutDesigns } = await benchmark('sequential/tables.js');
  const { given, smallest } = workedOutDesigns();
  assert.deepEqual(shortcomings([...given, ...smallest]), []);
});

test('a calibration in which one cell passes false claims too often is found out', async () => {
  const { cellsAboveLevel } = await benchmark('calibration/verdict.js');
  const cells = Array.from({ length: 1000 }, () => ({ replications: 10_000, falsePasses: 500, alpha: 0.05 }));
  assert.deepEqual(cellsAboveLevel(cells), []);
  assert.equal(cellsAboveLevel([{ replications: 10_000, falsePasses: 620, alpha: 0.05 }, ...cells]).length, 1);
});
