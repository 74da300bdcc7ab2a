import assert from 'node:assert/strict';
import test from 'node:test';
import { run } from '#run/run.js';
import { sampleOfItems } from '../sample-of-items.js';
import { planOf, says, setUp } from '../scripted-run.js';

const items = [
  { id: 'a1', text: 'yes', slices: { language: 'en' } },
  { id: 'b2', text: 'no' },
  { id: 'c3', text: 'yes' },
];

test('each trial asks the item at its place, with the number of its draw among equal requests', async () => {
  const testCase = { ...says('tickets', 'yes', 6), stop_early: false };
  const { deps, calls } = setUp(() => ({ text: 'yes' }), {
    concurrency: 1,
    sampleOf: (one) => sampleOfItems(one, items, 2),
  });
  const { cases } = await run({ ...planOf(testCase), body: '<t>{{text}}</t>' }, deps);
  assert.deepEqual(
    calls.map(({ request, draw }) => [request.messages.at(-1)?.content, draw.trial]),
    [
      ['<t>yes</t>', 0],
      ['<t>yes</t>', 1],
      ['<t>no</t>', 0],
      ['<t>no</t>', 1],
      ['<t>yes</t>', 2],
      ['<t>yes</t>', 3],
    ],
  );
  assert.deepEqual(
    cases[0]?.trials.map(({ index, origin }) => [index, origin?.item, origin?.draw, origin?.slices]),
    [
      [0, 'a1', 0, { language: 'en' }],
      [1, 'a1', 1, { language: 'en' }],
      [2, 'b2', 0, undefined],
      [3, 'b2', 1, undefined],
      [4, 'c3', 0, undefined],
      [5, 'c3', 1, undefined],
    ],
  );
});

test('without a data set every trial has the number of its place and no origin', async () => {
  const { deps, calls } = setUp(() => ({ text: 'yes' }), { concurrency: 1 });
  const { cases } = await run(planOf({ ...says('a', 'yes', 3), stop_early: false }), deps);
  assert.deepEqual(
    calls.map(({ draw }) => draw.trial),
    [0, 1, 2],
  );
  assert.ok(cases[0]?.trials.every((trial) => !('origin' in trial)));
});
