import type { Adapter } from '../../adapter.js';
import { mcnemarExactAdapter } from '../mcnemar_exact.js';
import { classF1Adapter, confusionAdapter } from './class_f1.js';
import { clusterMeanAdapter, fixedItemsAdapter } from './clusters.js';
import { fileClaimAdapter, fileMinNAdapter } from './file_claim.js';
import { fileSeqPlanAdapter } from './file_seq_plan.js';
import { itemIdAdapter, itemOrderAdapter } from './items.js';
import { pairedEvalueAdapter, pairedMarginAdapter, pairedScoresAdapter, powerMarginAdapter } from './pairs.js';
import { sliceRuleAdapter } from './slice_rule.js';
import { stratifiedLabelsAdapter } from './stratified_labels.js';
import { worBettingAdapter } from './wor_betting.js';

/** One adapter for each kind of vector about data sets. */
export const datasetAdapters: Readonly<Record<string, Adapter>> = {
  class_f1: classF1Adapter,
  cluster_mean: clusterMeanAdapter,
  confusion: confusionAdapter,
  file_claim: fileClaimAdapter,
  file_min_n: fileMinNAdapter,
  file_seq_plan: fileSeqPlanAdapter,
  fixed_items: fixedItemsAdapter,
  item_id: itemIdAdapter,
  item_order: itemOrderAdapter,
  mcnemar_exact: mcnemarExactAdapter,
  paired_evalue: pairedEvalueAdapter,
  paired_margin: pairedMarginAdapter,
  paired_scores: pairedScoresAdapter,
  power_margin: powerMarginAdapter,
  slice_rule: sliceRuleAdapter,
  stratified_labels: stratifiedLabelsAdapter,
  wor_betting: worBettingAdapter,
};
