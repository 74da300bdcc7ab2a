/** Sample parameters for the sentences of `eva mutate`. */
export const mutationSamples = {} as const;
