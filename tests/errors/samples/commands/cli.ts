/** Sample parameters for the sentences of `cli`. */
export const cliSamples = {
  'EVA_BAD_RUN:undecidable': { run_id: '20261121T223015Z-4f3a9c', reason: 'case refund has no trials' },
  'EVA_USAGE:command_line': { flaw: "unknown option '--reply'", meant: '--replay', command: 'eval' },
  'EVA_USAGE:port': { port: 8080, reason: 'another program uses it' },
  'EVA_USAGE:no_trial': { case: 'refund', trial: 31, trials: 30 },
  'EVA_USAGE:no_group': { run_id: '20261121T223015Z-4f3a9c' },
  'EVA_USAGE:several_prompts': { word: 'prompts/s*', ids: ['support', 'summary'] },
  'EVA_USAGE:unconfirmed': { prompts: 12 },
  'EVA_USAGE:not_an_export': { file: 'data/tickets.csv' },
  'EVA_USAGE:unknown_slice_field': { slice: 'languge=nl', fields: ['language', 'class'] },
  'EVA_USAGE:unknown_slice_value': { field: 'language', value: 'dutch', nearest: null, values: ['en', 'de', 'nl'] },
  'EVA_USAGE:unknown_item': { item: 't-0412', asked: 1200 },
  'EVA_NO_SHARD:no_count': { variable: 'JOB_COMPLETION_INDEX' },
  'EVA_NO_SHARD:no_range': {
    index: 'SLURM_ARRAY_TASK_ID',
    unset: ['SLURM_ARRAY_TASK_MIN', 'SLURM_ARRAY_TASK_MAX'],
  },
  'EVA_NO_SHARD:no_number': { variable: 'CI_NODE_INDEX', value: '2 of 5', least: 1 },
  'EVA_NO_SHARD:outside': { variable: 'SLURM_ARRAY_TASK_ID', value: 4, first: 1, last: 7, step: 2 },
  'EVA_NO_SHARD:gaps': {
    variable: 'SLURM_ARRAY_TASK_COUNT',
    count: 4,
    jobs: 9,
    range: { first: 'SLURM_ARRAY_TASK_MIN', last: 'SLURM_ARRAY_TASK_MAX' },
  },
  'EVA_NO_SHARD:alone': { engine: 'CircleCI', variables: ['CIRCLE_NODE_INDEX', 'CIRCLE_NODE_TOTAL'] },
  'EVA_NO_SHARD:other_count': { asked: 4, of: 5, variables: ['CI_NODE_INDEX', 'CI_NODE_TOTAL'] },
  'EVA_NO_SHARD:too_many': { of: 2000, most: 1000, variables: ['CI_NODE_INDEX', 'CI_NODE_TOTAL'] },
  'EVA_NO_SHARD:contradiction': {
    numbers: [
      { engine: 'GitLab', index: 3, of: 5, variables: ['CI_NODE_INDEX', 'CI_NODE_TOTAL'] },
      { engine: 'Kubernetes', index: 1, of: null, variables: ['JOB_COMPLETION_INDEX'] },
    ],
  },
  'EVA_DISK:output': { reason: 'ENOSPC' },
  'EVA_DISK:not_removed': { reason: 'process 4711 is working on run 20261121T223015Z-4f3a9c' },
  'EVA_BAD_ROW:log': { reason: 'is not complete JSON' },
} as const;
