/** Sample parameters for the sentences of `provider`. */
export const providerSamples = {} as const;
