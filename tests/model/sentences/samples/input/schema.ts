const name = { key: 'assert', item: 0 };

const known = [
  { key: 'threshold', note: 'beside metric' },
  { key: 'proportion', note: null },
];

const unknown = { key: 'proportoin', odd: '', home: null, meant: 'proportion', known, allowsAnchors: false };

/** Sample parameters for the sentences of `schema`. */
export const schemaSamples = {
  EVA_WRONG_TYPE: { name, kind: 'string', number: null, asked: ['object', 'array'], fix: 'list' },
  EVA_UNKNOWN_KEY: { ...unknown, meant: null, allowsAnchors: true },
  EVA_UNKNOWN_CHECK: unknown,
  'EVA_WRONG_TYPE:tool': { name: { key: 'tools', item: 0 } },
  'EVA_WRONG_TYPE:part': { name: { key: 'content', item: 0 } },
  'EVA_WRONG_TYPE:response_format': { instead: 'response_format: json' },
  'EVA_UNKNOWN_CHECK:typed': { type: 'contains', instead: 'contains: "refund"' },
  'EVA_UNKNOWN_CHECK:score': { key: 'weight' },
  EVA_UNKNOWN_CRITERION: unknown,
  'EVA_UNKNOWN_KEY:form': { key: '101', about: 'a level is a whole number of the scale, from 0 to 100' },
  EVA_MISSING_KEY: { key: 'name', owner: { key: 'cases', item: 1 }, about: 'Names the case in reports.' },
  'EVA_BAD_VALUE:choice': { name: { key: 'status', item: null }, value: 'redy', meant: 'ready', allowed: ['ready'] },
  'EVA_BAD_VALUE:system_in_case': {},
  'EVA_BAD_VALUE:constant': { name: { key: 'is_json', item: null }, value: 'true' },
  'EVA_BAD_VALUE:form': { name: { key: 'base_url', item: null }, about: 'Where the server listens: https://host/v1.' },
  EVA_EMPTY: { name: { key: null, item: null }, isBlank: false },
  'EVA_OUT_OF_RANGE:length': { name: { key: 'title', item: null }, limit: 200 },
  'EVA_OUT_OF_RANGE:items': { name: { key: 'stop', item: null }, limit: 16 },
  'EVA_OUT_OF_RANGE:number': {
    name: { key: 'temperature', item: null },
    value: 3,
    comparison: '<=',
    limit: 2,
    bounds: { minimum: 0, exclusiveMinimum: null, maximum: 2, exclusiveMaximum: null },
  },
  EVA_ONE_KEY: { name, keys: ['contains', 'max_tokens'] },
  'EVA_ONE_KEY:none': { name, keys: ['about'] },
} as const;
