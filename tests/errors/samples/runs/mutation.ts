/** Sample parameters for the sentences of `eva mutate`. */
export const mutationSamples = {
  'EVA_UNKNOWN_RUN:mutation_base': { id: 'support-triage' },
  'EVA_UNKNOWN_RUN:mutation_base_gone': { id: 'support-triage', run_id: '20261121T223015Z-4f3a9c' },
  'EVA_NOTHING_TO_RUN:no_mutant': { id: 'support-triage', isChosen: true },
  'EVA_NOTHING_TO_RUN:all_equivalent': { id: 'support-triage' },
  'EVA_NOTHING_TO_RUN:no_passed_case': { id: 'support-triage', run_id: '20261121T223015Z-4f3a9c' },
  'EVA_NOTHING_TO_RESUME:mutation': { id: 'support-triage' },
  'EVA_BAD_VALUE:mutant_id': { mutant: '3f2a' },
  'EVA_BAD_VALUE:mutant_twice': { mutant: '3f2a1c9d', first: { spot: 'line 2', isLine: true } },
  'EVA_BAD_VALUE:unknown_mutant': { mutant: '3f2a1c9d' },
} as const;
