import type { Reply, StoredReply } from '#model/reply/exchange.js';
import type { TrialOutcome, Turn } from '#model/run/trial.js';
import { isBlank } from '#model/text/characters.js';

/** A turn, and the outcome of its reply. */
export interface AnsweredTurn {
  readonly turn: Turn;
  readonly outcome: TrialOutcome;
}

/** Makes a turn from a message and its reply. */
export function toTurn(message: string, { key, source, reply }: StoredReply, cost_usd: number | null): Turn {
  const { input_tokens, output_tokens } = reply.usage;
  return {
    user_message: message,
    app_response: reply.text,
    latency: reply.latency_s,
    details: { input_tokens, output_tokens, cost_usd, stop: reply.stop, model: reply.model, source, key },
  };
}

/** Returns the outcome of a model's reply. A reply that is refused, truncated or empty fails its trial, whatever the checks say. */
export function outcomeOf(reply: Reply, maxTokens: number): TrialOutcome {
  if (reply.stop === 'refusal') return { outcome: 'failed', reason: 'the model refused to answer' };
  if (reply.stop === 'max_tokens') {
    return { outcome: 'failed', reason: `the reply was cut at max_tokens (${maxTokens}): raise it, or ask for less` };
  }
  if (reply.stop !== 'end') return { outcome: 'failed', reason: 'the reply ended for a reason that eva does not know' };
  if (isBlank(reply.text)) return { outcome: 'failed', reason: 'the reply is empty' };
  return { outcome: 'finished' };
}
