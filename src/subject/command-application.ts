import type { CommandApp } from '#model/case.js';
import {
  copyJson,
  describeExcess,
  excessOf,
  type Flaw,
  isObject,
  type JsonObject,
  type JsonValue,
} from '#model/data/json.js';
import type { Message } from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { nearest } from '#model/text/nearest.js';
import { quoted } from '#model/text/quoted.js';
import { type LineFailure, type LineProgram, openLineProgram } from '#provider/process/line-program.js';
import { endOfOutput } from '#provider/process/run-program.js';
import type { StartFailure } from '#provider/process/start-program.js';
import { NoReply } from '#provider/provider.js';
import {
  type AppAnswer,
  AppFailure,
  type AppSession,
  checkedAnswer,
  countedDetails,
  mostBytesBeside,
  noResponseWithin,
} from './application.js';
import type { SubjectDeps } from './deps.js';

const mebibyte = 1024 * 1024;

/** Greatest length of a line in bytes: enough for the longest response with state, details, calls and steps. */
const maxLineBytes = 4 * mebibyte;

const maxStderrBytes = 8 * mebibyte;

/**
 * Returns the session of a program. For each turn eva writes a line `{"messages": […], "state": …}`, and the program answers with
 * a line `{"response": "…", "state": …, "details": {…}, "tool_calls": […], "steps": […]}`.
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
      return { ...readAppLine(exchange.line, deps.redact), latency_s };
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
  const what = failure.failed === 'unasked' ? describeUnasked(failure, deps.redact) : describe(failure, app.timeout_s);
  const words = endOfOutput(failure.stderr);
  // A program that ended has said why: that comes first, since lists cut the end.
  const isReason = failure.failed === 'exited' && words !== '';
  return new AppFailure(deps.redact(isReason ? `${words.slice(2)}; ${what}` : `${what}${words}`));
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

type Unasked = Extract<LineFailure, { readonly failed: 'unasked' }>;

const logsElsewhere = '(print logs to standard error)';

/** Describes surplus output: quotes the first line that is not a JSON object, else the last line. */
function describeUnasked({ printed }: Unasked, redact: (text: string) => string): string {
  const lines = printed.split('\n').filter((line) => line.trim() !== '');
  const extra = lines.find((line) => !line.startsWith('{')) ?? lines.at(-1) ?? '';
  return `the application printed more than one line for a message: ${shown(redact(extra.trimEnd()))} ${logsElsewhere}`;
}

type OtherFailure = Exclude<LineFailure, { readonly failed: 'not_started' | 'unasked' }>;

function describe(failure: OtherFailure, timeout_s: number): string {
  const half = failure.has_begun ? ' (it began a line and did not end it with a line feed)' : '';
  if (failure.failed === 'timed_out') {
    const unflushed = failure.has_begun || failure.has_answered ? '' : ' (if it did answer: it must flush each line)';
    return `${noResponseWithin(timeout_s).message}${half}${unflushed}`;
  }
  if (failure.failed === 'exited') {
    const { exit_code, signal } = failure;
    const end = exit_code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${exit_code}`;
    return `the application ${end} and gave no response${half}`;
  }
  return troubles[failure.failed];
}

const troubles = {
  too_long: 'the application answered with more than 4 MiB',
  not_utf8: 'the application answered with bytes that are no UTF-8',
  closed: 'the application closed its standard output and gave no response',
  flooded: 'the application wrote more than 8 MiB to standard error',
} as const;

const shownOfLine = 80;

const keysOfLine = ['response', 'state', 'details', 'tool_calls', 'steps'];

/** Reads a program's answer line. Ignores unknown keys of the line that misspell none of eva's own. Throws `AppFailure` for an invalid answer. */
function readAppLine(line: string, redact: (text: string) => string): AppAnswer {
  const excess = excessOf(line);
  if (excess) throw new AppFailure(`the application's line ${describeExcess(excess)}`);
  const answer = parsed(line);
  if (!isObject(answer)) {
    const form = answer === undefined ? 'no JSON' : 'no JSON object';
    throw new AppFailure(`the application's line is ${form}: ${shown(redact(line))} ${logsElsewhere}`);
  }
  const slip = misspeltKey(answer);
  if (slip !== null) throw new AppFailure(`the application's line has the unknown key ${slip}`);
  if (!Object.hasOwn(answer, 'response')) throw new AppFailure('the application\'s line holds no "response"');
  const { response, state = null, details, tool_calls, steps } = answer;
  const given = { response, details: details ?? {}, tool_calls, steps };
  return { ...checkedAnswer(given), state: checkedState(state) };
}

/**
 * Returns the first key of a line that seems to mean a key that the line lacks: `"toolCalls": did you mean "tool_calls"?`. A number
 * that counts for metrics belongs into the details.
 */
function misspeltKey(answer: JsonObject): string | null {
  const lacking = keysOfLine.filter((key) => !Object.hasOwn(answer, key));
  for (const key of Object.keys(answer)) {
    if (keysOfLine.includes(key)) continue;
    if (Object.hasOwn(countedDetails, key)) return `${quoted(key)}: report it in "details"`;
    const meant = key === 'calls' ? lacking.find((own) => own === 'tool_calls') : nearest(key, lacking);
    if (meant !== undefined) return `${quoted(key)}: did you mean ${quoted(meant)}?`;
  }
  return null;
}

/** Returns the value of a line; undefined if it is no JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function checkedState(state: JsonValue): JsonValue {
  const copy = copyJson(state, mostBytesBeside);
  if ('flaw' in copy) throw new AppFailure(`the application's state ${flawsOfState[copy.flaw]}`);
  return copy.value;
}

/** Messages for the flaws of a state. Here `no_json` can only be a number that is too large for a double. */
const flawsOfState: Readonly<Record<Flaw, string>> = {
  no_json: 'holds a number that is too large',
  too_deep: 'is nested deeper than 100 levels',
  too_large: 'is longer than 64 kB',
};

function shown(line: string): string {
  return JSON.stringify(line.length > shownOfLine ? `${line.slice(0, shownOfLine)}…` : line);
}
