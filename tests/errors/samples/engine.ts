/** Sample parameters for the sentences of `engine`. */
export const engineSamples = {
  'EVA_USAGE:shard_without_rubrics': { id: 'diff' },
  'EVA_USAGE:other_options': { run_id: '20261121T223015Z-4f3a9c', options: ['--replay', '--case'] },
  'EVA_USAGE:run_of_other_prompt': { run_id: '20261121T223015Z-4f3a9c', id: 'diff', given: 'review' },
  'EVA_NOTHING_TO_RESUME:no_run': { id: 'diff' },
  'EVA_NOTHING_TO_RESUME:last_run': { id: 'diff', run_id: '20261121T223015Z-4f3a9c', state: 'replay' },
  'EVA_NOTHING_TO_RESUME:finished': { run_id: '20261121T223015Z-4f3a9c', id: 'diff', isShard: false },
  'EVA_BAD_RUN:no_prompt': { run_id: '20261121T223015Z-4f3a9c' },
  'EVA_BAD_MERGE:no_shard': { dirs: ['shards', 'more'] },
  'EVA_NOTHING_TO_RUN:no_eval_file': { root: '/library' },
} as const;
