/** Sample parameters for the sentences of `scaffold`. */
export const scaffoldSamples = {
  'EVA_USAGE:start_directory': { dir: '/home/ada/notes.txt' },
  'EVA_USAGE:start_provider': { name: 'antropic', meant: 'anthropic', known: ['anthropic', 'openai'] },
  'EVA_USAGE:start_model_needed': { provider: 'azure', command: 'init' },
  'EVA_USAGE:start_model_name': { flag: 'model', name: 'gpt 6' },
  'EVA_USAGE:start_foreign_model': {
    flag: 'model',
    name: 'gpt-6-luna',
    provider: 'anthropic',
    owner: 'openai',
    example: 'claude-sonnet-5-5',
  },
  'EVA_EXISTS:library': { dir: '/home/ada/library/notes', library: '/home/ada/library' },
  'EVA_EXISTS:models': {
    model: 'claude-sonnet-5-5',
    judge: null,
    wanted: { model: 'openai:gpt-6.2-sol' },
  },
  'EVA_EXISTS:prompts': { flags: ['--model'], model: 'openai:own', judge: 'openai:gpt-6-luna' },
  'EVA_EXISTS:prompt': { id: 'summary', free: 'summary-2', flags: ' --from notes' },
  'EVA_BAD_ID:new': { id: 'My Summary', flaw: 'form', word: null, meant: 'my-summary', flags: '' },
} as const;
