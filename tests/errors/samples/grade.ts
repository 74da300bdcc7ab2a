/** Sample parameters for the sentences of `grade`. */
export const gradeSamples = {
  'EVA_UNKNOWN_CHECK:operator': { op: 'contain', meant: 'contains', known: ['contains', 'equals'] },
  'EVA_BAD_CHECK:empty_text': { op: 'contains' },
  'EVA_BAD_CHECK:not_text': { op: 'contains' },
  'EVA_BAD_CHECK:not_texts': { op: 'contains_any' },
  'EVA_BAD_CHECK:not_count': { op: 'max_tokens' },
  'EVA_BAD_CHECK:not_true': { op: 'is_json' },
  'EVA_BAD_CHECK:not_command': { op: 'command' },
  'EVA_BAD_CHECK:nul_character': { op: 'command' },
  'EVA_BAD_CHECK:not_json_value': { op: 'json_value' },
  'EVA_BAD_CHECK:not_pointer': { op: 'json_value', written: 'total' },
  'EVA_BAD_CHECK:not_distance': { op: 'json_value' },
  'EVA_BAD_REGEX:invalid': { op: 'matches', flaw: 'unterminated group' },
  'EVA_BAD_REGEX:unchecked': { op: 'matches', limit_s: 10 },
  'EVA_BAD_SCHEMA:invalid': { op: 'json_schema', flaw: '"$async" is not JSON Schema' },
  'EVA_BAD_SCHEMA:slow': { op: 'json_schema', limit_s: 5 },
  'EVA_BAD_SCHEMA:unchecked': { op: 'json_schema', limit_s: 10 },
} as const;
