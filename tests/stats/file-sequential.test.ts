import assert from 'node:assert/strict';
import test from 'node:test';
import type { Boundaries } from '#stats/boundaries.js';
import { type FileTest, fileBoundaries, filePlan, logFileRatio } from '#stats/file-sequential.js';
import { assertClose } from './close.js';

interface Walk {
  readonly end: 'pass' | 'stop_low' | null;
  readonly at: number;
}

function walk(order: readonly number[], { pass_at, stop_low }: Boundaries): Walk {
  let right = 0;
  for (const [look, passes] of pass_at.entries()) {
    right += order[look] ?? 0;
    if (passes !== null && right >= passes) return { end: 'pass', at: look + 1 };
    if (right <= (stop_low[look] ?? -1)) return { end: 'stop_low', at: look + 1 };
  }
  return { end: null, at: pass_at.length };
}

/** Returns what the rule does in every order of K right ones among N items: the order decides nothing but where the right ones are. */
function inEveryOrder(N: number, K: number, rule: Boundaries): { pass: number; mean_n: number } {
  const walks: Walk[] = [];
  for (let places = 0; places < 2 ** N; places++) {
    const order = Array.from({ length: N }, (_, item) => (places >> item) & 1);
    if (order.reduce((sum, one) => sum + one, 0) === K) walks.push(walk(order, rule));
  }
  return {
    pass: walks.filter(({ end }) => end === 'pass').length / walks.length,
    mean_n: walks.reduce((sum, { at }) => sum + at, 0) / walks.length,
  };
}

const small: readonly FileTest[] = [
  { N: 12, p0: 0.8, p1: 0.95, alpha: 0.2, futility: 0.2, n_max: 12 },
  { N: 12, p0: 0.5, p1: 0.9, alpha: 0.1, futility: 0.2, n_max: 9 },
  { N: 11, p0: 0.6, p1: 0.7, alpha: 0.3, futility: 0.4, n_max: 7 },
  { N: 10, p0: 1, p1: 1, alpha: 0.25, futility: 0.1, n_max: 9 },
  { N: 8, p0: 0.1, p1: 0.2, alpha: 0.05, futility: 0.2, n_max: 8 },
];

for (const plan of small) {
  const { N, p0, alpha, n_max } = plan;
  test(`${n_max} of ${N} items, bar ${p0}: level, power and mean equal those of every order`, () => {
    const rule = filePlan(plan);
    const unstopped = { pass_at: rule.pass_at, stop_low: rule.pass_at.map(() => null) };
    assertClose(rule.level, inEveryOrder(N, rule.need - 1, unstopped).pass, 1e-12, 1e-15);
    assertClose(rule.mean_n_k0, inEveryOrder(N, rule.need - 1, rule).mean_n, 1e-12);
    assertClose(rule.power, inEveryOrder(N, rule.k1, rule).pass, 1e-12, 1e-15);
    assertClose(rule.mean_n_k1, inEveryOrder(N, rule.k1, rule).mean_n, 1e-12);
    for (let K = 0; K < rule.need; K++) assert.ok(inEveryOrder(N, K, unstopped).pass <= alpha, `${K} right ones`);
  });
}

test('each boundary is where the likelihood ratio crosses its threshold, also in a file of ten thousand', () => {
  const [N, p0, p1, alpha, futility] = [10_000, 0.92, 0.93, 0.05, 0.2];
  const { pass_at, stop_low, need, k1 } = fileBoundaries({ N, p0, p1, alpha, futility, n_max: N });
  const ratio = (s: number, t: number) => logFileRatio(s, t, { N, K0: need - 1, K1: k1 });
  for (let t = 1; t < N; t += 37) {
    const passes = pass_at[t - 1] ?? null;
    const atMost = passes === null ? t : passes - 1;
    assert.ok(ratio(atMost, t) < Math.log(20), `look ${t}`);
    if (passes !== null) assert.ok(passes === need || ratio(passes, t) >= Math.log(20) - 1e-9, `look ${t}`);
    const stops = stop_low[t - 1] ?? -1;
    if (stops >= 0) assert.ok(ratio(stops, t) <= Math.log(0.2) + 1e-9, `look ${t}`);
    assert.ok(ratio(stops + 1, t) > Math.log(0.2), `look ${t}`);
  }
});

test('the level stays below alpha in files of many sizes, and one count fewer at the last look would exceed it', () => {
  for (const N of [50, 120, 500, 2000]) {
    for (const n_max of [Math.ceil(N / 2), N]) {
      const plan = filePlan({ N, p0: 0.9, p1: 0.97, alpha: 0.05, futility: 0.2, n_max });
      assert.ok(plan.level <= 0.05 && plan.level > 0.01, `${n_max} of ${N}: ${plan.level}`);
    }
  }
});

test('fifty thousand items are planned within seconds', () => {
  const started = performance.now();
  const file = { N: 50_000, p0: 0.92, p1: 0.921, alpha: 0.05, futility: 0.2 };
  const whole = filePlan({ ...file, n_max: 50_000 });
  const part = fileBoundaries({ ...file, n_max: 30_000 });
  assert.ok(whole.level < 0.05 && whole.power > 0.5);
  assert.equal(part.pass_at.length, 30_000);
  assert.ok(performance.now() - started < 60_000, `${performance.now() - started} ms`);
});

test('a claim that needs no item, and numbers outside the domain, are refused', () => {
  const good = { N: 10, p0: 0.8, p1: 0.9, alpha: 0.05, futility: 0.2, n_max: 10 };
  for (const bad of [{ p0: 0 }, { p1: 2 }, { alpha: 0 }, { futility: 1 }, { n_max: 11 }, { N: 9.5 }]) {
    assert.throws(() => fileBoundaries({ ...good, ...bad }), RangeError, JSON.stringify(bad));
  }
});
