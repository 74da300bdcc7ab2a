/** Sample parameters for the sentences of `cli`. */
export const cliSamples = {
  'EVA_USAGE:unknown_slice_value': { field: 'language', value: 'dutch', nearest: null, values: ['en', 'de', 'nl'] },
} as const;
