import { type FileBar, type FileCounts, fileMinN, neededInFile } from '#stats/hypergeometric.js';
import type { VectorInput } from '../../adapter.js';
import { decidedUnits, passesOf } from '../../decided-units.js';

export function fileClaimAdapter(input: VectorInput) {
  const { N, n, k, p0, alpha } = input as unknown as FileBar & FileCounts;
  const file = { claim: 'file', kept: N, kept_units: N, asked: n } as const;
  const { outcome, p_value, fail_p, interval } = decidedUnits(passesOf(k, n), file, { p0, alpha });
  return { need: neededInFile(N, p0), pass_p: p_value, fail_p, ...interval, verdict: outcome };
}

export function fileMinNAdapter(input: VectorInput) {
  return { n: fileMinN(input as unknown as FileBar) };
}
