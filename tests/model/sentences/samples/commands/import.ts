/** Sample parameters for the sentences of `import`. */
export const importSamples = {
  'EVA_EXISTS:import': { id: 'triage' },
  EVA_NOT_IMPORTABLE: { what: 'prompts.py', reason: 'a prompt that code makes is not executed', todo: undefined },
} as const;
