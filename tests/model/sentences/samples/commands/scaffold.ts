/** Sample parameters for the sentences of `scaffold`. */
export const scaffoldSamples = {
  'EVA_USAGE:start_model_needed': { provider: 'azure', command: 'init' },
} as const;
