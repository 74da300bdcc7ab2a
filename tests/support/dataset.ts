import type { Dataset } from '#model/dataset.js';

/** Makes a data set of ten items, one draw each, with the given fields. */
export function datasetWith(part: Partial<Dataset> = {}): Dataset {
  const { kept = 10, asked = kept, kept_units = kept, units = asked } = part;
  return {
    file: 'data/tickets.csv',
    sha256: '0'.repeat(64),
    digest: '1'.repeat(64),
    items: kept,
    kept,
    asked,
    kept_units,
    units,
    draws: 1,
    claim: 'population',
    seed: 0,
    inputs: { text: 'text' },
    slices: [],
    filter: '',
    mean_bytes: 100,
    ...part,
  };
}
