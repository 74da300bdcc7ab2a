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

test('a sequential test keeps its level and its power, and saves what is promised as planned, three fifths below the bar', async () => {
  const { shortcomings, workedOutDesigns } = await benchmark('sequential/tables.js');
  const { given, smallest } = workedOutDesigns();
  assert.deepEqual(shortcomings([...given, ...smallest]), []);
});

test('the tables of false passes in the docs are those of the recorded calibration, in which none is above its level', async () => {
  const { withSection } = await benchmark('in-docs.js');
  const { fromCsv } = await benchmark('calibration/csv.js');
  const { calibrationPage, calibrationSection } = await benchmark('calibration/tables.js');
  const { cellsAboveLevel } = await benchmark('calibration/verdict.js');
  const cells = fromCsv(textOf('bench/results/calibration.csv'));
  const text = textOf('docs/internals/statistics.md');
  assert.equal(withSection(text, 'calibration', calibrationSection(cells)), text, 'run `npm run bench:calibration`');
  assert.equal(calibrationPage(cells), textOf('docs/internals/calibration.md'));
  assert.deepEqual(cellsAboveLevel(cells), []);
});

test('the page on data sets is that of the recorded calibration, in which none is above its level and every power is as planned', async () => {
  const { fromCsv } = await benchmark('calibration/datasets/csv.js');
  const { cellsAboveLevel, datasetsPage, unmetPlans } = await benchmark('calibration/datasets/page.js');
  const cells = fromCsv(textOf('bench/results/calibration-datasets.csv'));
  assert.equal(datasetsPage(cells), textOf('docs/internals/calibration-datasets.md'));
  assert.deepEqual([...cellsAboveLevel(cells), ...unmetPlans(cells)], []);
});

test('a calibration in which one cell passes false claims too often is found out', async () => {
  const { fromCsv } = await benchmark('calibration/csv.js');
  const { cellsAboveLevel } = await benchmark('calibration/verdict.js');
  const [first, ...others] = fromCsv(textOf('bench/results/calibration.csv'));
  assert.equal(cellsAboveLevel([{ ...first, falsePasses: 0.062 * first.replications }, ...others]).length, 1);
});
