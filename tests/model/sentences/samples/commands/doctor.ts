/** Sample parameters for the sentences of `doctor`. */
export const doctorSamples = {
  'EVA_UNDECLARED_INPUT:prompt': { name: 'cod', meant: 'code' },
} as const;
