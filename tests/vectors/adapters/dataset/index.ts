import type { Adapter } from '../../adapter.js';
import { mcnemarExactAdapter } from '../mcnemar_exact.js';
import { fileClaimAdapter, fileMinNAdapter } from './file_claim.js';
import { fileSeqPlanAdapter } from './file_seq_plan.js';
import { worBettingAdapter } from './wor_betting.js';

/** One adapter for each kind of vector about data sets. */
export const datasetAdapters: Readonly<Record<string, Adapter>> = {
  file_claim: fileClaimAdapter,
  file_min_n: fileMinNAdapter,
  file_seq_plan: fileSeqPlanAdapter,
  mcnemar_exact: mcnemarExactAdapter,
  wor_betting: worBettingAdapter,
};
