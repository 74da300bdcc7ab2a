import { EvaError, problem } from '#errors/index.js';
import type { CheckSpec } from '#model/case/grader.js';
import { nextTurn } from '#model/data/collections.js';
import type { JsonValue } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import type { Finding } from '#model/run/score.js';
import { nearest } from '#model/text/nearest.js';
import { NoReply } from '#provider/failure.js';
import { checks, findCheck } from '../checks/index.js';
import { Pieces } from '../extracting/extract.js';
import { excerptInReply, type NoPiece } from '../extracting/piece.js';
import type { Check, CheckContext, CheckOutcome, RefusedCheck } from './check.js';
import { clip } from './excerpt.js';
import { Preparation } from './preparation.js';

type Prepared = ReturnType<Check['prepare']>;

/** Caches prepared checks, so that each is prepared once for all trials. */
const preparedChecks = new WeakMap<CheckSpec, Prepared>();

/** Returns a problem for each check that cannot run as written. The checks of one file share one `preparation`. */
export function planChecks(specs: readonly CheckSpec[], preparation = new Preparation()): Problem[] {
  return specs.flatMap((spec) => {
    const prepared = prepare(spec, preparation);
    return 'run' in prepared ? [] : [refusal(spec, prepared)];
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
  'step',
  'max_steps',
];

async function runOne(spec: CheckSpec, pieces: Pieces, context: CheckContext): Promise<Finding> {
  const about = spec.about ?? clip(`${spec.op}: ${asWritten(spec.value)}`, 80);
  try {
    const prepared = prepare(spec);
    if ('key' in prepared)
      return { about, holds: false, reason: `cannot be checked: ${refusal(spec, prepared).message}` };
    const isWhole = ofWholeReply.includes(spec.op.replace(/^not_/, ''));
    const found = pieces.of(spec.extract ?? (isWhole ? 'whole' : undefined));
    const piece = found instanceof Promise ? await found : found;
    if ('nothing' in piece) return noPieceFinding(about, piece);
    const outcome = await prepared.run(piece.text, context);
    const { excerpt } = outcome;
    return findingOf(about, { ...outcome, ...(excerpt && { excerpt: excerptInReply(piece, excerpt, pieces.reply) }) });
  } catch (error) {
    if (error instanceof NoReply || error instanceof EvaError) throw error;
    return {
      about,
      holds: false,
      reason: `cannot be checked: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Makes the finding of a check or rubric that has nothing to see. */
export function noPieceFinding(about: string, { nothing, excerpt }: NoPiece): Finding {
  return { about, holds: false, reason: nothing, ...(excerpt && { excerpt }) };
}

/** Makes a finding: a check that could not be evaluated has failed, one about an unknown fact is ungraded. */
function findingOf(about: string, { holds, reason, excerpt }: CheckOutcome): Finding {
  if (holds === 'unknown') return { about, holds: null, reason: `ungraded: ${reason}` };
  return { about, holds: holds === true, reason, ...(excerpt && { excerpt }) };
}

/** Returns a value as one would write it in YAML: a pattern keeps its backslashes single. */
function asWritten(value: JsonValue): string {
  const isPlain = typeof value === 'string' && value.includes('\\') && !/['\p{Cc}]/u.test(value);
  return isPlain ? `'${value}'` : JSON.stringify(value);
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
  return { key: 'EVA_UNKNOWN_CHECK:operator', params: { known, ...(meant !== undefined && { meant }) } };
}

function refusal({ op, at }: CheckSpec, { key, params }: RefusedCheck): Problem {
  return problem(key, { op, ...params } as never, { at });
}
