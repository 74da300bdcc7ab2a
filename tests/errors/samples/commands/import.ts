/** Sample parameters for the sentences of `import`. */
export const importSamples = {
  'EVA_EXISTS:import': { id: 'triage' },
  'EVA_EXISTS:import_settings': { section: 'providers', name: 'groq', yaml: '  groq:\n    type: openai' },
  EVA_NOT_IMPORTABLE: { what: 'prompts.py', reason: 'a prompt that code makes is not executed', todo: undefined },
  'EVA_NOT_IMPORTABLE:missing': { path: 'evals' },
  'EVA_NOT_IMPORTABLE:nothing': { dir: 'evals', names: ['promptfooconfig.yaml'] },
} as const;
