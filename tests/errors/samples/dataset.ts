const counts = { expected: 4, count: 1 };

/** Sample parameters for the sentences of `dataset`. */
export const datasetSamples = {
  'EVA_DATA_SYNTAX:too_many': { expected: 4, count: 5, endsEmpty: false },
  'EVA_DATA_SYNTAX:too_few': counts,
  'EVA_DATA_SYNTAX:json': { flaw: 'unexpected' as const, found: ',' },
  'EVA_DATA_SYNTAX:twice': { key: 'label' },
  'EVA_DATA_SYNTAX:not_mapping': { is: 'a list' },
  'EVA_DATA_FIELD:unknown': { field: 'lable', meant: 'label', isPadded: false, delimiter: undefined, known: ['label'] },
  'EVA_DATA_FIELD:blank': { column: 3 },
  'EVA_DATA_FIELD:twice': { name: 'label' },
  'EVA_DATA_VALUE:missing': { field: 'label' },
  'EVA_DATA_VALUE:null': { field: 'label' },
  'EVA_DATA_VALUE:number': { field: 'order', literal: '9007199254740993' },
  'EVA_DATA_VALUE:cluster': { field: 'customer' },
  'EVA_DATA_VALUE:nowhere': { field: 'split', value: 'tset' },
  'EVA_DATA_ID:twice': { id: 't-1', unit: 'line' as const, line: 2 },
  'EVA_DATA_ID:blank': { field: 'ticket_no' },
  'EVA_DATA_ID:unknown': { id: 't-9', nearest: 't-8' },
  'EVA_DATA_EMPTY:filtered': { items: 1431, dropped: [{ condition: 'split = tset', items: 1431 }] },
  'EVA_DATA_LARGE:file': { limit: 64 * 1024 ** 2 },
  'EVA_DATA_LARGE:items': { limit: 1_000_000 },
  'EVA_DATA_LARGE:item': { limit: 1024 ** 2 },
  'EVA_DATA_LARGE:quote': { limit: 1024 ** 2 },
  EVA_DATA_TWICE: { texts: 12, items: 25, unit: 'line' as const, lines: [14, 902] },
  EVA_DATA_CONFLICT: { field: 'label', unit: 'line' as const, lines: [14, 902], values: ['billing', 'refund'] },
  'EVA_RUN_CHANGED:item': { id: 't-1' },
};
