import { join } from 'node:path';
import { canonicalJson } from '#model/data/digest.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { type CheckFacts, type CheckFunction, moduleCheckValue, moduleUse, ownFunction } from '#model/grader.js';
import { EvaError, messageOf, problem } from '#model/problem.js';
import { knownLatency, type Trial } from '#model/run/trial.js';
import { quoted, short } from '#model/text/quoted.js';
import { redactJson, redactTexts } from '#model/text/redact.js';
import type { LineFailure } from '#provider/process/line-program.js';
import { lineToTry, type ModuleAnswer, moduleHeapMb, moduleLimitMs } from '#provider/process/module-runner.js';
import { writePrivateFile } from '#provider/process/private-files.js';
import { endOfOutput, type ProgramResult, runProgram } from '#provider/process/run-program.js';
import { NoReply } from '#provider/provider.js';
import { type Check, type CheckContext, type CheckOutcome, isTexts } from '../check-parts/check.js';
import { clipExcerpt, quote } from '../check-parts/excerpt.js';
import { refusedCheck } from '../check-parts/preparation.js';
import { responsesOf } from '../judging/behavior.js';

/**
 * Asks a function of a module whether the response is right. A function that throws, takes too long or returns anything but a decision fails
 * the check. Some replies of a run are checked twice: throws EVA_IMPURE_CHECK if the answers differ.
 */
export const module: Check = {
  op: 'module',
  prepare(value) {
    const read = moduleCheckValue(value);
    if (!read || !(moduleUse(read.use) || ownFunction(read.use)))
      return refusedCheck(
        'EVA_BAD_CHECK:not_module',
        'the value must be FILE#NAME, or a mapping with "use" and perhaps "args"',
        'write checks.mjs#polite, or { use: checks.mjs#polite, args: { words: 20 } }',
      );
    return {
      run: async (response, context) => {
        const outcome = outcomeOf(await answerOfModule(read.use, read.args ?? null, response, context));
        noteUse(read.use, outcome.holds === 'cannot' ? outcome.reason : null, context);
        return outcome;
      },
    };
  },
};

/** The text that a function takes out of a response; null for none; or the reason why that is not known. */
type ModuleExtract = { readonly text: string | null } | { readonly failed: string };

/** Takes a text out of a response with the function `FILE#NAME`. Throws as a `module` check does. */
export async function extractByModule(
  written: string,
  response: string,
  context: CheckContext,
): Promise<ModuleExtract> {
  const extract = extractIn(await answerOfModule(written, null, response, context));
  noteUse(written, 'failed' in extract ? extract.failed : null, context);
  return extract;
}

function extractIn(answer: ModuleAnswer): ModuleExtract {
  if (!('value' in answer)) return { failed: reasonOf(answer) };
  const { value } = answer;
  if (value === null || typeof value === 'string') return { text: value };
  return { failed: `the function returned ${shown(value)}, and a text or null was expected` };
}

function noteUse(use: string, broke: string | null, { asking, promptDir }: CheckContext): void {
  const parts = moduleUse(use);
  const tryIt = parts ? lineToTry(join(promptDir, parts.file), parts.name) : null;
  asking?.onUse?.({ what: parts ? 'module' : 'function', name: ownFunction(use) ?? use, tryIt }, broke);
}

/**
 * Asks the function `FILE#NAME`, or `#NAME` of the program itself. Asks it twice about the first reply of the run, and a function of a file
 * also about the 2nd, 4th, 8th …: the second time in a new process, which knows nothing of earlier replies.
 */
async function answerOfModule(
  use: string,
  args: JsonValue,
  response: string,
  context: CheckContext,
): Promise<ModuleAnswer> {
  if (!context.modules) return { unloaded: 'modules cannot run here' };
  const call = callOf(use, { ...trialFacts(context), args }, response, context);
  const count = context.modules.count(canonicalJson([use, args]));
  const isAskedAlone = count > 1 && Number.isInteger(Math.log2(count)) && ownFunction(use) === undefined;
  // both calls at once, so that no call of another check is between them
  const [answer, again] = await Promise.all([call(), count === 1 ? call() : isAskedAlone ? call('alone') : undefined]);
  if ('failure' in answer && answer.failure.failed === 'not_started')
    throw new NoReply(`the process for modules of checks cannot be started: ${answer.failure.reason}`);
  if (again === undefined || 'failure' in answer || 'failure' in again) return answer;
  if (canonicalJson(again) === canonicalJson(answer)) return answer;
  const answers = [answer, again].map((given) => ('value' in given ? shown(given.value) : reasonOf(given)));
  throw new EvaError([
    problem(
      'EVA_IMPURE_CHECK',
      `the function ${quoted(use.replace(/^#/, ''))} was called twice with the same reply and gave two answers: ${answers.map(short).join(' and ')}`,
      {
        hint: `use no time, no random numbers and nothing from earlier calls in it; nothing was decided${use.startsWith('#') ? ', and the replies are kept' : '. Start a new run after mending the module'}`,
      },
    ),
  ]);
}

type CallOnce = (where?: 'alone') => Promise<ModuleAnswer>;

function callOf(use: string, facts: JsonObject, response: string, context: CheckContext): CallOnce {
  const { modules, functions, promptDir, redact, requireUnchanged, signal } = context;
  const ownCheck = functions?.get(ownFunction(use) ?? '');
  if (ownCheck) return async () => redactAnswer(await callFunction(ownCheck, response, facts), redact);
  const { file, name } = moduleUse(use) ?? { file: '', name: '' };
  const before = () => requireUnchanged?.([file], promptDir);
  const call = { file: join(promptDir, file), name, parameters: [response, facts], before, signal };
  return async (where) => {
    const answer = where === 'alone' ? modules?.callAlone(call) : modules?.call(call);
    return redactAnswer((await answer) ?? { unloaded: 'modules cannot run here' }, redact);
  };
}

/** Masks keys in an answer before any part of it is compared, shown or shortened. */
function redactAnswer(answer: ModuleAnswer, redact: CheckContext['redact']): ModuleAnswer {
  if (!('value' in answer)) return redactTexts(answer, redact);
  try {
    return { value: redactJson(answer.value, redact) };
  } catch {
    return { odd: 'JSON with too many levels' }; // more than the stack can hold
  }
}

function outcomeOf(answer: ModuleAnswer): CheckOutcome {
  if (!('value' in answer)) return { holds: 'cannot', reason: reasonOf(answer) };
  const { value } = answer;
  if (typeof value === 'boolean') return { holds: value, reason: `the function returned ${value}` };
  const decision = decisionOf(value);
  if (!decision) {
    return { holds: 'cannot', reason: `the function returned ${shown(value)}: write true, false or { pass, reason }` };
  }
  const { pass, reason = `the function returned pass: ${pass}` } = decision;
  return { holds: pass, reason: clipExcerpt(reason, 300) };
}

function decisionOf(value: JsonValue): { readonly pass: boolean; readonly reason?: string } | undefined {
  if (!isObject(value) || typeof value['pass'] !== 'boolean') return undefined;
  const { pass, reason, ...others } = value;
  if (Object.keys(others).length > 0) return undefined;
  if (reason === undefined) return { pass };
  return typeof reason === 'string' ? { pass, reason } : undefined;
}

function reasonOf(answer: Exclude<ModuleAnswer, { readonly value: JsonValue }>): string {
  if ('threw' in answer) return `the function threw: ${clipExcerpt(answer.threw, 300)}`;
  if ('unloaded' in answer) return `the module cannot be used: ${clipExcerpt(answer.unloaded, 300)}`;
  if ('changed' in answer) return `the function changed ${answer.changed}, which later calls would see`;
  if ('odd' in answer) return `the function returned ${answer.odd}: write true, false or { pass, reason }`;
  return failureText(answer.failure);
}

function failureText(failure: LineFailure): string {
  switch (failure.failed) {
    case 'timed_out':
      return `the function was stopped after ${moduleLimitMs / 1000} s`;
    case 'exited':
      return /heap out of memory|heap limit/.test(failure.stderr)
        ? `the function used more than ${moduleHeapMb} MB of memory`
        : `the function ended its process (${failure.signal ?? `exit code ${failure.exit_code}`})${lastLine(failure.stderr)}`;
    case 'unasked':
    case 'not_utf8':
    case 'closed':
      return 'the function wrote to the standard output of its process';
    case 'too_long':
      return 'the result of the function is too large';
    case 'flooded':
      return 'the function wrote too much to standard error';
    default:
      return 'the process of the function failed';
  }
}

/** Returns the line of the error that ended the process, as Node prints it. */
function lastLine(stderr: string): string {
  const line = stderr.split(/\r?\n/).find((text) => /^\w*Error\b/.test(text)) ?? '';
  return line === '' ? '' : `: ${clipExcerpt(line, 200)}`;
}

function shown(value: JsonValue): string {
  return clipExcerpt(JSON.stringify(value), 120);
}

const maxOutputBytes = 1_000_000;

/**
 * Runs a program in the prompt's directory with the response on its standard input. The variable EVA_CONTEXT names a file with what is known of
 * the trial, EVA_ITEM one with the item of a data set. Holds if it exits with 0. Throws `NoReply` if it cannot be started.
 */
export const commandCheck: Check = {
  op: 'command',
  prepare(value) {
    if (!isTexts(value) || value[0] === '')
      return refusedCheck(
        'EVA_BAD_CHECK:not_command',
        'the value must be a list: a program and its arguments',
        'write ["node", "check.js"]',
      );
    if (value.some((part) => part.includes('\0')))
      return refusedCheck(
        'EVA_BAD_CHECK:nul_character',
        'the program and its arguments must not contain a NUL character',
        'remove the NUL character',
      );
    return { run: (response, context) => runCommand(value, response, context) };
  },
};

async function runCommand(argv: readonly string[], input: string, context: CheckContext): Promise<CheckOutcome> {
  const { promptDir: cwd, requireUnchanged, timeoutMs, signal, inTurn = (program) => program() } = context;
  const beforeStart = () => requireUnchanged?.(argv, cwd);
  const program = { argv, cwd, beforeStart, input, timeoutMs, maxOutputBytes, signal };
  const said = await inTurn(() => withFiles(argv, input, context, (env) => runProgram({ ...program, env })));
  const result = redactTexts(said, context.redact);
  if (result.failed_to_start !== undefined)
    throw new NoReply(`the program ${quote(argv[0])} of a check cannot be started: ${result.failed_to_start}`);
  const trouble = failureOf(result, timeoutMs);
  if (trouble === undefined) return { holds: true, reason: 'exit code 0' };
  return { holds: false, reason: `${trouble}${endOfOutput(result.stderr.trim() || result.stdout)}` };
}

/**
 * Calls `run` with the environment of the program: EVA_CONTEXT names a file with the response and what is known of its trial, EVA_ITEM one
 * with the item. The files exist only as long as it runs.
 */
async function withFiles<T>(
  argv: readonly string[],
  response: string,
  context: CheckContext,
  run: (env: CheckContext['programEnv']) => Promise<T>,
): Promise<T> {
  const { item, programEnv } = context;
  const contents: [variable: string, name: string, content: string][] = [
    ['EVA_CONTEXT', 'context.json', JSON.stringify({ response, ...trialFacts(context) })],
    ...(item ? [['EVA_ITEM', 'item.json', item()] as [string, string, string]] : []),
  ];
  const files: { readonly variable: string; readonly path: string; readonly remove: () => Promise<void> }[] = [];
  try {
    for (const [variable, name, content] of contents) {
      files.push({
        variable,
        ...(await writePrivateFile(name, content).catch((error) => unwritten(argv, name, error))),
      });
    }
    const named = Object.fromEntries(files.map(({ variable, path }) => [variable, path]));
    return await run({ ...programEnv, ...named });
  } finally {
    await Promise.all(files.map(({ remove }) => remove()));
  }
}

function unwritten(argv: readonly string[], name: string, error: Error): never {
  throw new NoReply(`${name} for the program ${quote(argv[0])} of a check cannot be written: ${error.message}`);
}

function failureOf(result: ProgramResult, timeoutMs: number): string | undefined {
  if (result.timed_out) return `the program was stopped after ${timeoutMs / 1000} s`;
  if (result.too_much_output) return `the program was stopped when its output passed ${maxOutputBytes} bytes`;
  if (result.signal !== null) return `the program was killed by ${result.signal}`;
  return result.exit_code === 0 ? undefined : `exit code ${result.exit_code}, 0 was expected`;
}

/** Calls a function of the program itself, with data of its own. It is in this process, so that only one that waits can be stopped. */
async function callFunction(check: CheckFunction, response: string, facts: JsonValue): Promise<ModuleAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ModuleAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ odd: `nothing within ${moduleLimitMs / 1000} s` }), moduleLimitMs);
  });
  try {
    return await Promise.race([answerOfFunction(check, response, facts), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function answerOfFunction(check: CheckFunction, response: string, facts: JsonValue): Promise<ModuleAnswer> {
  try {
    const result: unknown = await check(response, structuredClone(facts) as unknown as CheckFacts);
    const text = JSON.stringify(result);
    return text === undefined ? { odd: typeof result } : { value: JSON.parse(text) };
  } catch (error) {
    return { threw: messageOf(error) };
  }
}

/**
 * Returns what a function or program of a check gets beside the response: the whole reply, the inputs, the item of a data set, and what is
 * known of the trial. Unknown facts are null.
 */
function trialFacts({ testCase, trial, item }: CheckContext): JsonObject {
  const { subject } = testCase;
  return {
    reply: responsesOf(trial),
    inputs: subject.kind === 'trigger' ? {} : { ...subject.inputs },
    item: item ? (JSON.parse(item()) as JsonValue) : null,
    tool_calls: allOf(trial, 'tool_calls'),
    steps: allOf(trial, 'steps'),
    latency_s: latencyOf(trial),
    usage: usageOf(trial),
  };
}

/** Returns the calls or steps of all turns in order; null if those of a turn are unknown. */
function allOf({ turns }: Trial, key: 'tool_calls' | 'steps'): JsonValue {
  const lists = turns.map((turn) => turn[key]);
  return lists.every((list) => list !== undefined) ? (lists.flat() as unknown as JsonValue) : null;
}

/** Returns the seconds of all responses together; null if that of a turn is unknown. */
function latencyOf({ turns }: Trial): number | null {
  const latencies = turns.map(knownLatency);
  return latencies.every((latency) => latency !== null) ? latencies.reduce((sum, latency) => sum + latency, 0) : null;
}

/** Returns the tokens of all turns together; null if those of a turn are unknown. */
function usageOf({ turns }: Trial): JsonValue {
  const sums = ['input_tokens', 'output_tokens'].map((key) => {
    const counts = turns.map(({ details }) => details[key]);
    return counts.every((count) => typeof count === 'number') ? counts.reduce((sum, count) => sum + count, 0) : null;
  });
  const [input_tokens = null, output_tokens = null] = sums;
  return input_tokens === null || output_tokens === null ? null : { input_tokens, output_tokens };
}
