import assert from 'node:assert/strict';
import test from 'node:test';
import type { Verdict } from '#model/run/verdict.js';
import { caseOf, criterion, measured, passesOrNot, scoredFrom, times } from '../support/statistical-case.js';
import { decided } from '../vectors/decided.js';

/** Returns the number in `at least 94.9%`, in the unit of the bar; null if the text has no number. */
function shown({ words: { bound } }: Verdict): { readonly isLower: boolean; readonly value: number } | null {
  const [, side, figure] = /^at (least|most) ([-\d.]+)/.exec(bound ?? '') ?? [];
  if (figure === undefined) return null;
  return { isLower: side === 'least', value: Number(figure) / (bound?.endsWith('%') ? 100 : 1) };
}

/** Returns true if a bound that does not reach the bar reads as if it did; null if the bound is not shown or not near the bar. */
function misleads(verdict: Verdict, bar: number, wantsMore: boolean): boolean | null {
  const bound = shown(verdict);
  const exact = bound?.isLower ? verdict.interval?.lower : verdict.interval?.upper;
  if (!bound || exact === null || exact === undefined || Math.abs(exact - bar) > 0.05 * bar) return null;
  const isShort = wantsMore ? exact < bar : exact > bar;
  return isShort && (wantsMore ? bound.value >= bar : bound.value <= bar);
}

test('a bound of a rate below the bar is never shown as reaching the bar', () => {
  let near = 0;
  for (const proportion of [0.021, 0.03, 0.043, 0.1, 0.5, 0.8, 0.9, 0.95, 0.9496, 0.99]) {
    const rate = [criterion('proportion_gte', { proportion })];
    for (let n = 20; n <= 260; n += 7) {
      // The bound is somewhat below the observed rate: these are the numbers of passes whose bound may be near the bar.
      for (let passed = Math.floor(proportion * n); passed <= n && passed <= proportion * n + 14; passed++) {
        const verdict = decided(caseOf(n, passesOrNot, rate), [...times(passed, 1), ...times(n - passed, 0)]);
        const isMisleading = misleads(verdict, proportion, true);
        assert.notEqual(isMisleading, true, `${passed} of ${n}, bar ${proportion}: ${verdict.words.bound}`);
        near += isMisleading === null ? 0 : 1;
      }
    }
  }
  assert.ok(near > 100, `${near} bounds were near their bars`);
});

test('a bound of a mean beside the bar is never shown as reaching it, from either side', () => {
  let near = 0;
  const scores = (n: number, threshold: number) => caseOf(n, scoredFrom(1, 10), [criterion('mean_gte', { threshold })]);
  const seconds = (n: number, threshold: number) =>
    caseOf(n, measured('per_turn.response_latency'), [criterion('mean_lt', { threshold })]);
  const check = (verdict: Verdict, bar: number, wantsMore: boolean) => {
    const isMisleading = misleads(verdict, bar, wantsMore);
    assert.notEqual(isMisleading, true, `${verdict.words.bound} beside ${bar}: ${JSON.stringify(verdict.interval)}`);
    near += isMisleading === null ? 0 : 1;
  };
  for (const n of [20, 30, 50]) {
    for (let good = 0; good <= n; good++) {
      const high = [...times(good, 9), ...times(n - good, 5)];
      const quick = [...times(good, 1), ...times(n - good, 3)];
      const lower = decided(scores(n, 2), high).interval?.lower ?? 2;
      const upper = decided(seconds(n, 29), quick).interval?.upper ?? 29;
      for (const shift of [0.0004, 0.003, 0.02]) {
        const [above, below] = [Number((lower + shift).toFixed(3)), Number((upper - shift).toFixed(3))];
        check(decided(scores(n, above), high), above, true);
        check(decided(seconds(n, below), quick), below, false);
      }
    }
  }
  assert.ok(near > 100, `${near} bounds were near their bars`);
});
