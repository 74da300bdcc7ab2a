import { noReplyTexts } from '#errors/failures/no-reply.js';
import type { CommandApp } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { Message } from '#model/reply/exchange.js';
import { type LineFailure, type LineProgram, openLineProgram } from '#process/line-program.js';
import type { StartFailure } from '#process/start-program.js';
import { NoReply } from '#provider/failure.js';
import type { SubjectDeps } from '../deps.js';
import { AppFailure, noResponseWithin } from './app-failure.js';
import type { AppSession } from './app-session.js';
import { readAppLine } from './command-reply.js';
import { lastWords } from './last-words.js';

const mebibyte = 1024 * 1024;
/** Greatest length of a line in bytes: enough for the longest response with state and details, even if every character is escaped. */
const maxLineBytes = 2 * mebibyte;
const maxStderrBytes = 8 * mebibyte;

/**
 * Returns the session of a program. For each turn eva writes a line `{"messages": […], "state": …}`, and the program answers with
 * a line `{"response": "…", "state": …, "details": {…}}`.
 */
export function startCommandApp(app: CommandApp, deps: SubjectDeps): AppSession {
  let program: LineProgram | undefined;
  return {
    async answer(messages, state) {
      program ??= await startProgram(app, deps);
      if (program.hasStarted) deps.startedApps.add(keyOf(app));
      const start = deps.elapsed();
      const exchange = await program.exchange(lineOf(messages, state), app.timeout_s * 1000);
      const latency_s = deps.elapsed() - start;
      if ('failed' in exchange) throw errorOf(exchange, app, deps);
      return { ...readAppLine(exchange.line), latency_s };
    },
    async close() {
      await program?.close();
    },
  };
}

function startProgram({ argv, env }: CommandApp, deps: SubjectDeps): Promise<LineProgram> {
  const { promptDir: cwd, programEnv, requireUnchanged, signal } = deps;
  return openLineProgram({
    argv,
    cwd,
    env: { ...programEnv, ...deps.appEnv(env) },
    beforeStart: () => requireUnchanged?.(argv, cwd),
    maxLineBytes,
    maxStderrBytes,
    signal,
  });
}

/** Returns the line for a program. Escapes U+2028 and U+2029, since some readers end a line there. */
function lineOf(messages: readonly Message[], state: JsonValue): string {
  return JSON.stringify({ messages, state }).replace(/[\u2028\u2029]/g, (sign) =>
    sign === '\u2028' ? '\\u2028' : '\\u2029',
  );
}

/** Returns the error of a failed exchange. It is the application's fault, unless the application could not be started. */
function errorOf(failure: LineFailure, app: CommandApp, deps: SubjectDeps): Error {
  if (failure.failed === 'not_started') return notStarted(failure, app, deps);
  return new AppFailure(deps.redact(`${describe(failure, app.timeout_s)}${lastWords(failure.stderr)}`));
}

/**
 * Returns the error of a failed start. It is the application's fault if the application has run before in this run and the
 * machine is not short of resources.
 */
function notStarted({ code, reason }: StartFailure, app: CommandApp, { startedApps }: SubjectDeps): Error {
  const name = app.argv[0] ?? '';
  if (startedApps.has(keyOf(app)) && !shortages.includes(code)) {
    return new AppFailure(`the application "${name}" cannot be started any more: ${reason}`);
  }
  return new NoReply(noReplyTexts.app_not_started({ program: name, reason }));
}

const shortages: readonly (string | null)[] = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'];

function keyOf({ argv }: CommandApp): string {
  return JSON.stringify(argv);
}

function describe(failure: Exclude<LineFailure, { readonly failed: 'not_started' }>, timeout_s: number): string {
  const half = failure.has_begun ? ' (it began a line and did not end it with a line feed)' : '';
  if (failure.failed === 'timed_out') return `${noResponseWithin(timeout_s).message}${half}`;
  if (failure.failed === 'exited') return `the application ${endOf(failure)} and gave no response${half}`;
  return troubles[failure.failed];
}

function endOf({ exit_code, signal }: Extract<LineFailure, { readonly failed: 'exited' }>): string {
  return exit_code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${exit_code}`;
}

const troubles = {
  too_long: 'the application answered with more than 2 MiB',
  unasked: 'the application printed more than one line for a message',
  not_utf8: 'the application answered with bytes that are no UTF-8',
  closed: 'the application closed its standard output and gave no response',
  flooded: 'the application wrote more than 8 MiB to standard error',
} as const;
