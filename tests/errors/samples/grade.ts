/** Sample parameters for the sentences of `grade`. */
export const gradeSamples = {} as const;
