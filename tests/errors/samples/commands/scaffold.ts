/** Sample parameters for the sentences of `scaffold`. */
export const scaffoldSamples = {
  'EVA_USAGE:start_provider': { name: 'antropic', meant: 'anthropic', known: ['anthropic', 'openai'] },
  'EVA_USAGE:start_model_needed': { provider: 'azure', command: 'init' },
  'EVA_BAD_ID:new': { id: 'My Summary', flaw: 'form', word: null, meant: 'my-summary', flags: '' },
} as const;
