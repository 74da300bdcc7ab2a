import type { Evidence, EvidenceDigests } from '#model/run/run.js';
import type { Row } from '#store/files/jsonl.js';
import type { LoggedRow, RunLog } from '#store/logs/eval-log.js';
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

/** Lists the full runs of a prompt in log order. A row is a full run unless it says that it is partial. */
export function fullRunsOf(id: string, log: RunLog): readonly FullRun[] {
  return log.rows.filter((row) => isFull(row, id)).map(toFullRun);
}

/** Returns the most recent full run of a prompt, or null. */
export function latestFullRun(id: string, log: RunLog): FullRun | null {
  const row = log.rows.findLast((candidate) => isFull(candidate, id));
  return row ? toFullRun(row) : null;
}

/** Returns the full run with this id, of any prompt; null without its row. */
export function fullRunNamed(run_id: string, log: RunLog): FullRun | null {
  const row = log.rows.findLast(({ value }) => value['run_id'] === run_id && value['partial'] !== true);
  return row ? toFullRun(row) : null;
}

/** Lists the full and partial runs of a prompt that have a row, in log order. */
export function runsOf(id: string, log: RunLog): readonly FullRun[] {
  return log.rows.filter(({ value }) => isOwn(value, id)).map(toFullRun);
}

/** Lists the full and partial runs of all prompts that have a row and this evidence. */
export function runsOnEvidence(evidence: EvidenceDigests, log: RunLog): readonly FullRun[] {
  const isOnIt = (digests: EvidenceDigests | null) => digests !== null && isSameEvidence(digests, evidence);
  return log.rows.filter(({ value }) => isOnIt(evidenceOf(value))).map(toFullRun);
}

/** Counts the partial runs (`--case`, `--items`, `--item`) after a line. */
export function partialRunsAfter(line: number, id: string, log: RunLog): number {
  return log.rows.filter((row) => row.line > line && isOwn(row.value, id) && row.value['partial'] === true).length;
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
