/** Sample parameters for the sentences of `doctor`. */
export const doctorSamples = {
  EVA_HIDDEN_CHARACTER: { kind: 'an invisible character', characters: 'U+200B' },
  'EVA_LOOK_ALIKE:placeholder': { meant: '{{code}}', characters: 'U+0441' },
  'EVA_UNDECLARED_INPUT:prompt': { name: 'cod', meant: 'code' },
} as const;
