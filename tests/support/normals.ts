import { createHash } from 'node:crypto';
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';

/** Returns reproducible standard normal numbers: the quantiles of the digests of "seed 0", "seed 1" and so on. */
export function normalsFrom(seed: string): () => number {
  let index = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed} ${index++}`).digest();
    return normalQuantile((digest.readUIntBE(0, 6) + 0.5) / 2 ** 48, 0, 1);
  };
}
