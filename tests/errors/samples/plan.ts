/** Sample parameters for the sentences of `plan`. */
export const planSamples = {} as const;
