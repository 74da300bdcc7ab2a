const run_id = '20261124T101500Z-1f0c2a';

/** Sample parameters for the sentences about labels. */
export const labelSamples = {
  'EVA_LABEL:nothing_judged': { run_id },
  'EVA_LABEL:not_judged': { case: 'typo', cases: ['tickets'] },
  'EVA_LABEL:columns': { columns: ['verdict'], found: ['run', 'case'] },
} as const;
