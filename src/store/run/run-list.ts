import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { CompareFacts } from '#model/pairs/compare-rule.js';
import { orNull } from '#model/problem.js';
import type { AttemptLine } from '#model/run/attempt.js';
import { isOnlyLook, type Shard } from '#model/run/run.js';
import { onDisk } from '../files/regular-file.js';
import { readAttempts } from '../logs/attempts-log.js';
import { isLoggedRow, type LoggedRow, readRunRows, recordedRuns } from '../logs/eval-log.js';
import { sizeBelow } from '../trash.js';
import { mergedLists, shareNoteIn } from './command-file.js';
import { countReplies, journalBar } from './journal.js';
import { type ResultHead, readResultHead } from './run-document.js';
import { holderOfRun, readPlan } from './run-folder.js';
import { runBegan, runDirOf, runNames } from './run-names.js';

export interface ListedRun {
  readonly run_id: string;
  /** The id of the prompt; null if the run ended before it was planned, or if its files cannot be read. */
  readonly id: string | null;
  /** `running` while a process works on it; else `finished` if a result says that no trial is missing. */
  readonly state: 'finished' | 'unfinished' | 'running';
  /** The process that works on it; null if there is none, or if it is unknown. */
  readonly pid: number | null;
  /** The machine or container of the process, if it is not this one. */
  readonly host?: string;
  /**
   * When it began, in milliseconds since 1970: the earliest time in its name, in its result and of its plan file. The name may be too late:
   * it always sorts after the previous run, even if that has a time in the future. null for folders that eva did not name.
   */
  readonly began: number | null;
  /** True for a run that judged nothing. Absent otherwise. */
  readonly isLook?: boolean;
  /** The number of labels of people that it waits for: it is finished, and has no row before. Absent otherwise. */
  readonly waits_for?: number;
  /** Its variant or other model, and whether the command line replaced those of the files; absent without either. */
  readonly variant?: string;
  readonly override?: true;
  /** The id of its group; absent for a run alone. */
  readonly group?: string;
  /** The side of a comparison that it answers for; absent for a run of its own. */
  readonly compare?: CompareFacts;
  /** True if it has a row, if its shard is complete, if it judged nothing, if its comparison is finished, or if it finished and its prompt is not here, such as the run of a program. */
  readonly isDone: boolean;
  /** The counts of its result, under the keys of a row; absent unless it finished without a row. */
  readonly counts?: LoggedRow;
  /** The number of its inconclusive cases; absent without a result. */
  readonly inconclusive?: number;
  /** The size of its files. */
  readonly bytes: number;
  readonly shard: Shard | null;
  /** True for an unfinished run that plays recordings. */
  readonly isReplay: boolean;
  /** True for a shard of a merged run that has a row, and for a merge of such shards that was killed before it had one. */
  readonly isMerged: boolean;
  /** True for the process of a shard with which a later one goes on. Absent otherwise. */
  readonly isContinued?: true;
  /** The number of its replies; absent if the journal cannot be read. */
  readonly replies?: number;
  /** Why its journal prevents a resume; absent if it does not. */
  readonly journal?: 'gone' | 'newer';
}

/**
 * Lists the runs of a library, oldest first. Fields whose files cannot be read are null or absent. Throws EVA_DISK, EVA_ODD_FILE,
 * EVA_LOG_TOO_LARGE if `.eva/runs/`, `.eval.jsonl` or `.attempts.jsonl` cannot be read.
 */
export function listRuns(root: string): readonly ListedRun[] {
  const names = runNames(root);
  if (names.length === 0) return [];
  const recorded = recordedRuns(readRunRows(root));
  const attempts = readAttempts(root).rows.map(({ value }) => value);
  const withRow = attempts.flatMap(({ run_id, shards = [] }) => (recorded.has(run_id) ? shards : []));
  const merged = new Set([...withRow, ...mergedLists(names.map((name) => runDirOf(root, name))).flat()]);
  const isMergedAgain = ({ run_id, shards }: AttemptLine) =>
    !recorded.has(run_id) && shards?.every((name) => merged.has(name));
  for (const { run_id } of attempts.filter(isMergedAgain)) merged.add(run_id);
  const runs = names.map((name) => listedRun(root, name, recorded.has(name), merged));
  const continued = new Set(runs.flatMap(({ shard, run_id }) => (shard ? continuedIn(root, run_id) : [])));
  return runs.map((run) => (continued.has(run.run_id) ? { ...run, isContinued: true } : run));
}

function continuedIn(root: string, run_id: string): readonly string[] {
  return shareNoteIn(runDirOf(root, run_id))?.continues ?? [];
}

/** `merged`: the ids of the shards that were merged into runs with a row. */
function listedRun(root: string, run_id: string, hasRow: boolean, merged: ReadonlySet<string>): ListedRun {
  const dir = runDirOf(root, run_id);
  const holder = orNull(() => holderOfRun(dir));
  const head = orNull(() => readResultHead(join(dir, 'result.json')));
  const plan = head?.state === 'finished' ? null : orNull(() => readPlan(root, run_id));
  const counted = head?.state === 'finished' ? head.replies : undefined; // a resume that was killed has more than an unfinished result
  const replies = counted ? counted.model + counted.recorded + counted.synthetic : orNull(() => countReplies(dir));
  const { shard = null, total = 0, looked = 0 } = head ?? {};
  const compare = head?.compare ?? plan?.compare;
  const isLook = compare === undefined && isOnlyLook({ total, looked });
  const hasNoRow = shard !== null || isLook || compare !== undefined;
  const journal = orNull(() => journalBar(dir));
  const { variant, override, group } = head ?? plan?.variant ?? {};
  return {
    run_id,
    id: head?.id ?? plan?.id ?? null,
    state: holder ? 'running' : (head?.state ?? 'unfinished'),
    pid: holder?.pid ?? null,
    ...(holder?.host !== undefined && { host: holder.host }),
    began: beganAt(run_id, dir, head),
    isDone: hasRow || (head?.state === 'finished' && (hasNoRow || !existsSync(join(root, 'prompts', head.id)))),
    ...(!hasRow && head?.state === 'finished' && !hasNoRow && isLoggedRow(head) && { counts: head }),
    ...(head?.inconclusive_cases && { inconclusive: head.inconclusive_cases.length }),
    ...(isLook && { isLook }),
    ...(!hasRow && head?.waits_for !== undefined && { waits_for: head.waits_for }),
    ...(compare && { compare }),
    ...(variant !== undefined && { variant }),
    ...(override && { override }),
    ...(group !== undefined && { group }),
    bytes: orNull(() => sizeBelow(dir).bytes) ?? 0,
    shard: head ? head.shard : (plan?.manner.shard ?? null),
    isReplay: plan?.manner.replay === true,
    isMerged: merged.has(run_id) || (!hasRow && plan?.shards?.runs?.every((name) => merged.has(name)) === true),
    ...(replies !== null && { replies }),
    ...(journal !== null && { journal }),
  };
}

function beganAt(run_id: string, dir: string, head: ResultHead | null): number | null {
  const named = runBegan(run_id);
  if (named === null) return null;
  const planned = orNull(() => onDisk('read', dir, () => lstatSync(join(dir, 'plan.json'), { throwIfNoEntry: false })));
  const known = [named, Date.parse(head?.ts ?? ''), planned?.mtimeMs ?? Number.NaN];
  return Math.min(...known.filter((time) => !Number.isNaN(time)));
}
