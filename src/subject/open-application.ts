import {
  type Case,
  type CommandApp,
  type ConversationSubject,
  expectsRefusal,
  type ModelApp,
  type OwnApp,
} from '#model/case.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Body } from '#model/prompt.js';
import type { AppRequest, Message, Reply, StoredReply, TokenUsage } from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { redactCallsAndSteps } from '#model/reply/reported-calls.js';
import type { Dependency, TrialTurn } from '#model/run/trial.js';
import { bodyDigest, composeMessages } from '#model/text/body.js';
import { isBlank } from '#model/text/characters.js';
import { programName, shellWord } from '#model/text/quoted.js';
import { redactJson, redactObject } from '#model/text/redact.js';
import { NoReply } from '#provider/provider.js';
import {
  type AppAnswer,
  AppFailure,
  type Application,
  type AppSession,
  countedDetails,
  noResponseWithin,
  shortReason,
} from './application.js';
import { askModel, toTurn } from './ask-model.js';
import { startCommandApp } from './command-application.js';
import type { AppFunction, SubjectDeps, SubjectTrial } from './deps.js';
import { functionOf, startFunctionApp } from './function-application.js';

/** Opens the application of one conversation. No process is started and no model called before the first message. */
export function openApplication(conversation: SubjectTrial<ConversationSubject>, deps: SubjectDeps): Application {
  const { app } = conversation.subject;
  return app.app === 'model'
    ? openModelApp({ ...conversation, app }, deps)
    : openOwnApp({ ...conversation, app }, deps);
}

interface ModelConversation extends SubjectTrial<ConversationSubject> {
  readonly app: ModelApp;
}

/**
 * Opens a model with the rendered prompt as its system prompt and the conversation as its messages. Messages of the body that are no system
 * messages open the conversation. Omits a blank system prompt.
 */
function openModelApp({ testCase, subject, app, body, trial }: ModelConversation, deps: SubjectDeps): Application {
  const { system, messages: opening, files } = composeMessages(body, subject);
  const question = { case: testCase.name, trial, settings: app.settings, mayRefuse: expectsRefusal(testCase), files };
  const prompt = { ...question, ...(system !== undefined && { system }) };
  return {
    respond: (messages, turn) =>
      askModel({ ...prompt, turn, messages: [...opening, ...messages.filter(hasContent)] }, deps),
    close: async () => {},
  };
}

/** Returns false for an answer of tool calls alone. eva runs no tools, and servers refuse an empty message. */
function hasContent({ role, content }: Message): boolean {
  return role === 'user' || !isBlank(content);
}

type OwnConversation = Pick<SubjectTrial<unknown>, 'testCase' | 'body' | 'trial'> & { readonly app: OwnApp };

/**
 * Opens a program or function for one conversation. eva stores its answers and errors like a model's replies, and starts it at
 * the first message without a stored answer.
 */
function openOwnApp(conversation: OwnConversation, deps: SubjectDeps): Application {
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
      const program = app.app === 'command' ? { program: programName(app.argv) } : {};
      const stored = await deps.ask({ ...facts, ...program, request, answer: () => answer(request) });
      last = noting(() => responseIn(stored.reply, app), dependencyOf(app, deps), deps);
      return { turn: appTurn(messages.at(-1)?.content ?? '', stored), outcome: { outcome: 'finished' } };
    },
    async close() {
      await session?.close();
    },
  };
}

/** Reads the response, and notes whether the application gave one. */
function noting(read: () => Reply, application: Dependency, { onUse }: SubjectDeps): Reply {
  try {
    const reply = read();
    onUse?.(application, null);
    return reply;
  } catch (error) {
    if (error instanceof AppFailure) onUse?.(application, shortReason(error.message));
    throw error;
  }
}

function dependencyOf(app: OwnApp, deps: SubjectDeps): Dependency {
  if (app.app === 'function') return { what: 'application', name: functionOf(deps).name || 'function', tryIt: null };
  const line = JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], state: null });
  const tryIt = `cd ${shellWord(deps.promptDir)} && echo ${shellWord(line)} | ${app.argv.map(shellWord).join(' ')}`;
  return { what: 'application', name: programName(app.argv), tryIt: deps.redact(tryIt) };
}

type RequestOf = (messages: readonly Message[], state: JsonValue) => AppRequest;

function requestsTo({ name }: Case, app: OwnApp, body: Body, deps: SubjectDeps): RequestOf {
  if (app.app === 'function') return (messages) => functionRequest(functionOf(deps), name, messages);
  const identity = commandIdentity(app, body, deps);
  return (messages, state) => ({
    provider: 'app:command',
    model: app.argv.join(' '),
    identity,
    conversation: name,
    messages,
    state,
  });
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
    ...redactCallsAndSteps(answer, redact),
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

/** Returns a digest of a program, its variables and the prompt, which it can read. Stored replies are valid only for the same digest. */
function commandIdentity(
  { argv, env }: CommandApp,
  body: Body,
  { appIdentity }: Pick<SubjectDeps, 'appIdentity'>,
): string {
  return sha256(canonicalJson({ program: appIdentity(argv), env: [...new Set(env)].sort(), prompt: bodyDigest(body) }));
}

/** Returns the request to a function. Its identity is its source text. The request omits its state, which may not be JSON. */
function functionRequest(app: AppFunction, conversation: string, messages: readonly Message[]): AppRequest {
  return {
    provider: 'app:function',
    model: app.name || 'function',
    identity: sha256(String(app)),
    conversation,
    messages,
    state: null,
  };
}

/**
 * Makes a turn of a message and the application's response. Drops details whose names eva uses itself, but takes the token counts
 * and the cost from the application, since eva cannot measure them.
 */
function appTurn(message: string, stored: StoredReply): TrialTurn {
  const turn = toTurn(message, stored, null);
  const given = stored.reply.details ?? {};
  const appDetails = Object.entries(given).filter(([name]) => !ownNames.has(name));
  const numbers = Object.entries(countedDetails).map(([key, { is }]) => [key, numberIn(given, key, is)]);
  return { ...turn, details: { ...Object.fromEntries(appDetails), ...turn.details, ...Object.fromEntries(numbers) } };
}

/** Names of the details that eva itself records. */
const ownNames: ReadonlySet<string> = new Set([
  'latency',
  'latency_s',
  'user_latency_s',
  'user_message',
  'app_response',
]);

/** Returns a number from the details of a stored answer; null for an impossible one, since somebody may have edited the file. */
function numberIn(details: JsonObject, key: string, counts: (value: unknown) => boolean): number | null {
  const value = Object.hasOwn(details, key) ? details[key] : undefined;
  return typeof value === 'number' && value >= 0 && counts(value) ? value : null;
}
