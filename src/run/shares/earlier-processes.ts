import { uniqueBy } from '#model/data/collections.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { Problem } from '#model/problem.js';
import { orNull, problem } from '#model/problem.js';
import type { Ask, ReplyStore } from '#model/reply/exchange.js';
import type { RunPlan } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { mergedLists, type StoredCommand, shareNoteIn } from '#store/run/command-file.js';
import { readJournal, readJournalHeader } from '#store/run/journal.js';
import { readPlanAt } from '#store/run/run-folder.js';
import { runDirOf, runNames } from '#store/run/run-names.js';
import { runsFolder } from '#store/run/runs-folder.js';
import { findRunFolders } from '#store/run/stored-runs.js';
import { openTrials } from '#store/run/trial-log.js';
import { type Amount, spentIn } from '../collect/budget.js';
import { planDifference } from '../plan/plan-difference.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { budgetPrices } from '../replies/liveness.js';
import { askWith, type CallWorld, noPlaces } from '../replies/reply-places.js';
import type { EarlierProcess, PlannedRun } from '../session/run-options.js';
import { flagsOf } from './command.js';

/** Returns what must be the same for a process to continue another one, whatever the files are. */
export function shareKey(
  { digest: _files, ...command }: StoredCommand,
  { manner }: RunPlan,
  job: string | null,
): string {
  return sha256(canonicalJson({ ...command, shard: manner.shard, flags: flagsOf(manner), job }));
}

/**
 * Finds the processes that asked a share before, in any depth of the folder of runs, in the order in which they began. Leaves out those that were
 * merged, and runs that cannot be read. Throws EVA_DISK if the folder cannot be searched, since its replies would be paid for again.
 */
export function earlierProcesses(root: string, key: string): readonly EarlierProcess[] {
  const folders = runNames(root).length > 0 ? findRunFolders(runsFolder(root)) : [];
  const merged = new Set(mergedLists(folders).flat());
  const processes = folders.flatMap((dir) => (shareNoteIn(dir)?.key === key ? processIn(dir) : []));
  const open = processes.filter(({ runId }) => !merged.has(runId));
  const each = uniqueBy(open, ({ runId, plan }) => JSON.stringify([runId, plan.id]));
  return [...each].sort((a, b) => (a.began < b.began ? -1 : 1));
}

/** Returns the processes that the process of a run continues, as far as their folders are there. */
export function continuedBy(root: string, run_id: string): readonly EarlierProcess[] {
  const names = shareNoteIn(runDirOf(root, run_id))?.continues ?? [];
  return names.filter((name) => runNames(root).includes(name)).flatMap((name) => processIn(runDirOf(root, name)));
}

/** Returns the job of the process that these folders are of; null without one. */
export function jobOf(dirs: readonly string[]): string | null {
  return dirs.map(shareNoteIn).find((note) => note !== null)?.job ?? null;
}

function processIn(dir: string): readonly (EarlierProcess & { readonly began: string })[] {
  const [header, plan] = [orNull(() => readJournalHeader(dir))?.header, orNull(() => readPlanAt(dir))];
  if (!header || !plan) return [];
  const { run_id: runId, ts = '' } = header;
  return [{ runId, dir, plan, continues: shareNoteIn(dir)?.continues ?? [], began: `${ts} ${runId}` }];
}

/** Lists what changed in the files since earlier processes of a share (EVA_RUN_CHANGED). */
export function changesSinceEarlier(
  earlier: readonly EarlierProcess[],
  runs: readonly PlannedRun[],
): readonly Problem[] {
  const changed = earlier.filter(({ plan }) => plan.manner.share?.command !== runs[0]?.open.plan.manner.share?.command);
  const [first] = changed;
  if (!first) return [];
  const hint = 'undo the change to continue; or begin anew with another --group';
  const differences = changed.flatMap(({ plan }) => {
    const run = runs.find(({ open }) => isSameRun(open.plan, plan));
    return run
      ? planDifference(plan, run.open.plan).map((difference) => `${short(plan.id)}: ${short(difference)}`)
      : [];
  });
  const words = differences.length > 0 ? [...new Set(differences)] : ['files of other prompts of the command changed'];
  return words.map((difference) =>
    problem(
      'EVA_RUN_CHANGED:share',
      `an earlier process of this shard has other files: ${difference}: ${short(first.dir)}`,
      {
        hint,
      },
    ),
  );
}

export function isSameRun(one: RunPlan, other: RunPlan): boolean {
  const keyOf = ({ id, variant: { variant, cases_of } = {} }: RunPlan) => JSON.stringify([id, variant, cases_of]);
  return keyOf(one) === keyOf(other);
}

/** Counts the trials of a run that earlier processes have whole. The last of a process without a result may be missing. */
export function countTrials(earlier: readonly EarlierProcess[], { cases }: RunPlan): number {
  const indexes = new Map(cases.map(({ name }) => [name, new Set<number>()]));
  for (const { dir } of earlier) {
    const trials = orNull(() => openTrials(dir));
    for (const [name, own] of indexes) for (const { index } of trials?.spots(name) ?? []) own.add(index);
    trials?.close();
  }
  return [...indexes.values()].reduce((sum, { size }) => sum + size, 0);
}

/** The replies of one process. */
interface ProcessReplies {
  readonly runId: string;
  readonly continues: readonly string[];
  readonly get: ReplyStore['get'];
}

/** Returns what each process had, in their order: its own replies, and those of the processes that it continued. */
export function repliesSeen(processes: readonly ProcessReplies[]): readonly ReplyStore['get'][] {
  return processes.map(({ get, continues }) => {
    const before = processes.filter(({ runId }) => continues.includes(runId));
    return firstOf([get, ...before.map((process) => process.get)]);
  });
}

function firstOf(gets: readonly ReplyStore['get'][]): ReplyStore['get'] {
  return (key) => {
    for (const get of gets) {
      const stored = get(key);
      if (stored) return stored;
    }
    return undefined;
  };
}

/** What earlier processes of a share have of a run. */
export interface EarlierReplies {
  /** Ways to whole trials, in the order of the processes. */
  readonly asks: readonly Ask[];
  /** Returns a journal that has their replies too. */
  readonly behind: (journal: ReplyStore) => ReplyStore;
  readonly close: () => void;
}

/** Opens the journals of earlier processes, to read them. Throws EVA_DISK, EVA_ODD_FILE, EVA_NEWER_JOURNAL. */
export function openEarlier(earlier: readonly EarlierProcess[], world: CallWorld): EarlierReplies {
  const opened = earlier.map(({ runId, dir, continues }) => ({ runId, continues, ...readJournal(dir).open() }));
  const kept = { ...world, liveness: { ...world.liveness, isLive: false } };
  return {
    asks: repliesSeen(opened).map((get) => askWith(noPlaces, { get, put: () => {} }, kept)),
    behind: (journal) => ({
      get: firstOf([(key) => journal.get(key), ...opened.map(({ get }) => get)]),
      put: (reply) => journal.put(reply),
    }),
    close: () => {
      for (const { close } of opened) close();
    },
  };
}

/** Returns what earlier processes of a share have spent on a run. */
export function spentEarlier(
  earlier: readonly EarlierProcess[],
  open: OpenPrompt,
  env: CallWorld['env'],
): readonly Amount[] {
  const { prices } = budgetPrices(open, env);
  return earlier.map(({ dir }) => {
    const journal = readJournal(dir);
    return spentIn({ replies: () => journal.replies, notes: () => journal.notes }, prices);
  });
}
