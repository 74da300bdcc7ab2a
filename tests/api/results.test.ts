import assert from 'node:assert/strict';
import test from 'node:test';
import { type AssertionDetails, AssertionResult, ExpectationResult } from 'eva-harness';

const details: AssertionDetails = {
  criterion: 'mean_lt',
  claim: 'the mean latency is below 1.5 s',
  reason: 'the mean latency of 100 trials is 1.2 s',
  significance_level: 0.05,
  estimate: 1.2,
  interval: { lower: null, upper: 1.4 },
  fail_p: 0.98,
  n: 100,
  used: 100,
  failed: 0,
  ungraded: 0,
  needed_n: 60,
  words: { found: 'the mean latency of 100 trials is 1.2 s', bound: 'at most 1.4 s', bar: '1.5 s' },
};
const passed = new AssertionResult('passed', 0.02, details);
const failed = new AssertionResult('failed', 0.15, { ...details, claim: 'the 99th percentile is below 2.5 s' });
const inconclusive = new AssertionResult('inconclusive', null, details);
const unfinished = new AssertionResult('unfinished', null, { ...details, reason: null });

test('an assertion prints its claim with the found numbers', () => {
  assert.equal(passed.about, 'the mean latency is below 1.5 s');
  assert.equal(
    String(passed),
    '[✅ PASSED] the mean latency is below 1.5 s, p-value: 0.0200\n    the mean latency of 100 trials is 1.2 s',
  );
});

test('an expectation with one assertion is printed on a line, with claim and numbers below', () => {
  assert.equal(
    String(new ExpectationResult('Performance', [passed])),
    '[✅ PASSED] Performance, p-value: 0.0200\n    the mean latency is below 1.5 s: the mean latency of 100 trials is 1.2 s',
  );
});

test('an expectation with several assertions lists each', () => {
  assert.equal(
    String(new ExpectationResult('Performance', [passed, failed])),
    `Expectation: 'Performance' -> ❌ FAILED
    - [✅] the mean latency is below 1.5 s, p-value: 0.0200
        the mean latency of 100 trials is 1.2 s
    - [❌] the 99th percentile is below 2.5 s, p-value: 0.1500
        the mean latency of 100 trials is 1.2 s`,
  );
});

const outcomes: readonly [outcome: string, of: readonly AssertionResult[]][] = [
  ['passed', [passed, passed]],
  ['failed', [passed, inconclusive, failed]],
  ['inconclusive', [passed, inconclusive]],
  ['unfinished', [failed, unfinished]],
];
for (const [outcome, of] of outcomes) {
  test(`${of.map((one) => one.outcome).join(' and ')} is ${outcome}, and only passed passes`, () => {
    const result = new ExpectationResult('Performance', of);
    assert.deepEqual([result.outcome, result.passed], [outcome, outcome === 'passed']);
  });
}

test('a number that cannot be computed is null in JSON, never 0', () => {
  assert.equal(JSON.parse(JSON.stringify(inconclusive)).p_value, null);
});
