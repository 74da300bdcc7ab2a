/** Sample parameters for the sentences of `cli`. */
export const cliSamples = {} as const;
