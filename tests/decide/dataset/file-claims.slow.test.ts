import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose } from '../../support/assert-close.js';
import { caseWith, decideOn, itemsOf, runOn } from '../../support/dataset-case.js';
import { criterion, scoredFrom } from '../../support/statistical-case.js';

test('a mean score of a file passes falsely in at most alpha of all orders, and is counted once all were asked', () => {
  const grader = scoredFrom(1, 5);
  const file = [5, 5, 4, 3, 5, 2, 4];
  const mean = file.reduce((sum, value) => sum + value, 0) / file.length;
  const orders = permutationsOf(file);
  const on = (threshold: number, alpha: number, sequential: boolean, asked: number) =>
    caseWith(
      { claim: 'file', kept: 7, asked, units: asked },
      { grader, claim: criterion('mean_gte', { threshold }, alpha) },
      {
        sequential,
      },
    );
  for (const sequential of [false, true]) {
    for (const asked of [7, 5]) {
      for (const alpha of [0.1, 0.4]) {
        const one = on(mean + 1e-4, alpha, sequential, asked);
        const passed = orders.filter((order) => runOn(one, itemsOf(order)).verdicts[0]?.outcome === 'passed');
        assert.ok(passed.length <= alpha * orders.length, `${passed.length} of ${orders.length}`);
      }
    }
    const whole = (threshold: number) =>
      decideOn({ ...on(threshold, 0.05, sequential, 7), stop_early: false }, itemsOf(file)).verdicts[0];
    assert.equal(whole(mean)?.outcome, 'passed');
    assert.equal(whole(mean + 1e-4)?.outcome, 'failed');
    assertClose(whole(mean)?.interval?.lower ?? null, whole(mean)?.estimate ?? null);
  }
});

function permutationsOf(values: readonly number[]): number[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((first, index) =>
    permutationsOf(values.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}
