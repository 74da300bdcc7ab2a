/** Sample parameters for the sentences of `store`. */
export const storeSamples = {} as const;
