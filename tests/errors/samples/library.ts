/** Sample parameters for the sentences of `library`. */
export const librarySamples = {} as const;
