import { isObject } from '#model/data/json.js';
import type { Evidence, EvidenceDigests } from '#model/run/run.js';
import { isSameEvidence } from '#model/run/run.js';
import { clipName, joinFirstThree, listNames, quoted } from '#model/text/quoted.js';
import type { Row } from '#store/files/jsonl.js';
import type { LoggedRow, RunLog } from '#store/logs/eval-log.js';
import { evidenceOf, rowSources } from './kept-evidence.js';
import { passContradictions } from './row-contradictions.js';

/** A run of one prompt, read from its row. Fields of an unexpected type are null. */
export interface FullRun {
  readonly line: number;
  readonly row: LoggedRow;
  /** The run's id or, without one, the number of its line, in words. */
  readonly name: string;
  readonly run_id: string | null;
  readonly ts: string;
  /** Why the run does not count as passed; null if it passed and its counts and verdicts agree. */
  readonly notPassed: string | null;
  /** null if the row has no readable evidence, like rows of the original eva. */
  readonly evidence: Evidence | null;
  /** The largest significance level of its verdicts; null if no verdict has one. */
  readonly significance_level: number | null;
}

/** Lists the full runs of a prompt in the order in which they began. A row is a full run unless it says that it is partial. */
export function fullRunsOf(id: string, log: RunLog): readonly FullRun[] {
  return log.rows.filter(({ value }) => value['id'] === id && value['partial'] !== true).map(toFullRun);
}

/**
 * Returns the full run of a prompt that decides: the one that began last. Reused replies have the age of their source: a run that reuses them does
 * not take the place of one of the same files that began after the run that requested them, or after they were given. null without a full run.
 */
export function latestFullRun(id: string, log: RunLog): FullRun | null {
  const runs = fullRunsOf(id, log);
  const newest = runs.at(-1) ?? null;
  const evidence = newest?.evidence;
  if (!evidence || !reusesReplies(newest)) return newest;
  const asked = runs.findLast(
    (run) => run.evidence && isSameEvidence(run.evidence, evidence) && !reusesReplies(run) && !run.evidence.synthetic,
  );
  if (!asked) return newest;
  const placeOf = (run_id: string | null) => log.rows.findIndex(({ value }) => value['run_id'] === run_id);
  const sources = rowSources(newest.row)?.runs.map(({ run_id }) => placeOf(run_id)) ?? [];
  const isAfterSource = sources.some((place) => place !== -1 && place < placeOf(asked.run_id));
  return isAfterSource || Date.parse(asked.ts) > repliesSince(newest) ? asked : newest;
}

/** Returns when the replies of a run were given, in milliseconds since 1970: since its begin or, of reused ones, since the oldest of them. */
export function repliesSince(run: FullRun): number {
  const { evidence, ts } = run;
  return Date.parse(reusesReplies(run) ? (evidence?.oldest_reply ?? ts) : ts);
}

/** Returns true for a run with replies that another run requested: a replay, one with hits of the cache, and a merge of shards. */
function reusesReplies({ row }: FullRun): boolean {
  const sources = rowSources(row);
  if (!sources) return true;
  return sources.runs.length + sources.more_runs + sources.unnamed > 0 || row['shards'] !== undefined;
}

/** Returns the full run with this id, of any prompt; null without its row. */
export function fullRunNamed(run_id: string, log: RunLog): FullRun | null {
  const row = log.rows.findLast(({ value }) => value['run_id'] === run_id && value['partial'] !== true);
  return row ? toFullRun(row) : null;
}

/** Lists the full and partial runs of all prompts that have a row and this evidence. */
export function runsOnEvidence(evidence: EvidenceDigests, log: RunLog): readonly FullRun[] {
  const isOnIt = (digests: EvidenceDigests | null) => digests !== null && isSameEvidence(digests, evidence);
  return log.rows.filter(({ value }) => isOnIt(evidenceOf(value))).map(toFullRun);
}

/** Counts the partial runs (`--case`, `--items`, `--item`) that began after a run; all without one. */
export function partialRunsAfter(run: FullRun | null, id: string, { rows }: RunLog): number {
  const later = rows.slice(rows.findIndex(({ line }) => line === run?.line) + 1);
  return later.filter(({ value }) => value['id'] === id && value['partial'] === true).length;
}

/** Returns true if no reply is older than the run, so that all were requested in it. */
export function isAskedLive({ ts }: FullRun, { oldest_reply }: Evidence): boolean {
  return Date.parse(oldest_reply ?? '') >= Date.parse(ts);
}

function toFullRun({ line, value }: Row<LoggedRow>): FullRun {
  const run_id = typeof value['run_id'] === 'string' ? clipName(value['run_id']) : null;
  const name = run_id === null ? `the run of line ${line}` : `run ${run_id}`;
  return {
    line,
    row: value,
    name,
    run_id,
    ts: value.ts,
    notPassed: whyNotPassed(value),
    evidence: evidenceOf(value),
    significance_level: largestLevel(value['verdicts']),
  };
}

function whyNotPassed(row: LoggedRow): string | null {
  const { all_passed, total, passed, failed_cases } = row;
  if (total === 0) return 'evaluated nothing';
  const ended_by = row['ended_by'];
  if (!all_passed && typeof ended_by === 'string')
    return `did not pass: it ended when ${quoted(ended_by)} could not pass any more, before all cases were decided (--fail-fast=run)`;
  if (!all_passed) return `did not pass (${passed} of ${total}; not: ${listNames(failed_cases)})`;
  const flaws = passContradictions(row);
  return flaws.length === 0 ? null : `contradicts itself: all_passed is true, and ${joinFirstThree(flaws)}`;
}

function largestLevel(verdicts: unknown): number | null {
  if (!Array.isArray(verdicts)) return null;
  const levels = verdicts.map((verdict: unknown) => (isObject(verdict) ? verdict['significance_level'] : null));
  const isLevel = (level: unknown): level is number => typeof level === 'number' && level > 0 && level < 1;
  return levels.filter(isLevel).reduce<number | null>((largest, level) => Math.max(largest ?? 0, level), null);
}
