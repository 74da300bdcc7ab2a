import type { ReplySources } from '#model/reply/reply-sources.js';
import type { Evidence, EvidenceDigests } from '#model/run/run.js';
import type { Row } from '#store/files/jsonl.js';
import type { LoggedRow, RunLog } from '#store/logs/eval-log.js';
import { storedFlaw } from '#store/run/stored-flaw.js';
import { isSameEvidence } from './attempts/attempts.js';
import { passContradictions } from './row-flaws.js';

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
  return log.rows.filter((row) => isFull(row, id)).map(toFullRun);
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

/** Returns the sources of replies in a row; null if they are missing or invalid. */
export function rowSources({ sources }: LoggedRow): ReplySources | null {
  return storedFlaw('sources', sources) === null ? (sources as ReplySources) : null;
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
  return later.filter(({ value }) => isOwn(value, id) && value['partial'] === true).length;
}

/** Returns true if no reply is older than the run, so that all were requested in it. */
export function isAskedLive({ ts }: FullRun, { oldest_reply }: Evidence): boolean {
  return Date.parse(oldest_reply ?? '') >= Date.parse(ts);
}

function isFull({ value }: Row<LoggedRow>, id: string): boolean {
  return isOwn(value, id) && value['partial'] !== true;
}

function isOwn(row: LoggedRow, id: string): boolean {
  return row['id'] === id;
}

function toFullRun({ line, value }: Row<LoggedRow>): FullRun {
  const run_id = typeof value['run_id'] === 'string' ? clip(value['run_id']) : null;
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
  if (!all_passed) return `did not pass (${passed} of ${total}; not: ${listNames(failed_cases)})`;
  const flaws = passContradictions(row);
  return flaws.length === 0 ? null : `contradicts itself: all_passed is true, and ${joinFirstThree(flaws)}`;
}

/** Joins the first three flaws, and counts the rest. */
export function joinFirstThree(flaws: readonly string[]): string {
  return flaws.slice(0, 3).join('; ') + (flaws.length > 3 ? `; and ${flaws.length - 3} more` : '');
}

/** Joins the first three names, each truncated to 60 characters, and counts the rest. */
export function listNames(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return names.slice(0, 3).map(clip).join(', ') + more;
}

function clip(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}

/** Returns the evidence of a row; null if it has none that can be read. */
export function evidenceOf(row: LoggedRow): Evidence | null {
  const evidence = row['evidence'];
  if (row['row'] !== 1 || typeof row['partial'] !== 'boolean' || typeof evidence !== 'object' || evidence === null)
    return null;
  const { prompt, cases, judge, models, synthetic, oldest_reply } = evidence as Record<string, unknown>;
  const areTexts = [prompt, cases, judge, models].every((digest) => typeof digest === 'string');
  const isDated = oldest_reply === null || typeof oldest_reply === 'string';
  return areTexts && typeof synthetic === 'boolean' && isDated ? (evidence as Evidence) : null;
}

function largestLevel(verdicts: unknown): number | null {
  if (!Array.isArray(verdicts)) return null;
  const levels = verdicts.map(levelOf).filter((level) => level !== null);
  return levels.reduce<number | null>((largest, level) => Math.max(largest ?? 0, level), null);
}

function levelOf(verdict: unknown): number | null {
  if (typeof verdict !== 'object' || verdict === null) return null;
  const { significance_level } = verdict as Readonly<Record<string, unknown>>;
  const isLevel = typeof significance_level === 'number' && significance_level > 0 && significance_level < 1;
  return isLevel ? significance_level : null;
}
