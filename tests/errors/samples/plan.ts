/** Sample parameters for the sentences of `plan`. */
export const planSamples = {
  EVA_NO_TOKENS: { metric: 'per_turn.output_tokens', model: 'command:bot' },
  'EVA_NO_PRICE:metric': { model: 'claude-opus-4-7' },
  'EVA_NO_PRICE:budget': { model: 'claude-opus-4-7' },
  EVA_TOO_MANY_TRIALS: { cases: 1200, trials: 12_000_000, limit: 1_000_000 },
  EVA_NOT_SUPPORTED: { criterion: 'mode_gte' },
  EVA_UNKNOWN_CASE: { case: 'refnd', nearest: 'refund', cases: ['refund', 'greeting'] },
  EVA_NOTHING_TO_RUN: { id: 'support-reply' },
  EVA_BATCH_LATENCY: { metric: 'per_turn.response_latency' },
  EVA_NO_BATCH: { types: ['anthropic'] },
  EVA_UNDERPOWERED: {
    criterion: 'proportion_gte',
    trials: 20,
    smallest: 59,
    limit: 10_000,
    likely: { trials: 181, if: 'the true rate is 98.5%' },
    isBounded: false,
    lowered: { attempt: 2, level: 0.0083 },
  },
} as const;
