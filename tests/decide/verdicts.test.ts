import assert from 'node:assert/strict';
import test from 'node:test';
import { outlooksOf } from '#decide/outlooks.js';
import { decideCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { Verdict } from '#model/run/verdict.js';
import { assertClose } from '../support/assert-close.js';
import {
  caseOf,
  conversation,
  criterion,
  type Example,
  measured,
  passesOrNot,
  scoredFrom,
  scoresOf,
  times,
} from '../support/statistical-case.js';

function decide(one: Case, examples: readonly Example[]) {
  const { verdicts, used } = decideCase(one, scoresOf(examples));
  return { used, verdict: verdicts[0] as Verdict, verdicts };
}

const rate = (proportion: number, level?: number) => [criterion('proportion_gte', { proportion }, level)];
const latency = measured('per_turn.response_latency');

interface Row {
  readonly title: string;
  readonly one: Case;
  readonly trials: readonly Example[];
  readonly used: number;
  readonly outcome: Verdict['outcome'];
  readonly reason: string;
}

const rows: readonly Row[] = [
  {
    title: 'a rate that is shown',
    one: caseOf(60, passesOrNot, rate(0.95)),
    trials: times(60, 1),
    used: 60,
    outcome: 'passed',
    reason: '60 of 60 trials passed; with 95% confidence the true rate is at least 95.1%; the bar is 95%',
  },
  {
    title: 'a rate that may be above the bar or below',
    one: caseOf(40, passesOrNot, rate(0.9), { stop_early: false }),
    trials: [...times(38, 1), 0, 0],
    used: 40,
    outcome: 'inconclusive',
    reason:
      '38 of 40 trials passed; with 95% confidence the true rate is at least 85%; the bar is 90%; a pass takes 40 of 40; 76 trials would give an 80% chance of a pass if the true rate is 97%',
  },
  {
    title: 'a rate that is below the bar',
    one: caseOf(40, passesOrNot, rate(0.9), { stop_early: false }),
    trials: [...times(30, 1), ...times(10, 0)],
    used: 40,
    outcome: 'failed',
    reason: '30 of 40 trials passed; with 95% confidence the true rate is at most 85.8%; the bar is 90%',
  },
  {
    title: 'a rate that is settled before the last trial',
    one: caseOf(100, passesOrNot, rate(0.9)),
    trials: times(100, 1),
    used: 96,
    outcome: 'passed',
    reason:
      '96 of 96 trials passed; with 95% confidence the true rate is at least 96.9%; the bar is 90%; stopped at 96 of 100 trials, since that settles it',
  },
  {
    title: 'a rate that can no longer be shown, at once so bad that it is refuted',
    one: caseOf(299, passesOrNot, rate(0.99)),
    trials: times(299, 0),
    used: 1,
    outcome: 'failed',
    reason:
      '0 of 1 trial passed; with 95% confidence the true rate is at most 95%; the bar is 99%; stopped at 1 of 299 trials, since none of 299 may fail',
  },
  {
    title: 'scores that reach a median',
    one: caseOf(20, scoredFrom(1, 10), [criterion('median_gte', { threshold: 8 })]),
    trials: [...times(15, 9), ...times(5, 4)],
    used: 15,
    outcome: 'passed',
    reason:
      '15 of 15 trials scored 8 or more; a pass needs significantly more than 50%; with 95% confidence the true median is at least 9, if the 5 of 20 trials that did not run count as failures; the bar is 8; stopped at 15 of 20 trials, since that settles it',
  },
  {
    title: 'a latency that stays below a threshold',
    one: caseOf(60, latency, [criterion('proportion_lt', { threshold: 1.5, proportion: 0.9 })]),
    trials: [...times(59, 0.8), 2],
    used: 59,
    outcome: 'passed',
    reason:
      '59 of 59 trials had response_latency < 1.5 s; with 95% confidence the true rate is at least 95%; the bar is 90%; stopped at 59 of 60 trials, since that settles it',
  },
  {
    title: 'a mean latency below its bar, where a low value speaks for the claim',
    one: caseOf(100, latency, [criterion('mean_lt', { threshold: 2 })], { stop_early: false }),
    trials: times(100, 1),
    used: 100,
    outcome: 'passed',
    reason:
      'the mean response_latency of 100 trials is 1 s; with 95% confidence the true mean is at most 1.86 s; the bar is 2 s',
  },
  {
    title: 'a rate that is given up before anything could fail: what is known, and advice',
    one: caseOf(60, passesOrNot, rate(0.95)),
    trials: [...times(22, 1), 0, 1],
    used: 23,
    outcome: 'inconclusive',
    reason:
      '22 of 23 trials passed; with 95% confidence the true rate is at most 99.78%; the bar is 95%; stopped at 23 of 60 trials, since none of 60 may fail; 23 trials are too few to disprove the claim; 153 trials would give an 80% chance of a pass if the true rate is 98.5%',
  },
  {
    title: 'a rate that nothing could have failed, after the whole sample: advice',
    one: caseOf(10, passesOrNot, rate(0.05)),
    trials: [1, 1, ...times(8, 0)],
    used: 10,
    outcome: 'inconclusive',
    reason:
      '2 of 10 trials passed; with 95% confidence the true rate is at least 3.6%; the bar is 5%; a pass takes 3 of 10; 27 trials would give an 80% chance of a pass if the true rate is 20%',
  },
  {
    title: 'a rate that could have failed, and did not: advice',
    one: caseOf(60, passesOrNot, rate(0.9)),
    trials: [...times(22, 1), 0, 0],
    used: 24,
    outcome: 'inconclusive',
    reason:
      '22 of 24 trials passed; the bar is 90%; stopped at 24 of 60 trials, since at most 1 of 60 may fail; 76 trials would give an 80% chance of a pass if the true rate is 97%',
  },
  {
    title: 'a sequential rate, as soon as the data suffice',
    one: caseOf(130, passesOrNot, rate(0.9), { sequential: true }),
    trials: times(130, 1),
    used: 52,
    outcome: 'passed',
    reason:
      '52 of 52 trials passed; with 95% confidence the true rate is above the bar of 90%; stopped at 52 of 130 trials, since that settles it',
  },
  {
    title: 'a sequential rate that is given up',
    one: caseOf(130, passesOrNot, rate(0.9), { sequential: true }),
    trials: [...times(10, 1), 0, ...times(5, 1), 0, 1, 0, 1, 1, 0, 1, 1],
    used: 22,
    outcome: 'inconclusive',
    reason:
      '18 of 22 trials passed; the bar is 90%; stopped at 22 of 130 trials, since going on would cost more than it is likely to show',
  },
];

for (const { title, one, trials, used, outcome, reason } of rows) {
  test(`${title}: ${outcome}`, () => {
    const decided = decide(one, trials);
    assert.deepEqual(
      { used: decided.used, outcome: decided.verdict.outcome, reason: decided.verdict.reason },
      { used, outcome, reason },
    );
  });
}

test('`method: betting` uses another test: 5 of 5 best values have p 1/32 and 6/63', () => {
  const verdictBy = (method: string, sequential: boolean) => {
    const one = caseOf(5, scoredFrom(1, 10), [criterion('mean_gte', { threshold: 5.5, method })], { sequential });
    return { ...decide(one, times(5, 10)).verdict, test: outlooksOf(one)[0]?.test };
  };
  const [usual, betting, sequential] = [
    verdictBy('gaffke', false),
    verdictBy('betting', false),
    verdictBy('gaffke', true),
  ];
  assertClose(usual.p_value, 1 / 32);
  // The mean of (1 + v)^5 over v from 0 to 1, on its grid of 200.
  assert.ok(Math.abs((betting.p_value ?? 0) - 6 / 63) < 1e-5, `${betting.p_value}`);
  assert.deepEqual([usual.outcome, betting.outcome], ['passed', 'inconclusive']);
  assert.deepEqual(
    [usual.test, betting.test, sequential.test],
    ["Gaffke's test of a mean", 'betting e-process', 'mixture e-process'],
  );
});

test('a p-value that equals the level does not pass: 5 of 5 at 1/2 is 1/32', () => {
  const { verdict } = decide(caseOf(5, passesOrNot, rate(0.5, 1 / 32)), times(5, 1));
  assertClose(verdict.p_value, 1 / 32);
  assert.equal(verdict.outcome, 'inconclusive');
});

test('a trial without a value counts against the claim, and for it when its opposite is tested', () => {
  const one = caseOf(5, passesOrNot, rate(0.5), { stop_early: false });
  const { verdict } = decide(one, [1, 1, 'failed', 'ungraded', 0]);
  // P(Bin(5, 1/2) >= 2) = 26/32; P(Bin(5, 1/2) <= 4) = 31/32.
  assertClose(verdict.p_value, 26 / 32);
  assertClose(verdict.fail_p, 31 / 32);
  assert.deepEqual([verdict.n, verdict.failed, verdict.ungraded, verdict.estimate], [5, 1, 1, 0.4]);
  assert.match(verdict.reason, /1 gave no usable answer and 1 could not be graded, which counts against the claim/);
});

test('trials without a value never refute a claim by themselves', () => {
  for (const sequential of [false, true]) {
    const { verdict } = decide(caseOf(60, passesOrNot, rate(0.9), { sequential }), times(60, 'failed'));
    assert.equal(verdict.outcome, 'inconclusive');
  }
});

test('a latency without a value counts as the worst value, not as 0, if its mean must be low', () => {
  const one = caseOf(100, latency, [criterion('mean_lt', { threshold: 2 })], { stop_early: false });
  const { verdict } = decide(one, [...times(90, 1), ...times(10, 'failed')]);
  assert.deepEqual([verdict.outcome, verdict.estimate], ['inconclusive', 1]);
  assert.ok((verdict.interval?.upper ?? 0) > 3.9, 'ten of a hundred at 30 s');
});

test('a criterion that cannot pass ends the case, and the others become inconclusive without a p-value', () => {
  const criteria = [...rate(0.5), ...rate(0.9)];
  const { used, verdicts } = decide(caseOf(60, passesOrNot, criteria), [1, 0, 0, 0, ...times(56, 1)]);
  assert.equal(used, 3);
  assert.deepEqual(
    verdicts.map(({ outcome, p_value }) => [outcome, p_value]),
    [
      ['inconclusive', null],
      ['failed', null],
    ],
  );
  assert.equal(
    verdicts[0]?.reason,
    '1 of 3 trials passed; the bar is 50%; stopped at 3 of 60 trials, since the case could not pass any more, by another criterion',
  );
  assert.equal(verdicts[0]?.words.bound, null);
});

test('a bound that does not contradict a refuted claim is replaced by the side of the bar', () => {
  const slow = decide(caseOf(100, latency, [criterion('mean_lt', { threshold: 2 })]), times(100, 30));
  assert.match(
    slow.verdict.reason,
    /; with 95% confidence the true mean is above the bar of 2 s; stopped at \d+ of 100/,
  );
});

test('a bound after an early stop says how the trials that never ran count', () => {
  const quick = decide(caseOf(100, latency, [criterion('mean_lt', { threshold: 5 })]), times(100, 1));
  assert.match(
    quick.verdict.reason,
    /at most [\d.]+ s, if the \d+ of 100 trials that did not run count as the worst possible values; the bar/,
  );
  const refuted = decide(caseOf(60, passesOrNot, rate(0.9)), times(60, 0));
  assert.match(refuted.verdict.reason, /true rate is at most [\d.]+%; the bar/);
});

test('a case continues while one of its criteria is open', () => {
  const criteria = [...rate(0.5), ...rate(0.9)];
  const { used, verdicts } = decide(caseOf(60, passesOrNot, criteria), times(60, 1));
  assert.deepEqual([used, verdicts.map(({ outcome }) => outcome)], [59, ['passed', 'passed']]);
});

test('a case whose criterion can never pass collects the whole sample', () => {
  const { used, verdict } = decide(caseOf(20, passesOrNot, rate(0.95)), [0, 0, 0, 0, ...times(16, 1)]);
  assert.deepEqual([used, verdict.outcome], [20, 'failed']);
});

test('per turn, a conversation counts once, with its share of turns', () => {
  const one = caseOf(40, latency, [criterion('proportion_lt', { threshold: 2, proportion: 0.5 })], {
    subject: conversation,
    stop_early: false,
  });
  const { verdict } = decide(one, [...times(20, [1, 1, 1, 1]), ...times(20, [1, 3])]);
  assert.deepEqual([verdict.n, verdict.estimate, verdict.outcome], [40, 0.75, 'passed']);
  assert.match(verdict.reason, /^on average 75% of the turns of 40 trials had response_latency < 2 s; /);
});

test('the bounds of a median are observed values, with missing trials as the worst', () => {
  const one = caseOf(10, scoredFrom(1, 10), [criterion('median_gte', { threshold: 3 })], { stop_early: false });
  const whole = decide(one, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).verdict;
  // P(Bin(10, 1/2) <= 1) = 11/1024 and P(<= 2) = 56/1024: ranks 2 and 9.
  assert.deepEqual([whole.interval, whole.estimate], [{ lower: 2, upper: 9 }, 5.5]);
  const holed = decide(one, ['failed', 'failed', 3, 4, 5, 6, 7, 8, 9, 10]).verdict;
  assert.deepEqual([holed.interval, holed.estimate], [{ lower: null, upper: null }, 6.5]);
});

test('the betting method decides by betting, and its bounds agree', () => {
  const one = caseOf(100, scoredFrom(1, 10), [criterion('mean_gte', { threshold: 7, method: 'betting' })]);
  const { verdict, used } = decide(one, times(100, 9));
  assert.equal(verdict.outcome, 'passed');
  assert.ok(used < 100 && (verdict.interval?.lower ?? 0) >= 7);
});

test('every number of a verdict is finite, whatever the data', () => {
  const graders = [passesOrNot, scoredFrom(1, 10), latency] as const;
  const specs = [
    rate(0.9),
    [criterion('mean_gte', { threshold: 7 }), criterion('median_gte', { threshold: 7 })],
    [criterion('mean_lt', { threshold: 7 }), criterion('median_lt', { threshold: 7 })],
  ];
  for (const [index, grader] of graders.entries()) {
    for (const trials of [times(3, 'failed'), times(3, 'ungraded'), times(3, 1), times(3, index === 0 ? 0 : 10)]) {
      for (const sequential of [false, true]) {
        const { verdicts } = decide(caseOf(3, grader, specs[index] ?? [], { sequential }), trials);
        const numbers = JSON.stringify(verdicts, (_key, value) =>
          Number.isNaN(value) || value === Infinity ? 'odd' : value,
        );
        assert.doesNotMatch(`${numbers}`, /odd|NaN|Infinity|undefined/);
      }
    }
  }
});

test('the advice fits the evidence: more trials if the claim may be true, none if the data contradict it', () => {
  const advised = (passed: number, failed: number) =>
    decide(caseOf(30, passesOrNot, rate(0.9), { stop_early: false }), [...times(passed, 1), ...times(failed, 0)])
      .verdict.reason;
  assert.match(advised(28, 2), /; 76 trials would give an 80% chance of a pass if the true rate is 97%$/);
  assert.match(advised(25, 5), /; more trials alone are unlikely to show it$/);
});

test('a refuted sequential claim names the side of the bar', () => {
  const { verdict } = decide(caseOf(130, passesOrNot, rate(0.9), { sequential: true }), times(130, 0));
  assert.equal(verdict.outcome, 'failed');
  assert.match(verdict.reason, /^0 of 3 trials passed; with 95% confidence the true rate is below the bar of 90%; /);
});

test('trials without a value do not refute a mean that was given up, since they count as the best there', () => {
  const one = caseOf(40, scoredFrom(1, 10), [criterion('mean_gte', { threshold: 8 })]);
  const refuted = decide(one, times(40, 1)).verdict;
  const unknown = decide(one, times(40, 'failed')).verdict;
  assert.ok((refuted.fail_p ?? 1) < 0.2, `${refuted.fail_p}`);
  assert.deepEqual([unknown.outcome, unknown.fail_p], ['inconclusive', 1]);
});

test('betting without `sequential` continues although the data contradict the claim, and the whole sample decides', () => {
  const one = caseOf(200, scoredFrom(1, 10), [criterion('mean_gte', { threshold: 7, method: 'betting' })]);
  const examples = [...times(10, 1), ...times(190, 10)];
  assert.equal(decide(one, examples).verdict.outcome, 'passed');
  assert.equal(decide({ ...one, sequential: true }, examples).verdict.outcome, 'failed');
});

test('in an estimate per turn a long conversation has the same weight as a short one', () => {
  const one = caseOf(3, latency, [criterion('median_lt', { threshold: 2 })], {
    subject: conversation,
    stop_early: false,
  });
  assert.equal(decide(one, [[9, 9, 9, 9, 9, 9, 9, 9], [1], [2]]).verdict.estimate, 2);
});

test('a threshold is shown as in the file, and a bound beside it is not rounded past it', () => {
  const odd = decide(caseOf(60, passesOrNot, rate(0.9549)), times(60, 1)).verdict;
  assert.deepEqual([odd.claim, odd.words.bar], ['at least 95.49% of trials pass', '95.49%']);
  // The lower bound of 96 of 100 is 91.08 %, and of 59 of 59 it is 95.05 %.
  const near = decide(caseOf(59, passesOrNot, rate(0.951), { stop_early: false }), times(59, 1)).verdict;
  assert.deepEqual([near.outcome, near.words.bound], ['inconclusive', 'at least 95%']);
});

test('a case that gave up says why, and that more trials do not help where what was seen is below the bar', () => {
  const { verdict } = decide(caseOf(76, passesOrNot, rate(0.9)), [...times(16, 1), ...times(4, 0)]);
  assert.deepEqual([verdict.outcome, verdict.used], ['inconclusive', 20]);
  assert.equal(verdict.words.advice, 'stopped: at most 3 of 76 may fail; more trials alone are unlikely to show it');
  assert.match(verdict.reason, /stopped at 20 of 76 trials, since at most 3 of 76 may fail; more trials alone/);
  const sequential = decide(caseOf(130, passesOrNot, rate(0.9), { sequential: true }), times(3, 0));
  assert.match(sequential.verdict.words.advice ?? '', /^(?:stopped: going on would cost more|$)/);
});

test('a sample that has no room for failures brings the advice to ask more, whatever few trials say', () => {
  for (const trials of [[0], [1, 1, 0], [...times(4, 1), 0]]) {
    const { verdict } = decide(caseOf(40, passesOrNot, rate(0.9)), trials);
    assert.equal(verdict.outcome, 'inconclusive');
    assert.equal(
      verdict.words.advice,
      'stopped: none of 40 may fail; 76 trials would give an 80% chance of a pass if the true rate is 97%',
    );
  }
  const enough = decide(caseOf(76, passesOrNot, rate(0.9)), [...times(16, 1), ...times(4, 0)]);
  assert.equal(
    enough.verdict.words.advice,
    'stopped: at most 3 of 76 may fail; more trials alone are unlikely to show it',
  );
  const above = decide(caseOf(33, passesOrNot, rate(0.9)), [...times(31, 1), 0, 0]);
  assert.match(
    above.verdict.words.advice ?? '',
    /^stopped: none of 33 may fail; 76 trials .* if the true rate is 97%$/,
  );
});
