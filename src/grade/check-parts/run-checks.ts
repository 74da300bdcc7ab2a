import { nextTurn } from '#model/data/collections.js';
import { type CheckSpec, innerChecks } from '#model/grader.js';
import type { Finding } from '#model/run/trial.js';
import { findCheck } from '../checks/index.js';
import { Pieces } from '../extract.js';
import { excerptInReply, extractedPart } from '../piece.js';
import type { CheckContext, RunCheck } from './check.js';
import { prepareCheck } from './prepare-checks.js';
import { checkName, findingOf, runPrepared } from './run-prepared.js';

/** Milliseconds that checks may run before other trials and signals are handled. */
const momentMs = 30;

/**
 * Runs all checks on a response, also after one failed. A check that throws counts as failed, with the error as its reason. Throws
 * `NoReply` if a program cannot be started, `EvaError` if the run cannot continue, and the reason of `context.signal` once that is aborted.
 */
export async function runChecks(
  specs: readonly CheckSpec[],
  response: string | Pieces,
  context: CheckContext,
): Promise<Finding[]> {
  const pieces = typeof response === 'string' ? new Pieces(response, undefined, context) : response;
  const findings: Finding[] = [];
  let turnBegan = performance.now();
  for (const spec of specs) {
    findings.push(await runOne(spec, pieces, context));
    if (performance.now() - turnBegan > momentMs) {
      await nextTurn();
      turnBegan = performance.now();
    }
    context.signal.throwIfAborted();
  }
  return findings;
}

/** Returns true for a check of the whole reply, and for `at_least` of such checks only. */
function seesWhole(spec: CheckSpec): boolean {
  return innerChecks(spec).every(({ op }) => findCheck(op)?.seesWholeReply === true);
}

async function runOne(spec: CheckSpec, pieces: Pieces, context: CheckContext): Promise<Finding> {
  const about = checkName(spec);
  const prepared = prepareCheck(spec);
  if ('problemOf' in prepared)
    return { about, holds: false, reason: `cannot be checked: ${prepared.problemOf(spec.op).message}` };
  let extracted: Pick<Finding, 'extracted'> = {};
  const run: RunCheck = async (_reply, checkContext) => {
    const piece = await pieces.of(spec.extract ?? (seesWhole(spec) ? 'whole' : undefined));
    if ('nothing' in piece)
      return { holds: 'cannot', reason: piece.nothing, ...(piece.excerpt && { excerpt: piece.excerpt }) };
    if (spec.extract !== undefined) extracted = extractedPart(piece, pieces.reply);
    const outcome = await prepared.run(piece.text, checkContext);
    const { excerpt } = outcome;
    return { ...outcome, ...(excerpt && { excerpt: excerptInReply(piece, excerpt, pieces.reply) }) };
  };
  const { judge, embedding } = spec;
  const outcome = await runPrepared(run, pieces.reply, { ...context, judge, embedding });
  return { ...findingOf(about, outcome), ...extracted };
}
