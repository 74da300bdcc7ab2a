import assert, { AssertionError } from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import {
  type AppFunction,
  assertions,
  MetricExpectation,
  metrics,
  ScenarioTest,
  SigmaEval,
  scriptedProvider,
} from 'eva-harness';
import { assertPasses, matchers } from 'eva-harness/matchers';

const scenario = ScenarioTest({
  title: 'Is quick',
  given: 'A user forgot the password.',
  when: 'The user asks for help.',
  sample_size: 5,
  max_turns: 2,
  then: [
    MetricExpectation({
      metric: metrics.per_conversation.turn_count,
      criteria: assertions.metrics.proportion_lte({ threshold: 1, proportion: 0.5 }),
    }),
  ],
});

const evaluate = (next: 'continue' | 'goal_met') => {
  let turn = 0;
  const provider = scriptedProvider(() => ({ message: 'Please help.', next: turn++ === 0 ? 'continue' : next }));
  const sigma = new SigmaEval({ judge_model: 'judge', provider, env: {} });
  const app: AppFunction = () => 'Open Settings.';
  return sigma.evaluate(scenario, app);
};

test('a result that did not pass fails with the printed result as its message', async () => {
  const failed = await evaluate('continue');
  assert.equal(failed.passed, false);
  assert.equal(matchers.toPass(failed).pass, false);
  assert.equal(matchers.toPass(failed).message(), String(failed));
  assert.throws(
    () => assertPasses(failed),
    (error) => error instanceof AssertionError && error.message === String(failed),
  );
});

const passed = { outcome: 'passed', passed: true, toString: () => 'all well' } as const;
const failed = { outcome: 'failed', passed: false, toString: () => 'one is slow' } as const;
const inconclusive = { ...failed, outcome: 'inconclusive' } as const;
const unfinished = { ...failed, outcome: 'unfinished' } as const;

test('a passed result throws nothing, and is the message of a failed not.toPass', () => {
  assertPasses(passed);
  assert.deepEqual([matchers.toPass(passed).pass, matchers.toPass(passed).message()], [true, 'all well']);
});

test('a failed not.toPass begins with a line about not', () => {
  for (const [result, head] of [
    [passed, 'expected no pass, because the test says .not.toPass():'],
    [unfinished, 'expected a finished result, because the test says .not.toPass():'],
  ] as const)
    assert.equal(matchers.toPass.call({ isNot: true }, result).message(), `${head}\n\n${result}`);
});

test('console.log prints a result as String does', async () => {
  const result = await evaluate('continue');
  assert.equal(inspect(result), String(result));
});

test('several results pass if all of them passed, and the others are printed', () => {
  assertPasses([passed, passed]);
  assert.equal(matchers.toPass([passed, failed]).pass, false);
  assert.throws(() => assertPasses([failed, passed, failed]), { message: 'one is slow\n\none is slow' });
});

/** Returns whether `expect(received).not.toPass()` passes. */
const notToPass = (received: unknown) => !matchers.toPass.call({ isNot: true }, received).pass;

test('an unfinished result fails toPass and not.toPass, and an inconclusive one fails only toPass', () => {
  const results = [passed, failed, inconclusive, unfinished, [failed, unfinished]];
  assert.deepEqual(
    results.map((one) => matchers.toPass.call({ isNot: false }, one).pass),
    [true, false, false, false, false],
  );
  assert.deepEqual(results.map(notToPass), [false, true, true, false, false]);
});

test('a value that is not a result is refused', () => {
  const data = { outcome: 'passed', passed: true };
  const others = [undefined, 'passed', {}, { passed: true }, data, { ...failed, passed: true }];
  for (const wrong of [...others, [], [passed, null], Promise.resolve(passed)]) {
    assert.throws(() => matchers.toPass(wrong), TypeError);
    assert.throws(() => notToPass(wrong), TypeError);
    assert.throws(() => assertPasses(wrong as never), TypeError);
  }
});

test('a promise is refused, also one of another realm, as test runners make', () => {
  for (const promise of [Promise.resolve(1), runInNewContext('Promise.resolve(1)')])
    assert.throws(() => assertPasses(promise), /write `await` before/);
});
