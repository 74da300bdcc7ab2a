const run_id = '20261121T223015Z-4f3a9c';

/** Sample parameters for the sentences of comparisons. */
export const comparingSamples = {
  'EVA_USAGE:compare_one_run': { id: 'diff', run: '4f3a9c', other: 'main' },
  'EVA_USAGE:compare_runs_flag': { flag: '--model' },
  'EVA_NOT_COMPARABLE:no_prompt': { id: 'diff', label: 'main (4f2a9c1)', nearest: 'diffs' },
  'EVA_NOT_COMPARABLE:unfinished': { run_id, why: 'unfinished' },
  'EVA_NOT_COMPARABLE:no_pair': { names: ['tickets'] },
} as const;
