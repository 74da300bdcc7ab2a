/** Sample parameters for the sentences of `decide`. */
export const decideSamples = {
  'EVA_BAD_CRITERIA:vacuous_threshold': { metric: 'response_latency', low: '0 s', high: '30 s', threshold: '45 s' },
  'EVA_BAD_CRITERIA:constant_metric': { metric: 'turn_count', value: '1' },
  'EVA_BAD_CRITERIA:bar_out_of_range': { criterion: 'proportion_within', bar: 1 },
  'EVA_BAD_CRITERIA:bad_level': { level: 1.5 },
  'EVA_BAD_CRITERIA:extreme_bar': { claim: 'the mean cost is below $1' },
  'EVA_BAD_CRITERIA:mean_without_cap': { metric: 'cost', comparison: 'lt' },
  'EVA_BAD_CRITERIA:pooled_answers': { claim: 'the mean score is at least 7' },
  'EVA_BAD_CRITERIA:mean_out_of_range': { metric: 'score', low: '1', high: '10', threshold: 11 },
  'EVA_BAD_CRITERIA:people_without_rubric': null,
} as const;
