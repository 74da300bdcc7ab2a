import type { ModelSettings } from '#model/case/settings.js';
import type { Reply, StoredReply } from '#model/reply/exchange.js';
import type { Message } from '#model/reply/message.js';
import { costOf, priceOfReply } from '#model/reply/price.js';
import type { TrialOutcome, Turn } from '#model/run/trial.js';
import { isBlank } from '#model/text/characters.js';
import type { SubjectDeps } from './deps.js';

/** A question to the model under test; the last message is the user's. */
interface ModelQuestion {
  readonly case: string;
  readonly trial: number;
  readonly turn: number;
  readonly settings: ModelSettings;
  readonly system?: string;
  readonly messages: readonly Message[];
}

/** Asks the model under test and reads its reply. Throws `NoReply` if there is no reply. */
export async function askModel(question: ModelQuestion, deps: SubjectDeps): Promise<AnsweredTurn> {
  const { trial, turn, settings, system, messages } = question;
  const { provider, model } = deps.route(settings.model);
  const stored = await deps.ask({
    case: question.case,
    role: 'subject',
    draw: { trial, turn, vote: 0, attempt: 0 },
    nonces: [],
    timeout_s: settings.timeout_s,
    request: {
      provider,
      model,
      ...(system !== undefined && { system }),
      messages,
      max_tokens: settings.max_tokens,
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    },
  });
  const cost_usd = costOf(stored.reply.usage, priceOfReply(deps.prices, model, stored.reply));
  const message = messages.at(-1)?.content ?? '';
  return { turn: toTurn(message, stored, cost_usd), outcome: outcomeOf(stored.reply, settings.max_tokens) };
}

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
    ...(reply.tool_calls && { tool_calls: reply.tool_calls }),
    ...(reply.steps && { steps: reply.steps }),
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
