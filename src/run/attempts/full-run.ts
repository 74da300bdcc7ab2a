import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { batchShare } from '#model/reply/price.js';
import { oneWholeSource, type ReplySources } from '#model/reply/reply-sources.js';
import type { Evidence, EvidenceDigests } from '#model/run/run.js';
import { isSameEvidence } from '#model/run/run.js';
import { plural, quoted, short } from '#model/text/quoted.js';
import type { Row } from '#store/files/jsonl.js';
import { type AttemptsLog, readAttempts } from '#store/logs/attempts-log.js';
import { type LoggedRow, type RunLog, readRunRows, recordedRuns } from '#store/logs/eval-log.js';
import { type KeptRun, readKeptRuns } from '#store/run/kept-runs.js';
import { runNames } from '#store/run/run-names.js';
import { storedFlaw } from '#store/run/stored-flaw.js';

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
  return later.filter(({ value }) => value['id'] === id && value['partial'] === true).length;
}

/** Returns true if no reply is older than the run, so that all were requested in it. */
export function isAskedLive({ ts }: FullRun, { oldest_reply }: Evidence): boolean {
  return Date.parse(oldest_reply ?? '') >= Date.parse(ts);
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
  const levels = verdicts.map((verdict: unknown) => (isObject(verdict) ? verdict['significance_level'] : null));
  const isLevel = (level: unknown): level is number => typeof level === 'number' && level > 0 && level < 1;
  return levels.filter(isLevel).reduce<number | null>((largest, level) => Math.max(largest ?? 0, level), null);
}

/** The stored evidence of the runs of a library: rows, attempts, and folders of runs without a row. */
export interface KeptEvidence {
  readonly runs: RunLog;
  readonly attempts: AttemptsLog;
  readonly folders: readonly KeptRun[];
  readonly folderNames: ReadonlySet<string>;
}

/** Reads the rows, attempts and run folders of a library. Throws EVA_DISK, EVA_ODD_FILE, EVA_LOG_TOO_LARGE. */
export function readEvidence(root: string): KeptEvidence {
  const attempts = readAttempts(root);
  const runs = readRunRows(root, attempts);
  const folderNames = new Set(runNames(root));
  return { runs, attempts, folders: readKeptRuns(root, recordedRuns(runs)), folderNames };
}

/** Returns the warning for an unreadable line of `.attempts.jsonl`. */
export function badAttempt(line: number, reason: string): Problem {
  return problem('EVA_BAD_ROW:attempt', `this line ${short(reason)}`, {
    hint: 'eva skips it, so its attempt may not be counted; restore the file from version control',
    at: { file: '.attempts.jsonl', line },
    severity: 'warning',
  });
}

/** Lists the parts of a row that contradict a pass of all cases, one sentence each. Only rows with `row: 1` have verdicts to compare. */
export function passContradictions(row: LoggedRow): readonly string[] {
  const { total, passed, failed_cases } = row;
  const failed = failed_cases.length + countOmitted(row, 'failed_cases');
  return [
    ...(passed === total ? [] : [`${passed} of ${total} passed`]),
    ...(failed === 0 ? [] : [`failed_cases counts ${failed}`]),
    ...(row['row'] === 1 ? verdictFlaws(row) : []),
  ];
}

/** Lists the contradictions between a row and the cases of the prompt, one sentence each. */
export function caseContradictions(row: LoggedRow, all: readonly Case[]): readonly string[] {
  const cases = all.filter(({ look }) => !look);
  if (row.total !== cases.length) return [`it counts ${plural(row.total, 'case')}, and the prompt has ${cases.length}`];
  const expected = cases.flatMap(({ expectations }) => expectations.flatMap(({ criteria }) => criteria)).length;
  const verdicts = verdictsOf(row) ?? [];
  const count = verdicts.length + countOmitted(row, 'verdicts');
  if (count !== expected)
    return [`it counts ${plural(count, 'verdict')}, and the prompt has ${plural(expected, 'criterion', 'criteria')}`];
  const names = new Set(cases.map(({ name }) => name));
  const unknown = [...verdicts.map((verdict) => verdict.case), ...row.failed_cases].find((name) => !names.has(name));
  return unknown === undefined ? [] : [`it names the case ${quoted(unknown)}, which the prompt does not have`];
}

interface Decision {
  readonly case: string;
  readonly outcome: unknown;
}

function verdictFlaws(row: LoggedRow): readonly string[] {
  const verdicts = verdictsOf(row);
  if (verdicts === null) return ['its verdicts cannot be read'];
  const decided = new Set(verdicts.map((verdict) => verdict.case)).size;
  const isWhole = decided === row.total || countOmitted(row, 'verdicts') > 0;
  return [
    ...(isWhole ? [] : [`there are verdicts of ${decided} of ${row.total} cases`]),
    ...verdicts
      .filter(({ outcome }) => outcome !== 'passed')
      .map((verdict) => `a verdict of ${quoted(verdict.case)} is not passed`),
  ];
}

/** Returns the verdicts of a row; null if it has no valid list of them. */
function verdictsOf(row: LoggedRow): readonly Decision[] | null {
  const { verdicts } = row;
  const isDecision = (value: unknown): value is Decision => isObject(value) && typeof value['case'] === 'string';
  return Array.isArray(verdicts) && verdicts.every(isDecision) ? verdicts : null;
}

/** Returns the number of entries that were omitted from a list to keep the row small. */
function countOmitted({ cut }: LoggedRow, list: 'verdicts' | 'failed_cases'): number {
  const count = isObject(cut) ? cut[list] : 0;
  return Number.isSafeInteger(count) && Number(count) > 0 ? Number(count) : 0;
}

/**
 * Returns the cost of a reply in USD, without batch discount, in the last full run that called the same models and judges for all
 * its replies; null if no such run has a known cost.
 */
export function earlierUsdPerReply(id: string, now: EvidenceDigests, log: RunLog): number | null {
  const costs = fullRunsOf(id, log).flatMap((run) => {
    const { evidence } = run;
    const isAlike = evidence !== null && evidence.models === now.models && evidence.judge === now.judge;
    // A reply that was recorded or cached costs nothing, and would lower the average.
    return isAlike && !evidence.synthetic && isAskedLive(run, evidence) ? (usdPerReply(run.row) ?? []) : [];
  });
  return costs.at(-1) ?? null;
}

function usdPerReply(row: LoggedRow): number | null {
  const { usage, cost_usd: cost } = row;
  const { replies, batch_replies = 0 } = isObject(usage) ? usage : {};
  if (typeof cost !== 'number' || typeof replies !== 'number' || typeof batch_replies !== 'number') return null;
  const isCounted = replies > 0 && batch_replies >= 0 && batch_replies <= replies;
  return cost >= 0 && isCounted ? cost / (replies - batch_replies * (1 - batchShare)) : null;
}

/** A whole run whose trials can answer for a side of a comparison. */
export interface NotedRun {
  readonly run_id: string;
  readonly evidence: Evidence;
}

/**
 * Returns the newest whole run on this evidence that `.attempts.jsonl` notes, that has a row, and whose replies models gave in it alone; null
 * without one, and if its folder is gone: whoever deletes folders must not choose among earlier runs. Partial runs, replays and runs with
 * synthetic or reused replies do not count: eva keeps no failures of these.
 */
export function newestNotedRun(
  id: string,
  evidence: EvidenceDigests,
  { runs, attempts, folderNames }: KeptEvidence,
): NotedRun | null {
  const noted = new Set(
    attempts.rows.flatMap(({ value: line }) =>
      line.event === 'begin' && line.kind === 'full' && line.id === id && isSameEvidence(line.evidence, evidence)
        ? [line.run_id]
        : [],
    ),
  );
  const newest = fullRunsOf(id, runs).findLast((run) => {
    const { run_id, row } = run;
    if (run_id === null || !run.evidence || !noted.has(run_id)) return false;
    return isSameEvidence(run.evidence, evidence) && !run.evidence.synthetic && isAskedAlone(run_id, rowSources(row));
  });
  return newest?.run_id && newest.evidence && folderNames.has(newest.run_id)
    ? { run_id: newest.run_id, evidence: newest.evidence }
    : null;
}

/** Returns true if every reply was requested by the run itself, or by the shards from which it was merged. */
function isAskedAlone(run_id: string, sources: ReturnType<typeof rowSources>): boolean {
  if (!sources || sources.unnamed > 0 || sources.synthetic > 0 || sources.more_runs > 0) return false;
  const source = oneWholeSource(sources);
  return sources.runs.length === 0 || source === run_id;
}
