/** Sample parameters for the sentences of `api`. */
export const apiSamples = {
  'EVA_NO_KEY:program': {
    role: 'judge',
    model: 'claude-opus-4-7',
    provider: 'anthropic',
    variable: 'ANTHROPIC_API_KEY',
  },
  'EVA_BAD_VALUE:exclusive_options': { one: 'record', other: 'replay' },
  'EVA_BAD_VALUE:no_prompt_folder': { path: '/library/other/diff' },
} as const;
