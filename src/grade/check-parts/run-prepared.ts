import { isObject, type JsonValue } from '#model/data/json.js';
import type { CheckSpec } from '#model/grader.js';
import { EvaError, messageOf } from '#model/problem.js';
import type { Finding } from '#model/run/trial.js';
import { NoReply } from '#provider/provider.js';
import type { Asking } from '#provider/question/ask.js';
import type { CheckContext, CheckOutcome, RunCheck } from './check.js';
import { clipExcerpt } from './excerpt.js';

/** Returns the name of a check in findings: the one that the file gives, else its key and value. */
export function checkName({ op, value, about }: Pick<CheckSpec, 'op' | 'value' | 'about'>): string {
  return about ?? clipExcerpt(`${op}: ${op === 'at_least' ? countOf(value) : asWritten(value)}`, 80);
}

/** Returns how many checks an `at_least` asks for, `2 of 3`: their values would fill the name. */
function countOf(value: JsonValue): string {
  const { count, of } = isObject(value) ? value : {};
  return `${asWritten(count ?? null)} of ${Array.isArray(of) ? of.length : 0}`;
}

/** Returns a value as one would write it in YAML: a pattern keeps its backslashes single. */
function asWritten(value: JsonValue): string {
  const isPlain = typeof value === 'string' && value.includes('\\') && !/['\p{Cc}]/u.test(value);
  return isPlain ? `'${value}'` : JSON.stringify(value);
}

/**
 * Runs a check. One that throws cannot be evaluated. Rethrows what says nothing about the response: `NoReply`, `EvaError`, and every error
 * of a call to a model, such as an interrupt or a timeout that fails the trial.
 */
export async function runPrepared(run: RunCheck, response: string, context: CheckContext): Promise<CheckOutcome> {
  const ofCalls = new Set<unknown>();
  const asking = context.asking && noting(context.asking, ofCalls);
  try {
    return await run(response, { ...context, asking });
  } catch (error) {
    if (error instanceof NoReply || error instanceof EvaError || ofCalls.has(error)) throw error;
    const why = messageOf(error);
    return { holds: 'cannot', reason: `cannot be checked: ${why}` };
  }
}

/** Wraps `ask` so that each error that it throws is added to `errors`. */
function noting(asking: Asking, errors: Set<unknown>): Asking {
  const ask: Asking['ask'] = async (call) => {
    try {
      return await asking.ask(call);
    } catch (error) {
      errors.add(error);
      throw error;
    }
  };
  return { ...asking, ask };
}

/** Makes a finding: a check that could not be evaluated has failed, one about an unknown fact is ungraded. */
export function findingOf(about: string, { holds, reason, excerpt, counted }: CheckOutcome): Finding {
  const shown = { ...(excerpt && { excerpt }), ...(counted && { counted }) };
  if (holds === 'unknown') return { about, holds: null, reason: `ungraded: ${reason}`, ...(counted && { counted }) };
  return { about, holds: holds === true, reason, ...shown };
}
