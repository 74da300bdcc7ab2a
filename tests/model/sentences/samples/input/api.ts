/** Sample parameters for the sentences of `api`. */
export const apiSamples = {
  'EVA_BAD_VALUE:definition_name': { of: 'metric', name: 'a b', advice: 'write letters, digits and _' },
  'EVA_BAD_VALUE:definition_taken': { of: 'metric', name: 'per_turn.response_latency' },
  'EVA_BAD_VALUE:definition_kind': { of: 'aggregation', value: 'sum', advice: 'write proportion or mean' },
  'EVA_BAD_VALUE:definition_cap': { least: 0, cap: 0 },
  'EVA_WRONG_TYPE:field': { name: 'judge_model', type: 'a text', isOptional: false },
} as const;
