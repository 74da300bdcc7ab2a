import { isBlank } from '#model/blank.js';
import type { Case, PromptSubject } from '#model/case.js';
import type { Reply, StoredReply } from '#model/exchange.js';
import { costOf, priceOf } from '#model/price.js';
import type { TrialOutcome, Turn } from '#model/trial.js';
import type { SubjectDeps } from './deps.js';
import { render } from './render.js';

export interface Answer {
  readonly turns: readonly Turn[];
  readonly outcome: TrialOutcome;
}

/** Sends the rendered prompt as one user message and reads the reply. Throws `NoReply` if it could not be had. */
export async function answerPrompt(
  one: Case,
  subject: PromptSubject,
  body: string,
  trial: number,
  deps: SubjectDeps,
): Promise<Answer> {
  const { settings } = subject;
  const { provider, model } = deps.route(settings.model);
  const content = render(body, subject.inputs);
  const stored = await deps.ask({
    case: one.name,
    role: 'subject',
    draw: { trial, turn: 0, vote: 0, attempt: 0 },
    nonces: [],
    timeout_s: settings.timeout_s,
    request: {
      provider,
      model,
      messages: [{ role: 'user', content }],
      max_tokens: settings.max_tokens,
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    },
  });
  const cost_usd = costOf(stored.reply.usage, priceOf(deps.prices, model));
  return { turns: [toTurn(content, stored, cost_usd)], outcome: outcomeOf(stored.reply, settings.max_tokens) };
}

function toTurn(content: string, { key, source, reply }: StoredReply, cost_usd: number | null): Turn {
  const { input_tokens, output_tokens } = reply.usage;
  return {
    user_message: content,
    app_response: reply.text,
    latency: reply.latency_s,
    details: { input_tokens, output_tokens, cost_usd, stop: reply.stop, model: reply.model, source, key },
  };
}

/** A reply that was refused, cut or is empty fails its trial whatever the checks would say of it. */
function outcomeOf(reply: Reply, maxTokens: number): TrialOutcome {
  if (reply.stop === 'refusal') return { outcome: 'failed', reason: 'the model refused to answer' };
  if (reply.stop === 'max_tokens') {
    return { outcome: 'failed', reason: `the reply was cut at max_tokens (${maxTokens}): raise it, or ask for less` };
  }
  if (reply.stop !== 'end') return { outcome: 'failed', reason: 'the reply ended for a reason that eva does not know' };
  if (isBlank(reply.text)) return { outcome: 'failed', reason: 'the reply is empty' };
  return { outcome: 'finished' };
}
