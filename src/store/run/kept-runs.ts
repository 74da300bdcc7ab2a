import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import type { CompareFacts } from '#model/pairs/compare-rule.js';
import { EvaError, orNull } from '#model/problem.js';
import { type EvidenceDigests, isOnlyLook, type RunResult } from '#model/run/run.js';
import type { LoggedRow, RecordedRuns } from '../logs/eval-log.js';
import { throwAway } from '../trash.js';
import { countReplies } from './journal.js';
import { type ResultHead, readResultHead } from './run-document.js';
import { lockRun, readPlanAt } from './run-folder.js';
import { requireKnownRun, runBegan, runDirOf, runNames } from './run-names.js';

export interface KeptRun {
  readonly run_id: string;
  readonly id: string;
  /** When it began, ISO 8601. */
  readonly ts: string;
  readonly state: RunResult['state'];
  readonly all_passed: boolean;
  /** True if `--case` selected some of the cases, or `--items` or `--item` some of the items. */
  readonly partial: boolean;
  readonly isShard: boolean;
  /** True if it only showed replies, so that it has no verdict. */
  readonly isLook: boolean;
  /** The number of labels of people that it waits for; absent if it waits for none. */
  readonly waits_for?: number;
  readonly synthetic: boolean;
  readonly evidence: EvidenceDigests;
  /** True for side B of a comparison: its verdict is in comparison.json. Absent for other runs. */
  readonly isCompared?: true;
}

/**
 * Reads the runs in `.eva/runs` without a row, and those whose row says something else than their result: it passed, or it names another prompt, time or evidence.
 * Oldest first. Omits runs that cannot be read, that ended without a reply, side A of comparisons, and side B without a call. Throws EVA_DISK, EVA_ODD_FILE of `.eva/runs` itself.
 */
export function readKeptRuns(root: string, recorded: RecordedRuns): readonly KeptRun[] {
  return runNames(root).flatMap((name) => {
    const dir = runDirOf(root, name);
    const row = recorded.get(name);
    const head = orNull(() => readResultHead(join(dir, 'result.json')));
    if (row && (!head?.evidence || isRowOf(row, head))) return [];
    const kept = head ? ofHead(name, head) : orNull(() => ofPlan(name, dir));
    return kept ? [kept] : [];
  });
}

/** Returns false for a row that was changed: it names other facts than the result, or a pass that the result does not have. */
function isRowOf(row: LoggedRow, { evidence, ...head }: ResultHead): boolean {
  const { evidence: named, all_passed } = row;
  const parts = ['prompt', 'cases', 'judge', 'models'] as const;
  const isSame = isObject(named) && parts.every((part) => named[part] === evidence?.[part]);
  const areSame = (['id', 'ts', 'partial', 'total'] as const).every((key) => row[key] === head[key]);
  return isSame && areSame && !(all_passed && head.all_passed === false);
}

function ofHead(run_id: string, head: ResultHead): KeptRun | null {
  const { id, ts, state, all_passed, partial, shard, replies, evidence, total = 0, looked, compare, sources } = head;
  if (replies && replies.model + replies.recorded + replies.synthetic === 0) return null;
  if (compare?.side === 'a' || (compare && sources?.asked === 0)) return null;
  if (ts === undefined || all_passed === undefined || partial === undefined || evidence === undefined) return null;
  const { synthetic = false } = evidence;
  const isLook = compare === undefined && isOnlyLook({ total, ...(looked !== undefined && { looked }) });
  const { waits_for } = head;
  const more = { ...(waits_for !== undefined && { waits_for }), ...(compare && { isCompared: true as const }) };
  return { run_id, id, ts, state, all_passed, partial, isShard: shard !== null, isLook, synthetic, evidence, ...more };
}

function ofPlan(run_id: string, dir: string): KeptRun | null {
  if (orNull(() => countReplies(dir)) === 0) return null;
  const { id, partial, manner, cases, evidence, compare } = readPlanAt(dir);
  if (compare?.side === 'a') return null;
  const ts = new Date(runBegan(run_id) ?? 0).toISOString();
  const isShard = manner.shard !== null;
  const isLook = cases.length > 0 && cases.every(({ look }) => look);
  return {
    run_id,
    id,
    ts,
    state: 'unfinished',
    all_passed: false,
    partial,
    isShard,
    isLook,
    synthetic: false,
    evidence,
    ...(compare && { isCompared: true }),
  };
}

/** The runs that were removed, and those that stay. */
interface RemovedRuns {
  readonly removed: readonly string[];
  /** The runs that stay, each with its reason. */
  readonly refused: readonly { readonly run_id: string; readonly reason: string }[];
}

/** Removes runs with all their files. Keeps runs that a process works on. Throws EVA_DISK, EVA_ODD_FILE of `.eva/runs/`. */
export function removeRuns(root: string, ids: readonly string[]): RemovedRuns {
  const known = runNames(root);
  const outcomes = ids.map((run_id) => ({ run_id, reason: whyKept(root, run_id, known) }));
  return {
    removed: outcomes.flatMap(({ run_id, reason }) => (reason === null ? [run_id] : [])),
    refused: outcomes.flatMap(({ run_id, reason }) => (reason === null ? [] : [{ run_id, reason }])),
  };
}

/** Removes a run. Returns why it stays; null if it is gone. */
function whyKept(root: string, run_id: string, known: readonly string[]): string | null {
  try {
    const dir = runDirOf(root, requireKnownRun(root, run_id, known));
    const lock = lockRun(dir, run_id, () => undefined);
    try {
      throwAway(root, dir);
    } finally {
      lock.release();
    }
    return null;
  } catch (error) {
    if (error instanceof EvaError) return error.message;
    throw error;
  }
}

/** The runs of a comparison, by their sides. One is absent if its folder is gone, or if eva was killed before it was made. */
export interface ComparedRuns {
  readonly comparison: string;
  readonly a?: ComparedRun;
  readonly b?: ComparedRun;
}

export interface ComparedRun {
  readonly run_id: string;
  readonly compare: CompareFacts;
}

/** Lists the comparisons whose runs are in `.eva/runs`, oldest first. Leaves out folders that cannot be read. Throws EVA_DISK, EVA_ODD_FILE. */
export function comparedRuns(root: string): readonly ComparedRuns[] {
  const byId = new Map<string, ComparedRuns>();
  for (const run_id of runNames(root)) {
    const dir = runDirOf(root, run_id);
    const head = orNull(() => readResultHead(join(dir, 'result.json')));
    const compare = (head ?? orNull(() => readPlanAt(dir)))?.compare;
    if (!compare) continue;
    const { comparison, side } = compare;
    byId.set(comparison, { ...(byId.get(comparison) ?? { comparison }), [side]: { run_id, compare } });
  }
  return [...byId.values()];
}
