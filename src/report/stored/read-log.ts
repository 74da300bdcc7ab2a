import { join } from 'node:path';
import { listPromptIds, promptDirProblem } from '#library/prompts.js';
import { groupBy } from '#model/data/collections.js';
import { isObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { EvaError, orNull, problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { badAttempt, rowSources } from '#run/attempts/kept-evidence.js';
import { isMergedRun } from '#run/resume/choose-run.js';
import type { BadLine, Row } from '#store/files/jsonl.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { type LoggedRow, readRunRows, recordedRuns } from '#store/logs/eval-log.js';
import { readComparison } from '#store/run/comparison-file.js';
import { type ListedRun, listRuns } from '#store/run/run-list.js';
import { runDirOf } from '#store/run/run-names.js';
import { runsFolderName } from '#store/run/runs-folder.js';
import { scenariosOfProgram } from '#store/run/stored-runs.js';
import type { ListedEntry, LogState } from '../commands/log-entry.js';
import { type PlaceFlags, placeFlags, resumeCommand } from './continuation.js';

/** Returns the last `most` runs of a log by their start, the newest last, and the number of earlier ones. Of a comparison it has one run. */
export function lastEntries(
  root: string,
  { rows, others }: Log,
  most: number,
): { readonly entries: readonly ListedEntry[]; readonly earlier: number } {
  const all = byTime(rows, oneOfEachComparison(others));
  const ids = new Set(listPromptIds(root));
  const entries = all.slice(-most).map((entry) => (ids.has(entry.id ?? '') ? entry : ofProgram(root, entry)));
  return { entries, earlier: all.length - entries.length };
}

/** Names the run of a program after its scenarios, and says how to continue it. Returns other runs unchanged. */
function ofProgram(root: string, entry: ListedEntry): ListedEntry {
  const { run_id, folder, state, journal } = entry;
  const [first, ...others] = run_id === null || folder === null ? [] : scenariosOfProgram(root, run_id);
  if (first === undefined) return entry;
  const id = `${first}${others.length === 0 ? '' : `, ${others.length} more`}`;
  return { ...entry, id, resume: state === 'unfinished' && !journal ? 'run the program again' : null };
}

/** Merges runs with and without a row by their start. Keeps the order of each list. */
function byTime(rows: readonly ListedEntry[], others: readonly ListedEntry[]): readonly ListedEntry[] {
  const left = [...others];
  const merged = rows.flatMap((row) => {
    const next = left.findIndex(({ ts }) => (ts ?? '') > (row.ts ?? ''));
    return [...left.splice(0, next === -1 ? left.length : next), row];
  });
  return [...merged, ...left];
}

interface Log {
  /** Runs with a row: rows of eva's original card by prompt, then those of `.eval.jsonl`, each in the order of its file. */
  readonly rows: readonly ListedEntry[];
  /** Runs in `.eva/runs/` without a row, oldest first, except shards of a run with a row. */
  readonly others: readonly ListedEntry[];
  /** The names of all runs with a row or a folder, whatever their prompt. */
  readonly names: readonly string[];
  readonly warnings: readonly Problem[];
}

/**
 * Reads rows and run folders, of one prompt or of all if `id` is null. Each line that cannot be read is a warning. `flags` are added to
 * commands that are shown. Throws as `listRuns` and `readRunRows` do.
 */
export function readLog(root: string, id: string | null, flags: PlaceFlags): Log {
  const listed = listRuns(root);
  const folders = new Map(
    listed.map(({ run_id, inconclusive = 0 }) => [run_id, { folder: folderOf(root, run_id), inconclusive }]),
  );
  const own = readRunRows(root);
  const rows = own.rows.map((row) => rowEntry(row, '.eval.jsonl', textOf(row.value['id']), folders));
  const original = readOriginalRows(root, id);
  const named = new Set(rows.map(({ run_id }) => run_id));
  const others = listed
    .filter(({ run_id, isMerged }) => !named.has(run_id) && !isMerged)
    .map((run) => folderEntry(root, run, flags));
  return {
    rows: [...original.rows, ...rows].filter(isOf(id)),
    others: others.filter(isOf(id)),
    names: [...listed.map(({ run_id }) => run_id), ...[...named].filter((name) => name !== null)],
    warnings: [
      ...original.warnings,
      ...badLines('.eval.jsonl', own.bad),
      ...readAttempts(root).bad.map(({ line, reason }) => badAttempt(line, reason)),
    ],
  };
}

function isOf(id: string | null): (entry: ListedEntry) => boolean {
  return (entry) => id === null || entry.id === id;
}

/** Reads the rows that eva's original card left beside its prompts. They have five keys and no evidence. */
function readOriginalRows(
  root: string,
  id: string | null,
): { rows: readonly ListedEntry[]; warnings: readonly Problem[] } {
  const ids = listPromptIds(root).filter((one) => (id === null || one === id) && !promptDirProblem(root, one));
  const logs = ids.map((one) => readOriginal(root, one));
  return { rows: logs.flatMap(({ rows }) => rows), warnings: logs.flatMap(({ warnings }) => warnings) };
}

function readOriginal(root: string, id: string): { rows: readonly ListedEntry[]; warnings: readonly Problem[] } {
  const file = `prompts/${id}/.eval.jsonl`;
  try {
    const { rows, bad } = readRunRows(join(root, 'prompts', id));
    return { rows: rows.map((row) => rowEntry(row, file, id, new Map())), warnings: badLines(file, bad) };
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    return { rows: [], warnings: error.problems.map((entry) => ({ ...entry, severity: 'warning' })) };
  }
}

function badLines(file: string, bad: readonly BadLine[]): readonly Problem[] {
  return bad.map(({ line, reason }) =>
    problem('EVA_BAD_ROW:log', `this line ${short(reason)}`, {
      hint: 'eva skips it; gates use only the rows below it as evidence',
      at: { file, line },
      severity: 'warning',
    }),
  );
}

function rowEntry(
  { line, value }: Row<LoggedRow>,
  file: string,
  id: string | null,
  folders: ReadonlyMap<string, Pick<ListedEntry, 'folder' | 'inconclusive'>>,
): ListedEntry {
  const run_id = textOf(value['run_id']);
  const kept = folders.get(run_id ?? '');
  const evidence = value['evidence'];
  const hasEvidence = value['row'] === 1 && isObject(evidence);
  return {
    state: 'finished',
    run_id,
    id,
    ts: value.ts,
    ...countsOf(value),
    synthetic: hasEvidence && evidence['synthetic'] === true,
    has_evidence: hasEvidence,
    shard: null,
    replies: isObject(value['usage']) ? amountOf(value['usage']['replies']) : null,
    cost_usd: amountOf(value['cost_usd']),
    ...tableOf(value),
    duration_s: amountOf(value['duration_s']),
    row: { file, line },
    folder: kept?.folder ?? null,
    pid: null,
    resume: null,
    // a row has no slices, one of which may have failed
    inconclusive: kept?.inconclusive ?? inconclusiveIn(value),
    isKept: isKept(value),
  };
}

/** Returns true if a row names the sources of its replies, and none was requested or written by hand. */
function isKept(value: LoggedRow): boolean {
  const sources = rowSources(value);
  if (!sources || sources.asked > 0 || sources.synthetic > 0) return false;
  return sources.runs.length + sources.more_runs + sources.unnamed > 0;
}

function countsOf(value: LoggedRow) {
  const { total, passed, failed_cases } = value;
  const variant = textOf(value['variant']);
  return {
    ...(variant !== null && { variant }),
    ...(value['override'] === true && { override: true as const }),
    ...(typeof value['ended_by'] === 'string' && { ended_by: value['ended_by'] }),
    all_passed: agreed(value),
    total,
    passed,
    failed_cases,
    partial: value['partial'] === true,
  };
}

/** Counts the inconclusive cases of a row or a result: not passed, and no verdict is `failed`. */
function inconclusiveIn({ failed_cases, inconclusive_cases, verdicts }: LoggedRow): number {
  if (Array.isArray(inconclusive_cases)) return inconclusive_cases.length;
  if (!Array.isArray(verdicts)) return 0;
  const casesWith = (outcome: string) =>
    new Set(verdicts.filter((one) => isObject(one) && one['outcome'] === outcome).map((one) => one['case']));
  const [inconclusive, failed] = [casesWith('inconclusive'), casesWith('failed')];
  return failed_cases.filter((name) => inconclusive.has(name) && !failed.has(name)).length;
}

/** Returns whether all cases passed; null if the row contradicts itself. */
function agreed({ all_passed, total, passed, failed_cases }: LoggedRow): boolean | null {
  if (total === 0 || passed > total) return null;
  return all_passed === (passed === total && failed_cases.length === 0) ? all_passed : null;
}

function folderEntry(root: string, run: ListedRun, flags: PlaceFlags): ListedEntry {
  const state = stateOf(run);
  const { began, counts, variant, override } = run;
  const evidence = counts?.['evidence'];
  const isOpen = state === 'unfinished' || state === 'unrecorded';
  return {
    state,
    run_id: run.run_id,
    id: run.id,
    ts: began === null ? null : new Date(began).toISOString(),
    ...(variant !== undefined && { variant }),
    ...(override && { override }),
    ...comparedIn(root, run, flags),
    ...(counts ? countsOf(counts) : { all_passed: null, total: null, passed: null, failed_cases: [], partial: false }),
    synthetic: isObject(evidence) && evidence['synthetic'] === true,
    has_evidence: false,
    shard: run.shard,
    replies: run.replies ?? null,
    cost_usd: amountOf(counts?.['cost_usd']),
    ...tableOf(counts ?? {}),
    duration_s: amountOf(counts?.['duration_s']),
    row: null,
    folder: folderOf(root, run.run_id),
    pid: run.pid,
    ...(run.host !== undefined && { host: run.host }),
    ...(isOpen && run.journal && { journal: run.journal }),
    resume: isOpen ? continueCommand(root, run, flags) : null,
    inconclusive: counts ? inconclusiveIn(counts) : 0,
  };
}

/**
 * Returns the command that continues a run: `eva merge` if a merge was killed early, `eva compare` for a side of a comparison; null for a replay, which is played again, if the
 * journal cannot be used, or if the run is of no prompt here. `name` is the name of the run in the command.
 */
export function continueCommand(root: string, run: ListedRun, flags: PlaceFlags, name = run.run_id): string | null {
  const { id, run_id, journal, isReplay } = run;
  if (id === null || journal || !listPromptIds(root).includes(id)) return null;
  if (isMergedRun(root, run_id)) return 'eva merge DIR...';
  if (run.compare) return [run.compare.command, '--resume', ...placeFlags(flags)].join(' ');
  return isReplay ? null : resumeCommand(id, flags, name);
}

function stateOf({ state, isDone, shard, isLook, compare, waits_for }: ListedRun): LogState {
  if (state !== 'finished') return state;
  if (waits_for !== undefined) return 'waiting';
  return shard !== null || isLook || compare ? 'collected' : isDone ? 'finished' : 'unrecorded';
}

function folderOf(root: string, runId: string): string {
  return `${runsFolderName(root)}/${runId}`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function tableOf({ built_in_prices }: Readonly<Record<string, unknown>>): Pick<ListedEntry, 'built_in_prices'> {
  return typeof built_in_prices === 'string' ? { built_in_prices } : {};
}

function amountOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** Leaves one run of each comparison: the one that a process works on, else that of B. Its replies are those of both. */
function oneOfEachComparison(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  const sides = groupBy(
    entries.filter(({ comparison }) => comparison !== undefined),
    ({ comparison }) => comparison?.id ?? '',
  );
  return entries.flatMap((entry) => {
    const own = entry.comparison && sides.get(entry.comparison.id);
    if (!own) return [entry];
    const shown =
      own.find(({ state }) => state === 'running') ?? own.find(({ compare }) => compare?.side === 'b') ?? own[0];
    if (shown !== entry) return [];
    return [{ ...entry, replies: own.reduce((sum, { replies }) => sum + (replies ?? 0), 0) }];
  });
}

function comparedIn(
  root: string,
  { run_id, compare }: ListedRun,
  flags: PlaceFlags,
): Pick<ListedEntry, 'compare' | 'comparison'> {
  if (!compare) return {};
  const { side, against, command } = compare;
  const found = side === 'b' ? orNull(() => readComparison(runDirOf(root, run_id))) : null;
  const outcome = found?.state === 'finished' ? found.outcome : null;
  return {
    compare: { side, against, ...(found && outcome && { outcome, label: found.a.label }) },
    comparison: { id: compare.comparison, command: [command, ...placeFlags(flags)].join(' ') },
  };
}

/** Returns whether a run has a row in the log of its library; true if the log cannot be read. */
export function hasRow(root: string, run_id: string): boolean {
  return orNull(() => recordedRuns(readRunRows(root)).has(run_id)) ?? true;
}
