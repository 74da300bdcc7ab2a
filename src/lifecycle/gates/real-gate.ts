import type { ReplySources } from '#model/reply/reply-sources.js';
import type { AttemptLine } from '#model/run/attempt.js';
import type { Evidence } from '#model/run/run.js';
import { type AttemptLines, isSameEvidence } from '../attempts/attempts.js';
import { isRedRun } from '../attempts/red-runs.js';
import { type FullRun, rowSources } from '../full-run.js';
import type { KeptEvidence } from '../read-evidence.js';
import { type EvalGatesInput, evalRemedy, type Gate, met, unmet } from './gate.js';

/** The parts of the gates' input that this gate needs. */
export type RealGateInput = KeptEvidence & Pick<EvalGatesInput, 'prompt' | 'variant'>;

/**
 * Decides whether models gave all replies of a recorded run: in this run, or in one earlier full run of the same files. If some were reused
 * and others requested, the earlier run must have passed: eva keeps no refused, cut or empty replies, so the run would otherwise repeat only
 * the failures.
 */
export function realGate(latest: FullRun, input: RealGateInput): Gate {
  const { evidence, name } = latest;
  const flaw = evidence ? whyNotReal(latest, evidence, input) : null;
  if (flaw === null)
    return met('real', `every reply of ${name} came from a model, ${originOf(rowSources(latest.row))}`);
  return unmet('real', `${name} ${flaw.why}`, evalRemedy(input) + (flaw.remedy ?? askAgain));
}

function originOf(sources: ReplySources | null): string {
  const [source] = sources?.runs ?? [];
  if (!sources || !source || sources.asked === 0) return 'in one whole run';
  return `${source.replies} of them in run ${source.run_id}, which passed`;
}

/** The usual end of the remedy: with `cache: true` in eva.yml, a plain run would reuse the same replies, and change nothing. */
const askAgain = ' --no-cache';

interface Flaw {
  readonly why: string;
  /** The end of the remedy, if it is not the usual one. */
  readonly remedy?: string;
}

/** The evidence that tells where replies came from. */
type NotedReplies = Pick<KeptEvidence, 'runs' | 'attempts' | 'folders'>;

/** Returns why models did not give all replies of a run in one whole run; null if they did. Its evidence is that of its row. */
export function flawOfReplies(run: FullRun, evidence: Evidence, kept: NotedReplies): string | null {
  return whyNotReal(run, evidence, kept)?.why ?? null;
}

function whyNotReal(latest: FullRun, evidence: Evidence, input: NotedReplies): Flaw | null {
  const lines = input.attempts.rows;
  const sources = rowSources(latest.row);
  if (evidence.synthetic || (sources && sources.synthetic > 0)) {
    return {
      why: 'used synthetic replies: a person wrote them, not a model',
      remedy: ' with a key, so that a model is asked',
    };
  }
  if (!sources) return { why: 'has a row that does not say where its replies came from' };
  const own = wholeRun(latest.run_id, evidence, lines);
  if (own === null) return { why: 'is not noted in .attempts.jsonl as a whole run of these files' };
  if (!isDecided(latest.run_id, lines)) return { why: 'is not finished by .attempts.jsonl' };
  if (sources.unnamed > 0) return { why: `used ${sources.unnamed} kept replies that name no run` };
  const [source] = sources.runs;
  if (!source) return null;
  const count = sources.runs.length + sources.more_runs;
  if (count > 1) return { why: `used kept replies of ${count} runs, and somebody may have chosen the best` };
  const from = `used kept replies of run ${source.run_id}`;
  if (wholeRun(source.run_id, evidence, lines) !== 'full')
    return { why: `${from}, which .attempts.jsonl does not note as a whole run of these files` };
  if (!isDecided(source.run_id, lines)) return { why: `${from}, which is not finished` };
  if (sources.asked === 0 || !isRedRun(source.run_id, evidence, input)) return null;
  const asked = `asked models for the other ${sources.asked}: refused, cut and empty replies are never kept`;
  return { why: `${from}, which did not pass, and ${asked}` };
}

/** Returns true if the last end line of a run says that it passed or failed. */
function isDecided(runId: string | null, lines: AttemptLines): boolean {
  const ends = lines.flatMap(({ value }) => (value.event === 'end' && value.run_id === runId ? [value] : []));
  const outcome = ends.at(-1)?.outcome;
  return outcome === 'passed' || outcome === 'failed';
}

/** Returns the kind of a recorded full run or replay on this evidence; null for any other run. */
function wholeRun(runId: string | null, evidence: Evidence, lines: AttemptLines): 'full' | 'replay' | null {
  const isOwn = ({ event, run_id }: AttemptLine) => event === 'begin' && run_id === runId;
  const begin = lines.map(({ value }) => value).find(isOwn);
  if (!begin || !isSameEvidence(begin.evidence, evidence)) return null;
  return begin.kind === 'full' || begin.kind === 'replay' ? begin.kind : null;
}
