/** Sample parameters for the sentences of `api`. */
export const apiSamples = {
  'EVA_NO_KEY:program': {
    role: 'judge',
    model: 'claude-opus-4-7',
    provider: 'anthropic',
    variable: 'ANTHROPIC_API_KEY',
  },
  'EVA_NO_PRICE:program': {
    need: 'budget',
    names: ['judge'],
    models: [{ model: 'judge', listed: null, variable: null }],
  },
  'EVA_BAD_VALUE:exclusive_options': { one: 'record', other: 'replay' },
  'EVA_BAD_VALUE:nul_character': { name: 'runs' },
  'EVA_BAD_VALUE:no_prompt_folder': { path: '/library/other/diff' },
  'EVA_BAD_VALUE:definition_name': { of: 'metric', name: 'a b', advice: 'write letters, digits and _' },
  'EVA_BAD_VALUE:definition_taken': { of: 'metric', name: 'per_turn.response_latency' },
  'EVA_BAD_VALUE:definition_kind': { of: 'aggregation', value: 'sum', advice: 'write proportion or mean' },
  'EVA_BAD_VALUE:definition_cap': { least: 0, cap: 0 },
  'EVA_DUPLICATE_NAME:definition': { kind: 'metrics', name: 'per_turn.questions' },
  'EVA_WRONG_TYPE:scenario': { number: 2 },
  'EVA_WRONG_TYPE:no_object': { taker: 'ScenarioTest', advice: 'title, given, when and then are needed' },
  'EVA_WRONG_TYPE:field': { name: 'judge_model', type: 'a text', isOptional: false },
  'EVA_UNKNOWN_KEY:field': { name: 'judge', meant: 'judge_model', known: ['judge_model', 'sample_size'] },
  'EVA_MISSING_KEY:field': { name: 'judge_model', isUndefined: true, advice: 'name the model that scores behaviours' },
} as const;
