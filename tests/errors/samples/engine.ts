const shard = { id: 'diff', shard: 2, of: 5, dir: 'shards/2' };
const replies = { role: 'judge', trial: { case: 'refund', number: 3 }, more: 0 };

/** Sample parameters for the sentences of `engine`. */
export const engineSamples = {
  'EVA_USAGE:shard_of_variants': { id: 'diff', variants: ['small', 'large'] },
  'EVA_USAGE:several_variants': { variants: ['small', 'large'] },
  'EVA_USAGE:unknown_variant': { name: 'smal', nearest: 'small', variants: ['small', 'large'] },
  'EVA_USAGE:variants_of_model': { model: 'openai:gpt-5', variants: ['small', 'large'] },
  'EVA_USAGE:shard_without_rubrics': { id: 'diff' },
  'EVA_USAGE:other_options': {
    run_id: '20261121T223015Z-4f3a9c',
    options: ['replay', 'shard'],
    shard: { index: 2, of: 5 },
  },
  'EVA_USAGE:run_of_other_prompt': { run_id: '20261121T223015Z-4f3a9c', id: 'diff', given: 'review' },
  'EVA_NOTHING_TO_RESUME:none': null,
  'EVA_NOTHING_TO_RESUME:no_run': { id: 'diff' },
  'EVA_NOTHING_TO_RESUME:last_run': { id: 'diff', run_id: '20261121T223015Z-4f3a9c', state: 'replay' },
  'EVA_NOTHING_TO_RESUME:finished': { run_id: '20261121T223015Z-4f3a9c', id: 'diff', isShard: false },
  'EVA_BAD_RUN:no_prompt': { run_id: '20261121T223015Z-4f3a9c' },
  'EVA_BAD_MERGE:no_shard': { dirs: ['shards', 'more'] },
  'EVA_NOTHING_TO_RUN:no_eval_file': { root: '/library' },
  'EVA_NO_KEY:live': {
    provider: 'anthropic',
    variable: 'ANTHROPIC_API_KEY',
    isEmpty: true,
    asked_by: [{ role: 'the judge', model: 'claude-haiku-4-5-20251001', at: null }],
    other_model: 'openai:gpt-6-luna',
    env_file: './.env',
    why: 'ci',
  },
  'EVA_NO_KEY:no_recordings': {
    provider: 'anthropic',
    variable: 'ANTHROPIC_API_KEY',
    isEmpty: false,
    asked_by: [
      { role: 'the model under test', model: 'claude-opus-4-7', at: { file: 'prompts/diff/eval.yml', line: 3 } },
      { role: 'the judge', model: 'claude-haiku-4-5-20251001', at: { file: 'eva.yml', line: 2 } },
    ],
    other_model: null,
    env_file: null,
    recordings: 'prompts/diff/recordings.jsonl',
  },
  'EVA_RUN_CHANGED:run': {
    run_id: '20261121T223015Z-4f3a9c',
    id: 'diff',
    difference: 'prompt.xml changed at line 3',
    isLast: true,
  },
  'EVA_RUN_CHANGED:file': { path: 'prompts/late/receipt.png' },
  'EVA_RUN_CHANGED:shards': { id: 'diff', of: 5, difference: 'prompt.xml changed at line 3', isLast: true },
  'EVA_BAD_RUN:other_journal': {
    run_id: '20261121T223015Z-4f3a9c',
    journal: { run_id: '20261120T101112Z-0b1c2d', id: 'review' },
  },
  'EVA_BAD_RUN:half_merged': { run_id: '20261121T223015Z-4f3a9c', shards: 5 },
  'EVA_BAD_MERGE:other_journal': { ...shard, journal: { run_id: '20261120T101112Z-0b1c2d', id: 'review' } },
  'EVA_BAD_MERGE:foreign_reply': { ...shard, ...replies },
  'EVA_BAD_MERGE:other_reply': { ...shard, ...replies, more: 2, other_dir: 'shards/1' },
} as const;
