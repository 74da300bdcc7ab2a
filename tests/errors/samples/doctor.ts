/** Sample parameters for the sentences of `doctor`. */
export const doctorSamples = {} as const;
