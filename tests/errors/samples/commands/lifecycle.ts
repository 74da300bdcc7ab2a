/** Sample parameters for the sentences of `lifecycle`. */
export const lifecycleSamples = {} as const;
