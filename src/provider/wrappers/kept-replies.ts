import { roundToMilliseconds } from '#model/data/collections.js';
import { mostTokens } from '#model/limits.js';
import { EvaError, errorCode, isError, problem, RefusedRequest } from '#model/problem.js';
import {
  type Ask,
  type Call,
  type CallRole,
  type ModelCall,
  type Reply,
  type ReplyStore,
  replyKey,
  type StoredReply,
} from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import type { Answerer } from '#model/reply/reply-sources.js';
import { isBlank } from '#model/text/characters.js';
import { short } from '#model/text/quoted.js';
import { NoReply, type Provider, RanOutOfTime } from '../provider.js';
import { refusedRequest } from './fatal-failures.js';

/** A store of replies, with its name in messages. */
interface ReplySink {
  readonly name: string;
  readonly store: Pick<ReplyStore, 'put'>;
}

export interface RepliesOptions {
  /** The run's own journal. eva looks up replies here first, and writes each reply here before it counts. */
  readonly journal: ReplyStore;
  /** Returns further stores in which eva looks up a provider's replies, in this order: the cache, recordings. */
  readonly sources: (provider: string) => readonly Pick<ReplyStore, 'get'>[];
  /** Stores that get every new complete reply: the cache, recordings. */
  readonly sinks: readonly ReplySink[];
  readonly provider: (call: ModelCall) => Provider;
  /** Returns the digest of a provider's settings in eva.yml, which is part of the key of its replies. */
  readonly identity: (provider: string) => string | undefined;
  /** Returns who answers for a provider. Default: its own server. */
  readonly answerer?: (provider: string) => Answerer;
  readonly live: (provider: string) => boolean;
  /** Loads the modules of the run's providers, before the first call: else the latency of replies would include it. */
  readonly load?: () => unknown;
  /** Called for each new reply of a model, not for stored ones. */
  readonly onReply: () => void;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Once aborted, no model is called: its reason is thrown for a reply that is not stored. */
  readonly stop: AbortSignal;
}

/**
 * Returns an `Ask` that looks each reply up in the journal, then in the sources in their order, and then calls the model. Makes concurrent
 * calls with the same key only once. Throws `NoReply` without a reply, `RanOutOfTime` after a timeout that fails the trial, `RefusedRequest` for a
 * request that its server refuses, `EvaError` if the run must end (a refused key, a full disk), and the reason of `stop` for a reply that is not
 * stored.
 */
export function withReplies(options: RepliesOptions): Ask {
  const running = new Map<string, Promise<StoredReply>>();
  const once = (key: string, obtain: () => Promise<StoredReply>) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const reply = obtain().finally(() => running.delete(key));
    running.set(key, reply);
    return reply;
  };
  return async (call) => {
    const key = replyKey(call, options.identity(call.request.provider));
    const kept = running.has(key) ? undefined : find(key, call, options);
    let stored = kept ?? (await once(key, () => askModel(key, call, options)));
    if (stored.reply.stop === 'rejected') {
      const { provider, model } = call.request;
      const reason = stored.reply.reason ?? ''; // the server refused the request earlier in the run
      throw new RefusedRequest([refusedRequest(provider, model, reason)]);
    }
    const failsOnTimeout = !('answer' in call) && call.on_timeout === 'fail';
    if (failsOnTimeout && ranOutOfTime(stored)) {
      const { role, reply } = stored;
      throw new RanOutOfTime(noReplyTexts.late({ speaker: speakers[role], seconds: reply.latency_s }));
    }
    // The stored timeout is from another case, in which a timeout fails the trial.
    while (stored.reply.stop === 'timed_out') stored = await once(key, () => askModel(key, call, options));
    return stored;
  };
}

/** Returns true if an attempt timed out, even if the next one was answered. */
function ranOutOfTime({ reply }: StoredReply): boolean {
  return reply.stop === 'timed_out' || (reply.timeouts ?? 0) > 0;
}

const speakers: Readonly<Record<CallRole, string>> = {
  subject: 'the model',
  user: 'the simulated user',
  judge: 'the judge',
  trigger: 'the judge',
  rubric: 'the judge',
  embedding: 'the embedding model',
};

/**
 * Looks a reply up in the journal, then in the other sources. Copies a reply of another source to the journal, so that the journal
 * holds the whole run. A model's reply of an earlier run is `recorded` in this one, which has not paid for it.
 */
function find(key: string, { request }: Call, { journal, sources }: RepliesOptions): StoredReply | undefined {
  const kept = journal.get(key);
  if (kept) return kept;
  for (const source of sources(request.provider)) {
    const stored = source.get(key);
    if (!stored) continue;
    const earlier: StoredReply = stored.source === 'model' ? { ...stored, source: 'recorded' } : stored;
    return keep(earlier, [{ name: 'journal', store: journal }]);
  }
  return undefined;
}

async function askModel(key: string, call: Call, options: RepliesOptions): Promise<StoredReply> {
  const { provider } = call.request;
  if (!options.live(provider))
    throw new NoReply(noReplyTexts.no_recording({ call: describe(call) }), { why: 'no_recording' });
  if (options.load) await options.load();
  options.stop.throwIfAborted();
  const journal = { name: 'journal', store: options.journal };
  const reply = await answerTo(key, call, options).catch((error) => {
    if (error instanceof RefusedRequest)
      error.keep = () => keep(storedOf(key, call, rejected(error, call), options), [journal]);
    throw error;
  });
  if (!('answer' in call) && reply.stop !== 'timed_out') options.onReply();
  const stored = storedOf(key, call, reply, options);
  const mayRefuse = !('answer' in call) && call.mayRefuse === true;
  return keep(stored, isWorthKeeping(stored, mayRefuse) ? [journal, ...options.sinks] : [journal]);
}

function storedOf(key: string, call: Call, reply: Reply, options: RepliesOptions): StoredReply {
  const { draw, role, request } = call;
  const { input_tokens, output_tokens } = reply.usage;
  const isCounted = input_tokens !== null && output_tokens !== null;
  return {
    key,
    case: call.case,
    role,
    draw,
    ...(!('answer' in call) && { model: request.model }),
    ...('answer' in call
      ? call.program !== undefined && { program: call.program }
      : options.answerer?.(request.provider)),
    source: 'model',
    ts: options.now().toISOString(),
    ...(!('answer' in call) && !isCounted && { at_most: mostTokens(call.request) }),
    reply: { ...reply, latency_s: reply.latency_s === null ? null : roundToMilliseconds(reply.latency_s) },
  };
}

/** Returns true if other runs may use this reply: any of an application, a complete one of a model, and a refusal that its case expects. */
export function isWorthKeeping({ model, reply }: Pick<StoredReply, 'model' | 'reply'>, mayRefuse: boolean): boolean {
  return model === undefined || isWhole(reply) || (mayRefuse && reply.stop === 'refusal');
}

/** Gets a new reply, from the application itself or from a model through its provider. */
async function answerTo(key: string, call: Call, options: RepliesOptions): Promise<Reply> {
  if ('answer' in call) return call.answer();
  const { request, timeout_s, on_timeout, readFile } = call;
  const { signal, stop, journal } = options;
  const earlier = journal.get(key)?.reply.timeouts ?? 0;
  const sending = { signal, stop, timeout_s, key, ...(on_timeout && { on_timeout }), ...(readFile && { readFile }) };
  try {
    const reply = await options.provider(call).send(request, sending);
    return earlier > 0 ? { ...reply, latency_s: timeout_s, timeouts: earlier + (reply.timeouts ?? 0) } : reply;
  } catch (error) {
    if (error instanceof RanOutOfTime) return timedOut(call);
    throw error;
  }
}

/** Returns the reply that the journal stores for a call that timed out and is not retried. */
function timedOut({ request: { model }, timeout_s }: ModelCall): Reply {
  const usage = { input_tokens: null, output_tokens: null };
  return { text: '', stop: 'timed_out', usage, latency_s: timeout_s, timeouts: 1, model };
}

/** Returns the reply that the journal stores for a request that its server refuses. No model has answered: it has no tokens. */
function rejected({ cause, message }: RefusedRequest, { request: { model } }: Call): Reply {
  const reason = isError(cause) ? cause.message : message;
  return { text: '', stop: 'rejected', reason, usage: { input_tokens: 0, output_tokens: 0 }, latency_s: null, model };
}

function keep(stored: StoredReply, stores: readonly ReplySink[]): StoredReply {
  for (const { name, store } of stores) {
    try {
      store.put(stored);
    } catch (error) {
      if (error instanceof EvaError) throw error;
      const code = errorCode(error) ?? null;
      throw new EvaError(
        [
          problem(
            'EVA_DISK:reply',
            `a reply could not be written to the ${short(name)}${code === null ? '' : ` (${short(code)})`}`,
            { hint: 'make room or check the permissions, then run the command again' },
          ),
        ],
        { cause: error },
      );
    }
  }
  return stored;
}

/** Returns true if a model's reply is complete. One that is truncated, refused or empty counts in its run and is requested again in the next. */
function isWhole({ stop, text, tool_input, tool_calls = [], embedding }: Reply): boolean {
  const isEmpty = isBlank(text) && tool_input === undefined && tool_calls.length === 0 && embedding === undefined;
  return (stop === 'end' || stop === 'tool_call') && !isEmpty;
}

/** Describes which reply of a trial is missing, counted from 1. Leaves out case and trial, so that messages of several trials can be merged. */
function describe(call: Call): string {
  const { role, draw } = call;
  const speaker = role !== 'subject' ? role : 'answer' in call ? 'application' : 'model under test';
  const parts = [
    ...(draw.turn > 0 ? [`turn ${draw.turn + 1}`] : []),
    ...(draw.vote > 0 ? [`vote ${draw.vote + 1}`] : []),
    ...(draw.attempt > 0 ? [`attempt ${draw.attempt + 1}`] : []),
  ];
  return [`reply of the ${speaker}`, ...parts].join(', ');
}
