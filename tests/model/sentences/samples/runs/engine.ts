const shard = { id: 'diff', shard: 2, of: 5, dir: 'shards/2' };

const replies = { role: 'judge', trial: { case: 'refund', number: 3 }, more: 0 };

/** Sample parameters for the sentences of `engine`. */
export const engineSamples = {
  'EVA_USAGE:unknown_variant': { name: 'smal', nearest: 'small', variants: ['small', 'large'] },
  'EVA_NO_KEY:prompts': {
    provider: 'openai',
    variable: 'OPENAI_API_KEY',
    isEmpty: false,
    similar: 'OPENAI_KEY',
    env_file: null,
    ids: ['reply', 'summary'],
    hasRecordings: false,
  },
  'EVA_RUN_CHANGED:run': {
    run_id: '20261121T223015Z-4f3a9c',
    id: 'diff',
    difference: 'prompt.xml changed at line 3',
    isLast: true,
  },
  'EVA_RUN_CHANGED:shards': { id: 'diff', of: 5, difference: 'prompt.xml changed at line 3', isLast: true },
  'EVA_BAD_MERGE:foreign_reply': { ...shard, ...replies },
  'EVA_BAD_MERGE:other_reply': { ...shard, ...replies, more: 2, other_dir: 'shards/1' },
} as const;
