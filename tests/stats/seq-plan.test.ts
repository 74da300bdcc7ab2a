import assert from 'node:assert/strict';
import test from 'node:test';
import { fixedBoundaries, operating } from '#stats/boundaries.js';
import { seqPlan } from '#stats/sequential-plan.js';
import { operatingByEnumeration } from './enumeration.js';

function assertClose(actual: number, expected: number, within: number, what = ''): void {
  assert.ok(Math.abs(actual - expected) <= within, `${what} ${actual} is not ${expected} within ${within}`);
}

/**
 * Mean trials of the fixed test, with curtailment, and of this design: well above p1, at p1, midway, at p0,
 * below p0 and far below. Each row has the level, the power asked for, p0, p1, the fixed n, the horizon and futility.
 */
const published: readonly { test: readonly number[]; means: string }[] = [
  { test: [0.05, 0.8, 0.5, 0.7, 37, 50, 0.2], means: '27/12 33/27 32/27 28/18 20/7 14/4' },
  { test: [0.05, 0.8, 0.75, 0.9, 45, 52, 0.2], means: '40/21 42/30 36/27 28/17 18/8 10/3' },
  { test: [0.05, 0.8, 0.8, 0.9, 82, 111, 0.2], means: '74/34 77/59 68/56 54/36 37/15 22/7' },
  { test: [0.05, 0.8, 0.9, 0.97, 76, 130, 0.3], means: '74/47 71/59 55/48 39/28 24/13 13/6' },
  { test: [0.05, 0.8, 0.95, 0.99, 124, 174, 0.3], means: '122/79 118/85 86/63 59/36 33/16 18/7' },
  { test: [0.05, 0.8, 0.99, 0.998, 628, 1131, 0.3], means: '625/403 602/442 432/330 294/186 167/80 88/34' },
  { test: [0.05, 0.9, 0.75, 0.9, 55, 69, 0.1], means: '49/21 51/35 46/38 36/25 22/10 13/4' },
  { test: [0.05, 0.9, 0.9, 0.97, 103, 145, 0.1], means: '99/48 99/70 82/73 59/45 35/20 19/9' },
  { test: [0.05, 0.9, 0.95, 0.99, 153, 215, 0.1], means: '150/84 149/104 115/99 79/60 44/27 24/12' },
  { test: [0.01, 0.8, 0.75, 0.9, 65, 92, 0.2], means: '59/32 61/49 49/40 36/20 22/8 13/3' },
  { test: [0.01, 0.8, 0.9, 0.97, 127, 216, 0.3], means: '123/73 120/94 88/68 60/31 35/13 19/6' },
  { test: [0.01, 0.9, 0.9, 0.97, 156, 219, 0.1], means: '150/74 151/110 117/101 80/50 47/20 26/9' },
];

for (const { test: row, means } of published) {
  const [alpha = 0, power = 0, p0 = 0, p1 = 0, n = 0, n_max = 0, futility = 0] = row;
  test(`p0 ${p0} against ${p1} at level ${alpha}, power ${power}: mean trials equal the published table`, () => {
    const fixed = fixedBoundaries(n, p0, alpha);
    const plan = seqPlan({ p0, p1, alpha, futility, n_max });
    const margin = p1 - p0;
    const rates = [1 - (1 - p1) / 3, p1, (p0 + p1) / 2, p0, p0 - margin, Math.max(0.02, p0 - 3 * margin)];
    for (const [index, cell] of means.split(' ').entries()) {
      const [fixedMean = 0, mean = 0] = cell.split('/').map(Number);
      const rate = rates[index] ?? 0;
      // The table is rounded to whole trials, halves up or down.
      assertClose(operating(fixed, rate).mean_n, fixedMean, 0.56, `fixed at ${rate}`);
      assertClose(operating(plan, rate).mean_n, mean, 0.56, `sequential at ${rate}`);
    }
    assert.ok(plan.power >= power && plan.level < alpha);
    assertClose(plan.asn_p0, operating(plan, p0).mean_n, 1e-12);
  });
}

test('the level equals an enumeration without futility stops, and is below alpha', () => {
  for (const [p0, p1, alpha, n_max] of [
    [0.5, 0.8, 0.05, 12],
    [0.3, 0.7, 0.1, 9],
    [0.6, 0.9, 0.01, 13],
    [0.5, 0.9, 0.5, 7],
  ] as const) {
    const plan = seqPlan({ p0, p1, alpha, futility: 0.3, n_max });
    const unstopped = { pass_at: plan.pass_at, stop_low: plan.pass_at.map(() => null) };
    assertClose(plan.level, operatingByEnumeration(unstopped, p0).pass, 1e-12);
    assert.ok(plan.level < alpha);
    assertClose(plan.power, operatingByEnumeration(plan, p1).pass, 1e-12);
    assertClose(plan.asn_p1, operatingByEnumeration(plan, p1).mean_n, 1e-12);
  }
});

test('one success fewer at the last look would exceed alpha', () => {
  const plan = seqPlan({ p0: 0.5, p1: 0.8, alpha: 0.05, futility: 0.2, n_max: 12 });
  const last = plan.pass_at.at(-1);
  assert.equal(last, 10);
  const pass_at = [...plan.pass_at.slice(0, -1), 9];
  assert.ok(operatingByEnumeration({ pass_at, stop_low: pass_at.map(() => null) }, 0.5).pass >= 0.05);
});

test('no number of successes is both a pass and a stop without a pass', () => {
  for (const [p0, p1] of [
    [0.5, 0.9],
    [0.5, 0.7],
    [0.9, 0.97],
  ] as const) {
    for (let n_max = 1; n_max < 300; n_max += 13) {
      const { pass_at, stop_low } = seqPlan({ p0, p1, alpha: 0.05, futility: 0.9, n_max });
      pass_at.forEach((needed, look) => {
        assert.ok((needed ?? Number.POSITIVE_INFINITY) > (stop_low[look] ?? -1), `n_max=${n_max} look=${look}`);
      });
    }
  }
});

test('if no outcome can pass, every number of successes is out of reach', () => {
  assert.deepEqual(seqPlan({ p0: 0.9, p1: 0.97, alpha: 0.05, futility: 0.2, n_max: 3 }), {
    pass_at: [null, null, null],
    stop_low: [1, 2, 3],
    level: 0,
    power: 0,
    asn_p0: 1,
    asn_p1: 1,
  });
});

test('a probability of exactly alpha does not pass: one success at p0 = alpha = 0.5', () => {
  assert.deepEqual(seqPlan({ p0: 0.5, p1: 0.7, alpha: 0.5, futility: 0.2, n_max: 1 }).pass_at, [null]);
  assert.deepEqual(seqPlan({ p0: 0.4, p1: 0.7, alpha: 0.5, futility: 0.2, n_max: 1 }).pass_at, [1]);
});

test('a test of a hundred thousand trials keeps its level', () => {
  const plan = seqPlan({ p0: 0.9, p1: 0.905, alpha: 0.05, futility: 0.2, n_max: 100_000 });
  assert.ok(plan.level < 0.05 && plan.level > 0.0499);
  assert.ok(plan.power > 0.8);
});

test('rates in the wrong order, levels outside (0, 1) and invalid horizons are refused', () => {
  const good = { p0: 0.5, p1: 0.8, alpha: 0.05, futility: 0.2, n_max: 10 };
  for (const bad of [{ p1: 0.5 }, { p1: 1 }, { p0: 0 }, { alpha: 0 }, { alpha: 1 }, { futility: 0 }, { n_max: 1.5 }]) {
    assert.throws(() => seqPlan({ ...good, ...bad }), RangeError, JSON.stringify(bad));
  }
});
