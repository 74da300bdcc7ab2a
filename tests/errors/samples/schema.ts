/** Sample parameters for the sentences of `schema`. */
export const schemaSamples = {} as const;
