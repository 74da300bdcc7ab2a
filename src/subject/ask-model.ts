import type { Prices } from '#model/config.js';
import type { MediaPath, Message, ReadMedia, Reply, RequestOptions, StoredReply } from '#model/reply/exchange.js';
import { costOf, priceOfReply } from '#model/reply/price.js';
import type { TrialOutcome, TrialTurn } from '#model/run/trial.js';
import type { SubjectSettings } from '#model/settings.js';
import { isBlank } from '#model/text/characters.js';
import type { SubjectDeps } from './deps.js';

interface ModelQuestion {
  readonly case: string;
  readonly trial: number;
  readonly turn: number;
  readonly settings: SubjectSettings;
  /** True if a refusal does not fail the trial. */
  readonly mayRefuse: boolean;
  readonly system?: string;
  readonly messages: readonly Message[];
  /** The files of the messages, by digest. */
  readonly files: ReadonlyMap<string, MediaPath>;
}

/** Asks the model under test and reads its reply. Throws `NoReply` if there is no reply. */
export async function askModel(question: ModelQuestion, deps: SubjectDeps): Promise<AnsweredTurn> {
  const { trial, turn, settings, system, messages, files } = question;
  const { provider, model, config } = deps.route(settings.model);
  const options = requestOptions(settings, config.type, trial);
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
      ...(options && { options }),
    },
    ...(question.mayRefuse && { mayRefuse: true }),
    ...(files.size > 0 && { readFile: readerOf(files, deps) }),
  });
  const cost_usd = costOf(stored.reply.usage, priceOfReply(pricesFor(stored, deps), model, stored.reply));
  const message = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return { turn: toTurn(message, stored, cost_usd), outcome: outcomeOfAnswer(stored.reply, question) };
}

function pricesFor({ source }: StoredReply, { prices, replayPrices = prices }: SubjectDeps): Prices {
  return source === 'model' ? prices : replayPrices;
}

function readerOf(files: ModelQuestion['files'], { readMedia }: SubjectDeps): ReadMedia {
  return async ({ sha256 }) => {
    const file = files.get(sha256);
    if (!file) throw new Error(`no file of the messages has the digest ${sha256}`);
    return readMedia(file);
  };
}

export interface AnsweredTurn {
  readonly turn: TrialTurn;
  readonly outcome: TrialOutcome;
}

export function toTurn(message: string, { key, source, reply }: StoredReply, cost_usd: number | null): TrialTurn {
  const { input_tokens, output_tokens } = reply.usage;
  return {
    user_message: message,
    app_response: reply.text,
    latency: reply.latency_s,
    details: { input_tokens, output_tokens, cost_usd, stop: reply.stop, model: reply.model, source, key },
    ...(reply.retries && { retries: reply.retries }),
    ...(reply.last_failure && { last_failure: reply.last_failure }),
    ...(reply.tool_calls && { tool_calls: reply.tool_calls }),
    ...(reply.steps && { steps: reply.steps }),
  };
}

/**
 * Returns the outcome of a model's reply. A reply that is refused, truncated or empty fails its trial, whatever the checks say. A reply with
 * tool calls and no text is not empty. A refusal is an answer where a check asks for one.
 */
export function outcomeOfAnswer(
  reply: Reply,
  { settings, mayRefuse }: Pick<ModelQuestion, 'settings' | 'mayRefuse'>,
): TrialOutcome {
  if (reply.stop === 'refusal' && mayRefuse) return { outcome: 'finished' };
  if (reply.stop === 'refusal') return { outcome: 'failed', reason: 'the model refused to answer' };
  if (reply.stop === 'max_tokens') {
    return {
      outcome: 'failed',
      reason: `the reply was cut at max_tokens (${settings.max_tokens}): raise it, or ask for less`,
    };
  }
  const isCall = callsTools(reply, settings);
  const isNormal = reply.stop === 'end' || (reply.stop === 'tool_call' && isCall);
  if (!isNormal) return { outcome: 'failed', reason: 'the reply is not whole, or has a part that eva cannot read' };
  if (isBlank(reply.text) && !isCall) return { outcome: 'failed', reason: 'the reply is empty' };
  return { outcome: 'finished' };
}

/** Returns true if a reply has tool calls, or ends with calls of declared tools that are unknown. */
function callsTools({ stop, tool_calls }: Reply, { tools }: SubjectSettings): boolean {
  return tool_calls ? tool_calls.length > 0 : stop === 'tool_call' && tools !== undefined;
}

/**
 * Returns the options of a request to a type of provider, undefined if no file sets one. Every trial has a sampling seed of its own: with one
 * seed, all trials would be copies of one.
 */
function requestOptions(settings: SubjectSettings, type: string, trial: number): RequestOptions | undefined {
  const { top_p, top_k, stop, sampling_seed, reasoning, response_format, tools, tool_choice } = settings;
  const extra = settings.extra && Object.hasOwn(settings.extra, type) ? settings.extra[type] : undefined;
  const options: RequestOptions = {
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
    ...(stop && { stop }),
    ...(sampling_seed !== undefined && { sampling_seed: sampling_seed + trial }),
    ...(reasoning && { reasoning }),
    ...(response_format && { response_format }),
    ...(tools && { tools }),
    ...(tool_choice && { tool_choice }),
    ...(extra && { extra }),
  };
  return Object.keys(options).length === 0 ? undefined : options;
}
