import assert from 'node:assert/strict';
import test from 'node:test';
import { criterionOf } from '#decide/criteria/define-criterion.js';
import type { Case } from '#model/case.js';
import { redecide } from '#run/collect/recompute.js';
import { run } from '#run/run.js';
import { planOf, says, setUp } from '../scripted-run.js';

const everySecond = criterionOf({
  name: 'proportion_of_passes',
  aggregation: 'proportion',
  value: ([passes = 0]) => passes,
  bar: ({ proportion }) => Number(proportion),
  claim: ({ proportion }) => `more than ${Number(proportion) * 100}% of trials pass`,
});

function withOwn(one: Case): Case {
  const criteria = [{ criterion: everySecond.name, params: { proportion: 0.5 } }];
  return { ...one, expectations: one.expectations.map((expectation) => ({ ...expectation, criteria })) };
}

test('a custom criterion decides and stops a run, and gives the same verdict from its scores', async () => {
  const one = withOwn(says('greets', 'hello', 20));
  const { deps } = setUp(() => ({ text: 'hello' }), { criteria: [everySecond] });
  const [result] = (await run(planOf(one), deps)).cases;
  assert.ok(result);
  assert.deepEqual(
    [result.passed, result.stopped_at, result.verdicts[0]?.claim],
    [true, 15, 'more than 50% of trials pass'],
  );
  assert.deepEqual(redecide(one, result, [everySecond]), result);
});
