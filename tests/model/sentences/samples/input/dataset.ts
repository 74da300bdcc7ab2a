/** Sample parameters for the sentences of `dataset`. */
export const datasetSamples = {
  'EVA_DATA_SYNTAX:json': { flaw: 'unexpected' as const, found: ',' },
  'EVA_DATA_SYNTAX:not_mapping': { is: 'a list' },
  'EVA_DATA_VALUE:missing': { field: 'label' },
  'EVA_DATA_VALUE:null': { field: 'label' },
  'EVA_DATA_SYNTAX:not_list': { list: 'examples' },
  'EVA_DATA_ID:unknown': { id: 't-9', nearest: 't-8' },
  'EVA_DATA_LARGE:file': { limit: 64 * 1024 ** 2 },
  'EVA_DATA_LARGE:items': { limit: 1_000_000 },
  'EVA_DATA_LARGE:item': { limit: 1024 ** 2 },
  'EVA_DATA_LARGE:quote': { limit: 1024 ** 2 },
  EVA_DATA_CONFLICT: { field: 'label', unit: 'line' as const, lines: [14, 902], values: ['billing', 'refund'] },
};
