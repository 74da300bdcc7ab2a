import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { CaseResult, RunResult } from '#model/run/run.js';
import type { Score, Trial } from '#model/run/trial.js';
import type { Verdict } from '#model/run/verdict.js';
import { compareRow, recompute, redecide } from '#run/collect/recompute.js';
import { run } from '#run/run.js';
import { caseWith } from '../support/prompt.js';
import { runRow } from '../support/run-row.js';
import { planOf, says, setUp } from './scripted-run.js';

const plan = planOf(says('green', 'yes', 3), says('red', 'yes', 2));
const result = await run(plan, setUp(({ case: name }) => ({ text: name === 'red' ? 'no' : 'yes' })).deps);

/** Returns the result with its first case replaced. */
function withFirst(change: (first: CaseResult) => Partial<CaseResult>): RunResult {
  const [first = assert.fail(), ...others] = result.cases;
  return { ...result, cases: [{ ...first, ...change(first) }, ...others] };
}

const withVerdict = (part: Partial<Verdict>) =>
  withFirst(({ verdicts }) => ({ verdicts: verdicts.map((verdict) => ({ ...verdict, ...part })) }));

test('an unchanged result agrees with its scores', () => {
  assert.deepEqual(recompute(plan, result), { total: 2, differences: [], contradictions: [] });
});

test('a verdict that differs from its scores is reported with both, even if only its text differs', () => {
  for (const part of [{ outcome: 'failed' }, { reason: 'all is well' }, { estimate: 0.5 }] as const) {
    const changed = withVerdict(part);
    const [before, now] = [changed.cases[0]?.verdicts[0], result.cases[0]?.verdicts[0]];
    assert.deepEqual(recompute(plan, changed).differences, [
      { case: 'green', about: 'every check holds', criterion: 'every_trial', stored: before, recomputed: now },
    ]);
  }
});

test('a missing verdict and an extra one are differences', () => {
  const [verdict = assert.fail()] = result.cases[0]?.verdicts ?? [];
  const told = (verdicts: readonly Verdict[]) =>
    recompute(
      plan,
      withFirst(() => ({ verdicts })),
    ).differences.map(({ about, criterion, stored, recomputed }) => [
      about,
      criterion,
      stored !== null,
      recomputed !== null,
    ]);
  assert.deepEqual(told([]), [['every check holds', 'every_trial', false, true]]);
  const other = { ...verdict, about: 'more', criterion: 'mean_gte' };
  assert.deepEqual(told([verdict, other]), [['more', 'mean_gte', true, false]]);
});

const contradictions: readonly (readonly [what: string, changed: RunResult, told: readonly string[]])[] = [
  [
    'that all passed',
    { ...result, all_passed: true },
    ['the run: all_passed is stored as true, and the scores say false'],
  ],
  [
    'the count of those that passed',
    { ...result, passed: 2 },
    ['the run: passed is stored as 2, and the scores say 1'],
  ],
  [
    'the names of those that failed',
    { ...result, failed_cases: [] },
    ['the run: failed_cases is stored as a list of 0, and the scores say a list of 1'],
  ],
  [
    'that nothing was written by hand',
    { ...result, replies: { ...result.replies, synthetic: 1 } },
    ['the run: synthetic is stored as false, and the scores say true'],
  ],
  [
    'that a case passed',
    withFirst(() => ({ passed: false })),
    ['case "green": passed is stored as false, and the scores say true'],
  ],
  [
    'a score that cannot be',
    withFirst(({ scores }) => ({
      scores: scores.map((score, at) => (at === 0 ? { ...score, value: 2, findings: [] } : score)),
    })),
    ['trial 1 has an impossible score of 2 ("every check holds")'],
  ],
  [
    'a trial that is not there',
    withFirst(({ trials }) => ({ trials: trials.slice(1) })),
    ['case "green": trial 1 is not among its trials'],
  ],
];

for (const [what, changed, told] of contradictions) {
  test(`a contradiction to the scores is reported: ${what}`, () => {
    const all = recompute(plan, changed).contradictions;
    for (const sentence of told)
      assert.ok(
        all.some((one) => one.endsWith(sentence)),
        `${sentence}\n${all.join('\n')}`,
      );
  });
}

test('a score off its scale is reported, and no verdict follows', () => {
  const changed = withFirst(({ scores }) => ({
    scores: scores.map((score) => (score.trial === 1 ? { ...score, value: 7 } : score)),
  }));
  const { total, differences, contradictions } = recompute(plan, changed);
  assert.deepEqual(
    [total, differences.map(({ case: name, recomputed }) => [name, recomputed])],
    [2, [['green', null]]],
  );
  assert.ok(
    contradictions.includes('case "green": trial 2 has an impossible score of 7 ("every check holds")'),
    contradictions.join('\n'),
  );
});

const made = runRow();

test('the row of a result agrees with it, whatever fields a later version adds', () => {
  assert.deepEqual(compareRow({ ...made }, made), []);
  assert.deepEqual(compareRow({ ...made, later: 1 }, made), []);
});

test('a different or missing field of the row is reported with both values', () => {
  assert.deepEqual(compareRow({ ...made, passed: made.passed + 1 }, made), [
    `the row in .eval.jsonl: passed is stored as ${made.passed + 1}, and the result says ${made.passed}`,
  ]);
  const { cost_usd: _, ...row } = made;
  assert.deepEqual(compareRow(row, made), [
    `the row in .eval.jsonl: cost_usd is stored as nothing, and the result says ${made.cost_usd}`,
  ]);
});

function caseOf(part: Partial<Case>): Case {
  return { ...caseWith('a', []), ...part };
}

function trial(index: number): Trial {
  return { case: 'a', index, turns: [], started_at: '2026-01-02T03:04:05.000Z', duration_s: 0, outcome: 'finished' };
}

/** Makes a result with a score for each of these trials. */
function stored(...values: readonly number[]): CaseResult {
  const scores = values.map((value, index): Score => ({ expectation: 0, trial: index, value, findings: [] }));
  const trials = values.map((_, index) => trial(index));
  const rest = { kind: 'prompt', passed: true, verdicts: [], sample_size: 99, stopped_at: 77 } as const;
  return { name: 'a', ...rest, trials, scores };
}

test('a result is decided by its scores, whatever its verdicts and stop', () => {
  const again = redecide(caseOf({ sample_size: 5 }), stored(1, 1, 0));
  assert.deepEqual([again.passed, again.sample_size, again.stopped_at], [false, 5, 3]);
  assert.deepEqual(
    again.verdicts.map(({ outcome, used }) => [outcome, used]),
    [['failed', 3]],
  );
});

test('scores that end before a case is settled leave it undecided', () => {
  const again = redecide(caseOf({ sample_size: 5 }), stored(1, 1));
  assert.deepEqual([again.passed, again.verdicts, again.stopped_at, again.trials.length], [null, [], null, 2]);
});

test('a trial without a score counts as missing, and no later trial decides', () => {
  const { scores, ...rest } = stored(1, 1, 0);
  const again = redecide(caseOf({ sample_size: 3 }), { ...rest, scores: scores.filter((score) => score.trial !== 1) });
  assert.equal(again.passed, null);
});

test('trials after the stop are ignored', () => {
  const again = redecide(caseOf({ sample_size: 5 }), stored(1, 0, 1, 1));
  assert.deepEqual([again.stopped_at, again.trials.length, again.scores.length], [2, 2, 2]);
});

test('the same scores can be decided by other criteria', () => {
  const one = caseOf({ sample_size: 10 });
  const criteria = [{ criterion: 'proportion_gte', params: { proportion: 0.5 } }];
  const expectations = one.expectations.map((expectation) => ({ ...expectation, criteria }));
  // Of 10, 9 or more are needed: P(Bin(10, 1/2) >= 9) = 11/1024, and 8 or more have a probability of 56/1024.
  const again = redecide({ ...one, expectations }, stored(1, 1, 1, 0, 1, 1, 1, 1, 1, 1));
  assert.deepEqual([again.passed, again.stopped_at], [true, null]);
  const short = redecide({ ...one, expectations }, stored(1, 0, 1, 0));
  assert.deepEqual([short.passed, short.stopped_at], [false, 4]);
});
