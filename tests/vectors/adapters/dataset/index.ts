import type { Adapter } from '../../adapter.js';
import { mcnemarExactAdapter } from '../mcnemar_exact.js';
import { classF1Adapter, confusionAdapter } from './class_f1.js';
import { fileClaimAdapter, fileMinNAdapter } from './file_claim.js';
import { fileSeqPlanAdapter } from './file_seq_plan.js';
import { sliceRuleAdapter } from './slice_rule.js';
import { worBettingAdapter } from './wor_betting.js';

/** One adapter for each kind of vector about data sets. */
export const datasetAdapters: Readonly<Record<string, Adapter>> = {
  class_f1: classF1Adapter,
  confusion: confusionAdapter,
  file_claim: fileClaimAdapter,
  file_min_n: fileMinNAdapter,
  file_seq_plan: fileSeqPlanAdapter,
  mcnemar_exact: mcnemarExactAdapter,
  slice_rule: sliceRuleAdapter,
  wor_betting: worBettingAdapter,
};
