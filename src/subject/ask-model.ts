import type { ModelSettings } from '#model/case.js';
import type { Message } from '#model/reply/exchange.js';
import { costOf, priceOfReply } from '#model/reply/price.js';
import type { SubjectDeps } from './deps.js';
import { type AnsweredTurn, outcomeOf, toTurn } from './reply-turn.js';

/** A question to the model under test; the last message is the user's. */
export interface ModelQuestion {
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
