import assert from 'node:assert/strict';
import test from 'node:test';
import { casePasses, decideCase } from '#decide/watch-case.js';
import type { Score } from '#model/run/trial.js';
import { correctLevels } from '#run/plan/feasibility.js';
import { binomialUpperTail } from '#stats/binomial.js';
import { gatesOf, lines } from '../gate/gate-world.js';
import { runRow } from '../support/run-row.js';
import { caseOf, criterion, passesOrNot } from '../support/statistical-case.js';
import { randomFrom } from './mutate.js';

const alpha = 0.05;
const bar = 0.9;
const n = 120;
const users = 1000;
const patience = 20;
const one = caseOf(n, passesOrNot, [criterion('proportion_gte', { proportion: bar }, alpha)], { stop_early: false });

/** The case as it is planned for attempt j. */
type Levels = (attempt: number) => typeof one;
const corrected: Levels = (attempt) => correctLevels([one], attempt)[0] ?? one;
const uncorrected: Levels = () => one;

/** Whether so many passing trials of n pass the case: `decideCase` is asked once for each number, since a whole sample has no order. */
function deciding(levels: Levels): (attempt: number, passing: number) => boolean {
  const known = new Map<string, boolean>();
  return (attempt, passing) => {
    const key = `${attempt} ${passing}`;
    const decided = known.get(key) ?? casePasses(decideCase(levels(attempt), scoresOf(passing)).verdicts);
    known.set(key, decided);
    return decided;
  };
}

function scoresOf(passing: number): readonly Score[] {
  return Array.from({ length: n }, (_, trial) => ({
    trial,
    expectation: 0,
    value: trial < passing ? 1 : 0,
    findings: [],
  }));
}

/** The number of the first attempt that passed, of each user whose patience brought one. */
function greenAttempts(levels: Levels, seed: number): readonly number[] {
  const passes = deciding(levels);
  const random = randomFrom(seed);
  return Array.from({ length: users }).flatMap(() => {
    for (let attempt = 1; attempt <= patience; attempt += 1) {
      const passing = Array.from({ length: n }).filter(() => random() < bar).length;
      if (passes(attempt, passing)) return [attempt];
    }
    return [];
  });
}

/** Whether promote opens the gate to ready for a user whose attempt j was the first to pass. */
function isReady(attempt: number, levels: Levels): boolean {
  const planned = levels(attempt);
  const level = planned.expectations[0]?.criteria[0]?.significance_level ?? null;
  const verdict = {
    case: one.name,
    criterion: 'proportion_gte',
    outcome: 'passed',
    significance_level: level,
  } as const;
  const row = runRow({ total: 1, passed: 1, verdicts: [verdict], try: attempt });
  const red = { outcome: 'failed', red: true } as const;
  const before = Array.from({ length: attempt - 1 }, (_, index) => lines(`red-${index}`, {}, red)).flat();
  const gates = gatesOf({
    prompt: { promotion: { tries: 'corrected' } },
    cases: [one],
    runs: [row],
    attempts: [...before, ...lines(row.run_id, {})],
  });
  return gates.every((gate) => gate.met);
}

/** The exact chance that attempt j passes at a true rate on the bar. */
function chanceOf(levels: Levels, attempt: number): number {
  const passes = deciding(levels);
  const least = Array.from({ length: n + 1 }, (_, passing) => passing).find((passing) => passes(attempt, passing));
  return least === undefined ? 0 : binomialUpperTail(least, n, bar);
}

const attempts = Array.from({ length: patience }, (_, index) => index + 1);
const everPasses = (levels: Levels) =>
  1 - attempts.reduce((never, attempt) => never * (1 - chanceOf(levels, attempt)), 1);

test('of 1,000 impatient users at a true rate on the bar at most 5 % ever reach ready where tries are corrected', (t) => {
  const green = greenAttempts(corrected, 7);
  const ready = green.filter((attempt) => isReady(attempt, corrected)).length;
  t.diagnostic(`${ready} of ${users} reached ready, exactly ${(100 * everPasses(corrected)).toFixed(2)} % do`);
  assert.equal(ready, green.length, 'whoever passes at the level of his attempt may go on');
  assert.ok(ready > 0 && ready <= alpha * users, `${ready} reached ready`);
});

test('without correction most of them pass, and the gate of corrected tries lets none of those through', (t) => {
  const green = greenAttempts(uncorrected, 7);
  t.diagnostic(`${green.length} of ${users} passed, exactly ${(100 * everPasses(uncorrected)).toFixed(1)} % do`);
  assert.ok(green.length > 0.4 * users, `${green.length} passed`);
  assert.equal(green.filter((attempt) => isReady(attempt, uncorrected)).length, 0);
});

test('the exact chances of all attempts sum to the level at most, each below its own', () => {
  const chances = attempts.map((attempt) => chanceOf(corrected, attempt));
  for (const [index, chance] of chances.entries())
    assert.ok(chance < alpha / ((index + 1) * (index + 2)), `${index + 1}`);
  assert.ok(chances.reduce((sum, chance) => sum + chance, 0) < alpha);
  assert.ok(everPasses(corrected) < alpha && everPasses(uncorrected) > 0.4);
});
