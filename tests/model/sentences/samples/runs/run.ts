/** Sample parameters for the sentences of `run`. */
export const runSamples = {
  'EVA_BAD_MERGE:missing': { id: 'support-triage', model: null, cases_of: null, of: 5, missing: [2, 4] },
  'EVA_NO_RUBRIC:no_reply': { behavior: 'apologises for the delay', reason: 'nothing was recorded' },
} as const;
