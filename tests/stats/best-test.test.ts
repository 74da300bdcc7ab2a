import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { bestTest } from '#stats/best-test.js';
import { sampleSize } from '#stats/binomial.js';
import { type Boundaries, fixedBoundaries, operating } from '#stats/boundaries.js';
import type { SeqPlan } from '#stats/sequential-plan.js';
import { fraction, isBelow, operatingExactly, toNumber } from './exact-operating.js';

interface Design {
  readonly p0: string;
  readonly p1: string;
  readonly alpha: string;
  readonly n_max: number;
}

function planOf({ p0, p1, alpha, n_max }: Design): SeqPlan | null {
  return bestTest({ p0: Number(p0), p1: Number(p1), alpha: Number(alpha), power: 0.8, n_max });
}

function worked(design: Design): SeqPlan {
  const plan = planOf(design);
  assert.ok(plan, `no test for ${JSON.stringify(design)}`);
  return plan;
}

/** Checks a design in exact arithmetic. Returns its mean numbers of trials at p0 and p1. */
function verified(design: Design): readonly [number, number] {
  const plan = worked(design);
  const [atP0, atP1] = [design.p0, design.p1].map((rate) => operatingExactly(plan, fraction(rate)));
  assert.ok(atP0 && atP1);
  const said = JSON.stringify(design);
  assert.ok(atP0.isDecided && atP1.isDecided, `${said}: a run can end undecided`);
  assert.ok(isBelow(atP0.pass, fraction(design.alpha)), `${said}: level ${toNumber(atP0.pass)}`);
  assert.ok(!isBelow(atP1.pass, fraction('0.8')), `${said}: power ${toNumber(atP1.pass)}`);
  assert.ok(Math.abs(plan.level - toNumber(atP0.pass)) < 1e-12 && Math.abs(plan.power - toNumber(atP1.pass)) < 1e-12);
  const means = [toNumber(atP0.mean_n), toNumber(atP1.mean_n)] as const;
  assert.ok(Math.abs(plan.asn_p0 - means[0]) < 1e-9 && Math.abs(plan.asn_p1 - means[1]) < 1e-9);
  return means;
}

/**
 * Bar, planned rate, horizon, sample size of the exact binomial test, least saving at the planned rate in %, and the mean numbers of trials
 * at 1 - (1 - p1)/3, at p1, at p0 and at p0 - (p1 - p0), from an independent computation.
 */
const published = [
  { rates: ['0.5', '0.7'], n_max: 50, fixed: 37, saved: 34.5, means: '12.1 24.1 16.5 7.2' },
  { rates: ['0.75', '0.9'], n_max: 52, fixed: 45, saved: 39, means: '20.4 27.4 15.9 7.2' },
  { rates: ['0.9', '0.97'], n_max: 96, fixed: 76, saved: 28, means: '46.4 54.4 28.2 13.5' },
  { rates: ['0.9', '0.97'], n_max: 130, fixed: 76, saved: 30, means: '44.1 52.9 26.8 12.7' },
  { rates: ['0.95', '0.99'], n_max: 136, fixed: 124, saved: 35, means: '76.3 79.7 36.8 17.8' },
  { rates: ['0.95', '0.99'], n_max: 174, fixed: 124, saved: 36.5, means: '73.8 78.2 34.7 15.8' },
] as const;

for (const { rates, n_max, fixed, saved, means } of published) {
  const [p0, p1] = rates;
  test(`${p0} against ${p1} in at most ${n_max} trials: exact level and power, mean trials of the published table`, () => {
    const design = { p0, p1, alpha: '0.05', n_max };
    const [, atP1] = verified(design);
    const plan = worked(design);
    const [bar, planned] = [Number(p0), Number(p1)];
    assert.equal(sampleSize({ p0: bar, p1: planned, alpha: 0.05, power: 0.8 }).n_first, fixed);
    assert.ok(1 - atP1 / fixed >= saved / 100, `saves ${100 * (1 - atP1 / fixed)} %`);
    const at = [1 - (1 - planned) / 3, planned, bar, bar - (planned - bar)];
    assert.equal(at.map((rate) => operating(plan, rate).mean_n.toFixed(1)).join(' '), means);
  });
}

/** Levels of a second, third and fourth attempt, and bars of other kinds. */
const others: readonly Design[] = [
  ...['0.025', '0.01', '0.008333333333333333', '0.004166666666666667'].map((alpha) => ({
    p0: '0.9',
    p1: '0.97',
    alpha,
    n_max: 250,
  })),
  { p0: '0.5', p1: '0.85', alpha: '0.05', n_max: 1000 },
  { p0: '0.1', p1: '0.3', alpha: '0.05', n_max: 60 },
  { p0: '0.02', p1: '0.9', alpha: '0.05', n_max: 5 },
  { p0: '0.95', p1: '0.985', alpha: '0.05', n_max: 160 },
  { p0: '0.9', p1: '0.93', alpha: '0.05', n_max: 1000 },
];

for (const design of others) {
  test(`${JSON.stringify(design)}: exact level and power`, () => {
    verified(design);
  });
}

test("a design exists at every horizon from the exact test's sample size on, and at none far below it", () => {
  for (const { rates, fixed } of published) {
    const design = { p0: rates[0], p1: rates[1], alpha: '0.05' };
    for (const n_max of [fixed, fixed + 1, fixed + 3, fixed + 7, 2 * fixed]) verified({ ...design, n_max });
    assert.equal(planOf({ ...design, n_max: Math.floor(fixed / 2) }), null);
  }
  assert.equal(planOf({ p0: '0.9', p1: '0.97', alpha: '0.05', n_max: 0 }), null);
  for (const alpha of ['0.2', '0.05', '0.025']) {
    for (let percent = 5; percent < 90; percent += 7) {
      const bar = { p0: (percent / 100).toFixed(2), p1: (1 - 0.3 * (1 - percent / 100)).toFixed(3) };
      const target = { p0: Number(bar.p0), p1: Number(bar.p1), alpha: Number(alpha), power: 0.8 };
      verified({ ...bar, alpha, n_max: sampleSize(target).n_first ?? 0 });
    }
  }
});

test('the best test never takes more trials on average than the curtailed exact test', () => {
  for (const { rates, fixed } of published) {
    const [p0, p1] = [Number(rates[0]), Number(rates[1])];
    const plan = worked({ p0: rates[0], p1: rates[1], alpha: '0.05', n_max: fixed });
    const curtailed = fixedBoundaries(fixed, p0, 0.05);
    const sum = operating(curtailed, p0).mean_n + operating(curtailed, p1).mean_n;
    assert.ok(plan.asn_p0 + plan.asn_p1 < sum);
  }
});

test('an enumeration finds no better test of at most five trials', () => {
  const tests = allTests(5);
  for (const [p0, p1, alpha] of [
    [0.3, 0.85, 0.15],
    [0.2, 0.8, 0.1],
    [0.4, 0.9, 0.2],
    [0.1, 0.6, 0.12],
  ] as const) {
    const plan = bestTest({ p0, p1, alpha, power: 0.8, n_max: 5 });
    assert.ok(plan);
    const best = tests.reduce((least, boundaries) => {
      const [atP0, atP1] = [operating(boundaries, p0), operating(boundaries, p1)];
      return atP0.pass < alpha && atP1.pass >= 0.8 ? Math.min(least, atP0.mean_n + atP1.mean_n) : least;
    }, Number.POSITIVE_INFINITY);
    assert.ok(Math.abs(plan.asn_p0 + plan.asn_p1 - best) < 1e-9, `${plan.asn_p0 + plan.asn_p1} and ${best}`);
  }
});

/** Lists all designs: every pair of bounds for every look. */
function allTests(n: number): Boundaries[] {
  let tests: Boundaries[] = [{ pass_at: [], stop_low: [] }];
  for (let t = 1; t <= n; t++) {
    const pairs = Array.from({ length: t + 2 }, (_, pass) =>
      Array.from({ length: pass + 1 }, (_, index) => ({ pass, stop: index - 1 })),
    ).flat();
    const allowed = pairs.filter(({ pass, stop }) => pass > stop && (t < n || pass === stop + 1));
    tests = tests.flatMap(({ pass_at, stop_low }) =>
      allowed.map(({ pass, stop }) => ({ pass_at: [...pass_at, pass], stop_low: [...stop_low, stop] })),
    );
  }
  return tests;
}

test('replacing a failure with a success never loses a pass, so the level holds below the bar too', () => {
  const plan = worked({ p0: '0.75', p1: '0.9', alpha: '0.05', n_max: 52 });
  const passes = (outcomes: readonly boolean[]) => {
    let successes = 0;
    for (const [look, outcome] of outcomes.entries()) {
      successes += Number(outcome);
      if (successes >= (plan.pass_at[look] ?? Number.POSITIVE_INFINITY)) return true;
      if (successes <= (plan.stop_low[look] ?? -1)) return false;
    }
    return false;
  };
  // Nine in ten trials succeed, since few runs pass with fewer; then each success may become a failure.
  const outcome = fc.record({ better: fc.integer({ min: 0, max: 9 }), spoilt: fc.integer({ min: 0, max: 9 }) });
  let passed = 0;
  fc.assert(
    fc.property(fc.array(outcome, { minLength: 52, maxLength: 52 }), (trials) => {
      const better = trials.map((trial) => trial.better > 0);
      const worse = trials.map((trial) => trial.better > 0 && trial.spoilt > 0);
      if (passes(worse)) assert.ok(passes(better));
      passed += Number(passes(worse));
    }),
    { seed: 41, numRuns: 2000 },
  );
  assert.ok(passed > 100, 'nothing was compared');
  for (const rate of ['0.1', '0.6', '0.74']) {
    assert.ok(isBelow(operatingExactly(plan, fraction(rate)).pass, operatingExactly(plan, fraction('0.75')).pass));
  }
});

test('rates in the wrong order, levels and powers outside (0, 1) and invalid horizons are refused', () => {
  const good = { p0: 0.5, p1: 0.8, alpha: 0.05, power: 0.8, n_max: 30 };
  for (const bad of [{ p1: 0.5 }, { p1: 1 }, { p0: 0 }, { alpha: 0 }, { alpha: 1 }, { power: 1 }, { n_max: 1.5 }]) {
    assert.throws(() => bestTest({ ...good, ...bad }), RangeError, JSON.stringify(bad));
  }
});

test('a search over 1,000 trials takes seconds of CPU time, not minutes, whatever the rates', () => {
  for (const { p0, p1 } of [
    { p0: 0.5, p1: 0.54 },
    { p0: 0.9, p1: 0.923 },
    { p0: 0.99, p1: 0.997 },
  ]) {
    const before = process.cpuUsage();
    assert.ok(bestTest({ p0, p1, alpha: 0.05, power: 0.8, n_max: 1000 }));
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 30e6, `${p0} against ${p1}: ${(user + system) / 1000} ms`);
  }
});
