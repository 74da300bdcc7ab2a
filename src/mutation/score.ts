import type { MutantResult, MutantSample, MutationScore } from '#model/run/mutation.js';
import { clopperPearsonLower } from '#stats/binomial.js';
import { fileUpperTail } from '#stats/hypergeometric.js';

const alpha = 0.05;

/**
 * Computes the share of killed mutants among those that were killed or survived. Of a sample, the lower bound is that of the share among all
 * mutants it was drawn from (exact, hypergeometric), else that of Clopper and Pearson. While replies are missing there is no share: killed mutants
 * end first. The bound then counts mutants without an end as survivors. A rejected mutant counts for neither.
 */
export function mutationScore(
  mutants: readonly Pick<MutantResult, 'result'>[],
  sample: MutantSample | null,
): MutationScore {
  const count = (result: MutantResult['result']) => mutants.filter((one) => one.result === result).length;
  const killed = count('killed');
  const of = killed + count('survived');
  if (of === 0) return { killed, of, value: null, lower: null };
  const unknown = count('unknown');
  const all = of + unknown;
  const lower = sample
    ? lowerOfAll(killed, all, Math.max(all, sample.of - count('rejected')))
    : clopperPearsonLower(killed, all, alpha);
  return { killed, of, value: unknown > 0 ? null : killed / of, lower };
}

/** Returns the lower bound of the share among N, of which n were drawn at random: the least one that a test at level alpha does not reject. */
function lowerOfAll(killed: number, n: number, N: number): number {
  let [low, high] = [killed, N - (n - killed)];
  while (low < high) {
    const K = (low + high) >> 1;
    if (fileUpperTail(killed, { N, K, n }) > alpha) high = K;
    else low = K + 1;
  }
  return low / N;
}
