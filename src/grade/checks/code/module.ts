import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { moduleCheckValue, moduleUse, ownFunction } from '#model/case/module-use.js';
import { canonicalJson } from '#model/data/digest.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { quoted, short } from '#model/text/quoted.js';
import { redactJson, redactTexts } from '#model/text/redact.js';
import type { LineFailure } from '#provider/process/line-program.js';
import { lineToTry, type ModuleAnswer, moduleHeapMb, moduleLimitMs } from '#provider/process/module-runner.js';
import { NoReply } from '#provider/provider.js';
import type { Check, CheckContext, CheckOutcome } from '../../checking/check.js';
import { clip } from '../../checking/excerpt.js';
import { callFunction } from './call-function.js';
import { trialFacts } from './trial-facts.js';

/**
 * Asks a function of a module whether the response is right. A function that throws, takes too long or returns anything but a decision fails
 * the check. Some replies of a run are checked twice: throws EVA_IMPURE_CHECK if the answers differ.
 */
export const module: Check = {
  op: 'module',
  prepare(value) {
    const read = moduleCheckValue(value);
    if (!read || !(moduleUse(read.use) || ownFunction(read.use)))
      return { key: 'EVA_BAD_CHECK:not_module', params: {} };
    return {
      run: async (response, context) => {
        const outcome = outcomeOf(await answerOf(read.use, read.args ?? null, response, context));
        noteUse(read.use, outcome.holds === 'cannot' ? outcome.reason : null, context);
        return outcome;
      },
    };
  },
};

/** The text that a function takes out of a response; null for none; or the reason why that is not known. */
export type ModuleExtract = { readonly text: string | null } | { readonly failed: string };

/** Takes a text out of a response with the function `FILE#NAME`. Throws as a `module` check does. */
export async function extractByModule(
  written: string,
  response: string,
  context: CheckContext,
): Promise<ModuleExtract> {
  const extract = extractIn(await answerOf(written, null, response, context));
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
async function answerOf(use: string, args: JsonValue, response: string, context: CheckContext): Promise<ModuleAnswer> {
  if (!context.modules) return { unloaded: 'modules cannot run here' };
  const call = callOf(use, { ...trialFacts(context), args }, response, context);
  const count = context.modules.count(canonicalJson([use, args]));
  const isAskedAlone = count > 1 && Number.isInteger(Math.log2(count)) && ownFunction(use) === undefined;
  // both calls at once, so that no call of another check is between them
  const [answer, again] = await Promise.all([call(), count === 1 ? call() : isAskedAlone ? call('alone') : undefined]);
  if ('failure' in answer && answer.failure.failed === 'not_started') throw notStarted(answer.failure.reason);
  if (again === undefined || 'failure' in answer || 'failure' in again) return answer;
  if (canonicalJson(again) === canonicalJson(answer)) return answer;
  const answers = [answer, again].map((one) => ('value' in one ? shown(one.value) : reasonOf(one)));
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
  const own = functions?.get(ownFunction(use) ?? '');
  if (own) return async () => redactAnswer(await callFunction(own, response, facts), redact);
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

/** Makes the `NoReply` for a process that cannot be started, which says nothing about the response. */
function notStarted(reason: string): NoReply {
  return new NoReply(`the process for modules of checks cannot be started: ${reason}`);
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
  return { holds: pass, reason: clip(reason, 300) };
}

function decisionOf(value: JsonValue): { readonly pass: boolean; readonly reason?: string } | undefined {
  if (!isObject(value) || typeof value['pass'] !== 'boolean') return undefined;
  const { pass, reason, ...others } = value;
  if (Object.keys(others).length > 0) return undefined;
  if (reason === undefined) return { pass };
  return typeof reason === 'string' ? { pass, reason } : undefined;
}

function reasonOf(answer: Exclude<ModuleAnswer, { readonly value: JsonValue }>): string {
  if ('threw' in answer) return `the function threw: ${clip(answer.threw, 300)}`;
  if ('unloaded' in answer) return `the module cannot be used: ${clip(answer.unloaded, 300)}`;
  if ('changed' in answer) return `the function changed ${answer.changed}, which later calls would see`;
  if ('odd' in answer) return `the function returned ${answer.odd}: write true, false or { pass, reason }`;
  return failureText(answer.failure);
}

function failureText(failure: LineFailure): string {
  switch (failure.failed) {
    case 'timed_out':
      return `the function was stopped after ${moduleLimitMs / 1000} s`;
    case 'exited':
      return isOutOfMemory(failure.stderr)
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

function isOutOfMemory(stderr: string): boolean {
  return /heap out of memory|heap limit/.test(stderr);
}

/** Returns the line of the error that ended the process, as Node prints it. */
function lastLine(stderr: string): string {
  const line = stderr.split(/\r?\n/).find((text) => /^\w*Error\b/.test(text)) ?? '';
  return line === '' ? '' : `: ${clip(line, 200)}`;
}

function shown(value: JsonValue): string {
  return clip(JSON.stringify(value), 120);
}
