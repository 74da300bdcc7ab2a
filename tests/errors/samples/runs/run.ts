const shard = { id: 'support-triage', shard: 3, of: 5, dir: 'shards/3' };

/** Sample parameters for the sentences of `run`. */
export const runSamples = {
  'EVA_BAD_MERGE:missing': { id: 'support-triage', model: null, cases_of: null, of: 5, missing: [2, 4] },
  'EVA_BAD_MERGE:repeated': { id: 'support-triage', shard: 3, of: 5, dirs: ['a', 'b'], mergeable: ['a', 'it is'] },
  'EVA_BAD_MERGE:no_reply': { ...shard, trial: { case: 'refund', number: 7 }, more: 2 },
  'EVA_NO_RUBRIC:no_reply': { behavior: 'apologises for the delay', reason: 'nothing was recorded' },
  EVA_BROKEN: {
    what: 'application',
    name: 'python3 ../../app/bot.py',
    tryIt: `cd /home/ada/prompts/refund && echo '{"messages":[],"state":null}' | python3 ../../app/bot.py`,
    trials: 3,
    reason: "KeyError: 'OPENAI_API_KEY' (bot.py:2); the application ended with exit code 1 and gave no response",
    isVariable: true,
  },
  EVA_IMPURE_CHECK: { use: 'checks.mjs#polite', answers: ['true', 'false'] },
} as const;
