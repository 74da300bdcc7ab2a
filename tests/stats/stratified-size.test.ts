import assert from 'node:assert/strict';
import test from 'node:test';
import { fileUpperTail, logFileProbability, neededInFile } from '#stats/hypergeometric.js';
import { stratifiedP } from '#stats/label-estimates.js';
import { firstFrom } from '#stats/numbers.js';

const alpha = 0.05;

/** A file of which people pass one answer too few, and a judge that puts `rare` of the bad answers apart from all others. */
interface Setting {
  readonly judged: number;
  readonly labels: number;
  readonly bar: number;
  readonly rare: number;
  /** Which of the judge's words the rare answers got. */
  readonly apart: 'failed' | 'passed';
}

/** Returns the exact chance of a false pass: the sum over the number of rare answers in the sample, which is hypergeometric. */
function sizeOf({ judged, labels, bar, rare, apart }: Setting): number {
  const need = neededInFile(judged, bar);
  const others = judged - rare;
  const judge_passed = apart === 'failed' ? others : rare;
  let size = 0;
  for (let rares = 0; rares <= Math.min(rare, labels); rares++) {
    const sampled = labels - rares;
    const pOf = (passes: number) =>
      apart === 'failed'
        ? stratifiedP({ judged, judge_passed, m1: sampled, x1: passes, m0: rares, x0: 0 }, need)
        : stratifiedP({ judged, judge_passed, m1: rares, x1: 0, m0: sampled, x0: passes }, need);
    const least = firstFrom(0, sampled, (passes) => pOf(passes) < alpha);
    if (least === null) continue;
    const chance = Math.exp(logFileProbability(rares, { N: judged, K: rare, n: labels }));
    size += chance * fileUpperTail(least, { N: others, K: need - 1, n: sampled });
  }
  return size;
}

const settings: readonly Setting[] = [100, 120, 150, 200, 250, 300].flatMap((judged) =>
  [0.3, 0.4, 0.5, 0.7].flatMap((part) =>
    [0.8, 0.88, 0.9, 0.95].flatMap((bar) =>
      [1, 2, 3, 4]
        .filter((rare) => rare <= judged - neededInFile(judged, bar) + 1)
        .flatMap((rare) =>
          (['failed', 'passed'] as const).map((apart) => {
            return { judged, labels: Math.round(part * judged), bar, rare, apart };
          }),
        ),
    ),
  ),
);

test('by exact enumeration, no judge that puts a few bad answers apart makes a false claim pass in more than alpha of samples', () => {
  assert.ok(settings.length >= 700, `${settings.length} settings`);
  const sizes = settings.map((setting) => ({ ...setting, size: sizeOf(setting) }));
  assert.deepEqual(
    sizes.filter(({ size }) => size > alpha),
    [],
  );
  assert.ok(Math.max(...sizes.map(({ size }) => size)) > 0.9 * alpha);
});
