import type { Case, OwnApp } from '#model/case.js';
import type { AppRequest, Message, Reply } from '#model/exchange.js';
import { redactJson, redactObject } from '#model/redact-json.js';
import { NoReply } from '#provider/failure.js';
import { noResponseWithin } from './app-failure.js';
import { commandRequest, functionRequest } from './app-request.js';
import type { AppAnswer, AppSession } from './app-session.js';
import { appTurn } from './app-turn.js';
import type { Application } from './application.js';
import { startCommandApp } from './command-app.js';
import type { SubjectDeps } from './deps.js';
import { functionOf, startFunctionApp } from './function-app.js';

/**
 * An application that is no model of eva's, in one conversation. Its responses are kept as a model's replies are, and it is
 * started only for a message whose response is not kept already.
 */
export function openOwnApp(one: Case, app: OwnApp, trial: number, deps: SubjectDeps): Application {
  let session: AppSession | undefined;
  let last: Reply | undefined;
  const answer = async ({ model, messages }: AppRequest): Promise<Reply> => {
    session ??= startSession(app, last, deps);
    const start = deps.elapsed();
    const given = await session.answer(messages, last?.state ?? null);
    return toReply(given, model, withinLimit(given.latency_s ?? deps.elapsed() - start, app), deps);
  };
  return {
    async respond(messages, turn) {
      const request = requestOf(app, messages, last, deps);
      const draw = { trial, turn, vote: 0, attempt: 0 };
      const facts = { case: one.name, role: 'subject', draw, nonces: [], timeout_s: app.timeout_s } as const;
      const stored = await deps.ask({ ...facts, request, answer: () => answer(request) });
      last = stored.reply;
      return { turn: appTurn(messages.at(-1)?.content ?? '', stored), outcome: { outcome: 'finished' } };
    },
    async close() {
      await session?.close();
    },
  };
}

function requestOf(app: OwnApp, messages: readonly Message[], last: Reply | undefined, deps: SubjectDeps): AppRequest {
  if (app.app === 'function') return functionRequest(functionOf(deps), messages);
  return commandRequest(app, messages, last?.state ?? null, deps);
}

/** A function's state that could not be kept is gone with the run in which it was handed over. */
function startSession(app: OwnApp, last: Reply | undefined, deps: SubjectDeps): AppSession {
  if (app.app === 'command') return startCommandApp(app, deps);
  if (last && last.state === undefined) {
    throw new NoReply(
      "the application's state could not be kept, so that its conversation cannot go on in another run",
    );
  }
  return startFunctionApp(app, deps);
}

/** A function that never lets go of the processor is only found to be late once it is done. */
function withinLimit(seconds: number, { timeout_s }: OwnApp): number {
  if (seconds > timeout_s) throw noResponseWithin(timeout_s);
  return seconds;
}

function toReply(answer: AppAnswer, model: string, latency_s: number, { redact }: SubjectDeps): Reply {
  const { response, state, details } = answer;
  return {
    text: redact(response),
    stop: 'end',
    usage: { input_tokens: null, output_tokens: null },
    latency_s,
    model,
    ...(state !== undefined && { state: redactJson(state, redact) }),
    ...(Object.keys(details).length > 0 && { details: redactObject(details, redact) }),
  };
}
