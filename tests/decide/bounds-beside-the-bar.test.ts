import assert from 'node:assert/strict';
import test from 'node:test';
import { decideCase } from '#decide/decide-case.js';
import type { Grader } from '#model/case.js';
import type { Verdict } from '#model/verdict.js';
import {
  caseOf,
  criterion,
  type Example,
  measured,
  passesOrNot,
  scoredFrom,
  scoresOf,
  times,
} from '../support/statistical-case.js';

/** The number in `at least 94.9%`, in the unit of the bar; null where no number is shown. */
function shown({ words: { bound } }: Verdict): { readonly isLower: boolean; readonly value: number } | null {
  const [, side, figure] = /^at (least|most) ([-\d.]+)/.exec(bound ?? '') ?? [];
  if (figure === undefined) return null;
  return { isLower: side === 'least', value: Number(figure) / (bound?.endsWith('%') ? 100 : 1) };
}

/** Whether the bound does not reach the bar, and is shown as reaching it; null if it is not shown, or is not near the bar. */
function misleads(verdict: Verdict, bar: number, wantsMore: boolean): boolean | null {
  const bound = shown(verdict);
  const exact = bound?.isLower ? verdict.interval?.lower : verdict.interval?.upper;
  if (!bound || exact === null || exact === undefined || Math.abs(exact - bar) > 0.05 * bar) return null;
  const isShort = wantsMore ? exact < bar : exact > bar;
  return isShort && (wantsMore ? bound.value >= bar : bound.value <= bar);
}

function decided(grader: Grader, name: string, params: Parameters<typeof criterion>[1], trials: readonly Example[]) {
  const one = caseOf(trials.length, grader, [criterion(name, params)], { stop_early: false });
  return decideCase(one, scoresOf(trials)).verdicts[0] ?? assert.fail();
}

test('a bound of a rate that does not reach the bar is not shown as reaching it', () => {
  let near = 0;
  for (const proportion of [0.021, 0.03, 0.043, 0.1, 0.5, 0.8, 0.9, 0.95, 0.9496, 0.99]) {
    for (let n = 20; n <= 260; n += 3) {
      // The bound is somewhat below the observed rate: these are the numbers of passes whose bound may be near the bar.
      for (let passed = Math.floor(proportion * n); passed <= n && passed <= proportion * n + 14; passed++) {
        const verdict = decided(passesOrNot, 'proportion_gte', { proportion }, [
          ...times(passed, 1),
          ...times(n - passed, 0),
        ]);
        const isMisleading = misleads(verdict, proportion, true);
        assert.notEqual(isMisleading, true, `${passed} of ${n}, bar ${proportion}: ${verdict.words.bound}`);
        near += isMisleading === null ? 0 : 1;
      }
    }
  }
  assert.ok(near > 100, `${near} bounds were near their bars`);
});

test('nor that of a mean of scores, or of a mean of seconds from above', () => {
  let near = 0;
  const sizes = [20, 30, 40, 60];
  for (const n of sizes) {
    for (let good = 0; good <= n; good++) {
      const scores = [...times(good, 9), ...times(n - good, 5)];
      const seconds = [...times(good, 1), ...times(n - good, 3)];
      const rough = decided(scoredFrom(1, 10), 'mean_gte', { threshold: 2 }, scores).interval?.lower ?? 2;
      const slow =
        decided(measured('per_turn.response_latency'), 'mean_lt', { threshold: 29 }, seconds).interval?.upper ?? 29;
      for (const shift of [0.0004, 0.003, 0.02]) {
        const bar = Number((rough + shift).toFixed(3));
        const above = Number((slow - shift).toFixed(3));
        for (const [verdict, at, wantsMore] of [
          [decided(scoredFrom(1, 10), 'mean_gte', { threshold: bar }, scores), bar, true],
          [decided(measured('per_turn.response_latency'), 'mean_lt', { threshold: above }, seconds), above, false],
        ] as const) {
          const isMisleading = misleads(verdict, at, wantsMore);
          assert.notEqual(
            isMisleading,
            true,
            `${verdict.words.bound} beside ${at}: ${JSON.stringify(verdict.interval)}`,
          );
          near += isMisleading === null ? 0 : 1;
        }
      }
    }
  }
  assert.ok(near > 100, `${near} bounds were near their bars`);
});
