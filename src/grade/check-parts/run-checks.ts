import { nextTurn } from '#model/data/collections.js';
import { type CheckSpec, innerChecks } from '#model/grader.js';
import { type Problem, placed, problem } from '#model/problem.js';
import type { Finding } from '#model/run/trial.js';
import { nearest } from '#model/text/nearest.js';
import { quoted } from '#model/text/quoted.js';
import { checks, findCheck } from '../checks/index.js';
import { Pieces } from '../extract.js';
import { excerptInReply, extractedPart, type NoPiece } from '../piece.js';
import type { Check, CheckContext, RunCheck } from './check.js';
import { Preparation, type RefusedCheck } from './preparation.js';
import { checkName, findingOf, runPrepared } from './run-prepared.js';

type Prepared = ReturnType<Check['prepare']>;

/** Caches prepared checks, so that each is prepared once for all trials. */
const preparedChecks = new WeakMap<CheckSpec, Prepared>();

/** Returns a problem for each check that cannot run as written. The checks of one file share one `preparation`. */
export function planChecks(specs: readonly CheckSpec[], preparation = new Preparation()): Problem[] {
  return specs.flatMap((spec) => {
    const prepared = prepare(spec, preparation);
    const own = 'run' in prepared ? [] : [placed(prepared.problemOf(spec.op), spec.at)];
    const isList = spec.op === 'at_least' && own.length === 0;
    return [...own, ...(isList ? planChecks(innerChecks(spec), preparation) : [])];
  });
}

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

/** Checks of the whole reply, whatever piece of it the other checks of the case see. */
const ofWholeReply: readonly string[] = [
  'refuses',
  'max_latency_s',
  'max_cost_usd',
  'called',
  'called_in_order',
  'min_calls',
  'max_calls',
  'valid_calls',
];

/** Returns true for a check of the whole reply, and for `at_least` of such checks only. */
function seesWhole(spec: CheckSpec): boolean {
  return innerChecks(spec).every(({ op }) => ofWholeReply.includes(op.replace(/^not_/, '')));
}

async function runOne(spec: CheckSpec, pieces: Pieces, context: CheckContext): Promise<Finding> {
  const about = checkName(spec);
  const prepared = prepare(spec);
  if ('problemOf' in prepared)
    return { about, holds: false, reason: `cannot be checked: ${prepared.problemOf(spec.op).message}` };
  let extracted: Pick<Finding, 'extracted'> = {};
  const run: RunCheck = async (_reply, own) => {
    const piece = await pieces.of(spec.extract ?? (seesWhole(spec) ? 'whole' : undefined));
    if ('nothing' in piece)
      return { holds: 'cannot', reason: piece.nothing, ...(piece.excerpt && { excerpt: piece.excerpt }) };
    if (spec.extract !== undefined) extracted = extractedPart(piece, pieces.reply);
    const outcome = await prepared.run(piece.text, own);
    const { excerpt } = outcome;
    return { ...outcome, ...(excerpt && { excerpt: excerptInReply(piece, excerpt, pieces.reply) }) };
  };
  const models = { judge: spec.judge, embedding: spec.embedding };
  const outcome = await runPrepared(run, pieces.reply, { ...context, ...models });
  return { ...findingOf(about, outcome), ...extracted };
}

/** Makes the finding of a check or rubric that has nothing to see. */
export function noPieceFinding(about: string, { nothing, excerpt }: NoPiece): Finding {
  return { about, holds: false, reason: nothing, ...(excerpt && { excerpt }) };
}

function prepare(spec: CheckSpec, preparation = new Preparation()): Prepared {
  const known = preparedChecks.get(spec);
  if (known) return known;
  const prepared = findCheck(spec.op)?.prepare(spec.value, preparation) ?? unknownCheck(spec.op);
  preparedChecks.set(spec, prepared);
  return prepared;
}

function unknownCheck(op: string): RefusedCheck {
  const known = checks.map((check) => check.op);
  const meant = nearest(op, known);
  const hint = meant === undefined ? `the checks are ${known.join(', ')}` : `did you mean "${meant}"?`;
  return { problemOf: () => problem('EVA_UNKNOWN_CHECK:operator', `unknown check ${quoted(op)}`, { hint }) };
}
