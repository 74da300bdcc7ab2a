import { caseOf, conversation, criterion, measured } from '../../support/statistical-case.js';
import type { VectorInput } from '../adapter.js';
import { decided, outcomeWords } from '../decided.js';

export function clusteredProportionAdapter(input: VectorInput) {
  const { clusters, op, threshold, proportion, alpha } = input as {
    clusters: number[][];
    op: string;
    threshold: number;
    proportion: number;
    alpha: number;
  };
  const spec = criterion(`proportion_${op}`, { threshold, proportion }, alpha);
  const grader = measured('per_turn.response_latency');
  const verdict = decided(caseOf(clusters.length, grader, [spec], { subject: conversation }), clusters);
  return {
    n_clusters: verdict.used,
    n_points: clusters.flat().length,
    estimate: verdict.estimate,
    pass_p: verdict.p_value,
    fail_p: verdict.fail_p,
    verdict: outcomeWords[verdict.outcome],
  };
}
