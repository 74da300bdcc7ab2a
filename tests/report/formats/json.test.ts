import assert from 'node:assert/strict';
import test from 'node:test';
import { json, jsonPieces } from '#report/formats/json.js';
import { jsonResult } from '#report/formats/json-result.js';
import { storedReport } from '#report/stored/stored-report.js';
import { hostileTexts } from '../../fixtures/hostile-texts.js';
import { reportOf, storeRuns, textOf } from '../../support/reported-runs.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { tempLibrary } from '../../support/temp-library.js';
import { sampleResult } from '../run-sample.js';

const other = { run_id: '20260110T120001Z-bbbbbb', id: 'summary' };

test('pieces join to the text that indented JSON has, at any depth, hostile texts included', () => {
  const hostile = hostileTexts.map(({ text }) => text);
  const value = { a: [], b: {}, c: [1, [2, { hostile }]], e: null, f: undefined, g: { h: [{ i: false }] } };
  for (const levels of [0, 1, 2, 3, 9]) assert.equal(`${[...jsonPieces(value, levels)].join('')}\n`, jsonResult(value));
});

test('a generator is a list, also without an item and below the last level', () => {
  const of = (items: readonly unknown[]) =>
    (function* () {
      yield* items;
    })();
  assert.equal([...jsonPieces({ runs: of([1, 2]) }, 1)].join(''), jsonResult({ runs: [1, 2] }).trimEnd());
  assert.equal([...jsonPieces({ runs: of([]) }, 1)].join(''), jsonResult({ runs: [] }).trimEnd());
});

test('the file of one run is its view and its result', async (t) => {
  const document = JSON.parse(await textOf(json, await reportOf(t, [{ plan: planOf(), result: resultOf() }])));
  assert.deepEqual(Object.keys(document), ['view', 'result']);
  assert.equal(document.view.kind, 'run');
  assert.deepEqual(document.result, resultOf());
});

test('the file of several runs is the view of all, and the view and the result of each', async (t) => {
  const report = await reportOf(t, [
    { plan: planOf(), result: resultOf() },
    { plan: planOf({ id: 'summary' }), result: resultOf(other) },
    { plan: planOf({ id: 'release' }), result: null },
  ]);
  const document = JSON.parse(await textOf(json, report));
  assert.deepEqual(Object.keys(document), ['view', 'runs']);
  assert.deepEqual(
    document.view.runs.map(({ id, outcome }: { id: object; outcome: string }) => [id, outcome]),
    [
      [{ raw: 'diff' }, 'passed'],
      [{ raw: 'summary' }, 'passed'],
      [{ raw: 'release' }, 'unfinished'],
    ],
  );
  assert.deepEqual(
    document.runs.map(({ result }: { result: { id: string } | null }) => result?.id ?? null),
    ['diff', 'summary', null],
  );
});

test('standard output has the keys of the result, with the view beside them', async (t) => {
  const report = await reportOf(t, [{ plan: planOf(), result: resultOf() }]);
  const { view, ...result } = JSON.parse(await textOf(json, report, { is_stdout: true }));
  assert.deepEqual(result, resultOf());
  assert.equal(view.run_id.raw, resultOf().run_id);
});

test('standard output has a list of several runs, those without a result as not passed', async (t) => {
  const root = tempLibrary(t, {});
  const run = { plan: planOf(), result: resultOf() };
  const stopped = { plan: planOf({ id: 'summary' }), result: null, run_id: '20260110T120001Z-bbbbbb' };
  const stored = await storeRuns(root, [run, stopped]);
  const runs = [...stored, { id: 'never', variant: null, run_id: null }, { id: 'late', variant: null, run_id: null }];
  const report = storedReport({ root, place: {}, arrangement: 'list', group: null, exitCode: 3, runs });
  const document = JSON.parse(await textOf(json, report, { is_stdout: true }));
  assert.deepEqual(
    document.map(({ id, state, all_passed, view }: Record<string, unknown>) => [id, state, all_passed, view !== null]),
    [
      ['diff', run.result.state, run.result.all_passed, true],
      ['summary', 'unfinished', false, true],
      ['never', 'unfinished', false, false],
      ['late', 'unfinished', false, false],
    ],
  );
});

test('the replies of a run are read case by case in the order of its view, with their texts', async (t) => {
  const cases = ['red', 'green'].map((name) =>
    sampleResult(name, name === 'green', [
      { findings: [], reply: `${name} one` },
      { findings: [], reply: `${name} two` },
    ]),
  );
  const [red, green] = ['red', 'green'].map((name) => ({ ...planOf().cases[0], name }));
  const plan = planOf({ cases: [green, red] as never });
  const report = await reportOf(t, [{ plan, result: resultOf({ cases: [cases[1], cases[0]] as never }) }]);
  const [run] = [...report.runs()];
  const replies = [...(run?.replies() ?? [])];
  assert.deepEqual(
    replies.map(({ name, reply }) => [name.raw, reply.turns[0]?.response.raw]),
    [
      ['red', 'red one'],
      ['red', 'red two'],
      ['green', 'green one'],
      ['green', 'green two'],
    ],
  );
});
