/** Sample parameters for the sentences of `load`. */
export const loadSamples = {} as const;
