/** Sample parameters for the sentences of `decide`. */
export const decideSamples = {} as const;
