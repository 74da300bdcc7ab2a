import { type CheckSpec, innerChecks } from '#model/grader.js';
import { type Problem, placed, problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted } from '#model/text/quoted.js';
import { checks, findCheck } from '../checks/index.js';
import type { Check } from './check.js';
import { Preparation, type RefusedCheck } from './preparation.js';

type Prepared = ReturnType<Check['prepare']>;

/** Caches prepared checks, so that each is prepared once for all trials. Those of single items would only fill it. */
const preparedChecks = new WeakMap<CheckSpec, Prepared>();

/** Returns a problem for each check that cannot run as written. The checks of one file share one `preparation`. */
export function planChecks(specs: readonly CheckSpec[], preparation = new Preparation()): Problem[] {
  return specs.flatMap((spec) => {
    const prepared = prepareCheck(spec, preparation);
    const refusals = 'run' in prepared ? [] : [placed(prepared.problemOf(spec.op), spec.at)];
    const isList = spec.op === 'at_least' && refusals.length === 0;
    return [...refusals, ...(isList ? planChecks(innerChecks(spec), preparation) : [])];
  });
}

/**
 * Prepares a check, at its first call: all trials have what was prepared for the plan. One that cannot run as written is refused, and the
 * plan says why.
 */
export function prepareCheck(spec: CheckSpec, preparation = new Preparation()): Prepared {
  const known = preparedChecks.get(spec);
  if (known) return known;
  const prepared = findCheck(spec.op)?.prepare(spec.value, preparation) ?? unknownCheck(spec.op);
  if (!spec.of_item) preparedChecks.set(spec, prepared);
  return prepared;
}

function unknownCheck(op: string): RefusedCheck {
  const known = checks.map((check) => check.op);
  const meant = nearest(op, known);
  const hint = meant === undefined ? `the checks are ${known.join(', ')}` : `did you mean "${meant}"?`;
  return { problemOf: () => problem('EVA_UNKNOWN_CHECK:operator', `unknown check ${quoted(op)}`, { hint }) };
}
