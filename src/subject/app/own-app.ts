import { noReplyTexts } from '#errors/failures/no-reply.js';
import type { Case, OwnApp } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { AppRequest, Message, Reply, TokenUsage } from '#model/reply/exchange.js';
import { redactJson, redactObject } from '#model/text/redact.js';
import { NoReply } from '#provider/failure.js';
import type { SubjectTrial } from '../answer.js';
import type { SubjectDeps } from '../deps.js';
import { AppFailure, noResponseWithin, shortReason } from './app-failure.js';
import { commandIdentity, commandRequest, functionRequest } from './app-request.js';
import type { AppAnswer, Application, AppSession } from './app-session.js';
import { appTurn } from './app-turn.js';
import { startCommandApp } from './command-app.js';
import { functionOf, startFunctionApp } from './function-app.js';

type OwnConversation = Pick<SubjectTrial<unknown>, 'testCase' | 'body' | 'trial'> & { readonly app: OwnApp };

/**
 * Opens a program or function for one conversation. eva stores its answers and errors like a model's replies, and starts it at
 * the first message without a stored answer.
 */
export function openOwnApp(conversation: OwnConversation, deps: SubjectDeps): Application {
  const { testCase, app, body, trial } = conversation;
  const requestOf = requestsTo(testCase, app, body, deps);
  let session: AppSession | undefined;
  let last: Reply | undefined;
  const answer = async ({ model, messages }: AppRequest): Promise<Reply> => {
    session ??= startSession(app, last, deps);
    const start = deps.elapsed();
    const passed = () => deps.elapsed() - start;
    try {
      const given = await session.answer(messages, last?.state ?? null);
      return toReply(given, model, given.latency_s ?? passed(), deps);
    } catch (error) {
      deps.signal.throwIfAborted();
      if (error instanceof AppFailure) return toErrorReply(error, model, passed(), deps);
      throw error;
    }
  };
  return {
    async respond(messages, turn) {
      const request = requestOf(messages, last?.state ?? null);
      const draw = { trial, turn, vote: 0, attempt: 0 };
      const facts = { case: testCase.name, role: 'subject', draw, nonces: [], timeout_s: app.timeout_s } as const;
      const stored = await deps.ask({ ...facts, request, answer: () => answer(request) });
      last = responseIn(stored.reply, app);
      return { turn: appTurn(messages.at(-1)?.content ?? '', stored), outcome: { outcome: 'finished' } };
    },
    async close() {
      await session?.close();
    },
  };
}

type RequestOf = (messages: readonly Message[], state: JsonValue) => AppRequest;

function requestsTo({ name }: Case, app: OwnApp, body: string, deps: SubjectDeps): RequestOf {
  if (app.app === 'function') return (messages) => functionRequest(functionOf(deps), name, messages);
  const identity = commandIdentity(app, body, deps);
  return (messages, state) => commandRequest(app, { identity, conversation: name, messages, state });
}

/** Starts the application. Throws `NoReply` if a function's state is lost because the interrupted run could not store it. */
function startSession(app: OwnApp, last: Reply | undefined, deps: SubjectDeps): AppSession {
  if (app.app === 'command') return startCommandApp(app, deps);
  if (last && last.state === undefined) {
    throw new NoReply(noReplyTexts.app_state_lost());
  }
  return startFunctionApp(app, deps);
}

/**
 * Returns the reply if it is a response within the time limit. Throws `AppFailure` for an error or a late response. A response
 * can be late if it was stored with a longer limit, or if a function blocked the process.
 */
function responseIn(reply: Reply, { timeout_s }: OwnApp): Reply {
  if (reply.stop === 'app_error') throw new AppFailure(reply.reason ?? 'the application gave no response');
  if (reply.latency_s !== null && reply.latency_s > timeout_s) throw noResponseWithin(timeout_s);
  return reply;
}

const noUsage: TokenUsage = { input_tokens: null, output_tokens: null };

function toReply(answer: AppAnswer, model: string, latency_s: number, { redact }: SubjectDeps): Reply {
  const { response, state, details } = answer;
  return {
    text: redact(response),
    stop: 'end',
    usage: noUsage,
    latency_s,
    model,
    ...(state !== undefined && { state: redactJson(state, redact) }),
    ...(Object.keys(details).length > 0 && { details: redactObject(details, redact) }),
  };
}

function toErrorReply(error: AppFailure, model: string, latency_s: number, { redact }: SubjectDeps): Reply {
  const reason = shortReason(redact(error.message));
  return { text: '', stop: 'app_error', reason, usage: noUsage, latency_s, model };
}
