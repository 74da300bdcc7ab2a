/** Sample parameters for the sentences of `engine`. */
export const engineSamples = {} as const;
