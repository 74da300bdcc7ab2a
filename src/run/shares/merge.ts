import { unknownPrompt } from '#library/prompts.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { EvaError, orNull, problem } from '#model/problem.js';
import type { Ask } from '#model/reply/exchange.js';
import type { Notify } from '#model/run/notice.js';
import { type MergedShards, maxRepeatedShards, type RunResult, type RunSettings } from '#model/run/run.js';
import { promptWord, short } from '#model/text/quoted.js';
import { version } from '#model/version.js';
import { NoReply } from '#provider/provider.js';
import { AttemptTimes, readAttempts } from '#store/logs/attempts-log.js';
import { checkLogs, readRunRows, recordedRuns } from '#store/logs/eval-log.js';
import { createJournal } from '#store/run/journal.js';
import { createScratchFolder, readPlan } from '#store/run/run-folder.js';
import { NewRunNames } from '#store/run/run-names.js';
import { readRunAt, type StoredRun } from '#store/run/stored-runs.js';
import { throwAway } from '#store/trash.js';
import { BudgetLedger } from '../collect/budget.js';
import { planDifference } from '../plan/plan-difference.js';
import type { RunChoice } from '../plan/plan-run.js';
import { type OpenPrompt, openedFiles } from '../prompt/open-prompt.js';
import { readLibrary, readPrompt } from '../prompt/read-prompt.js';
import { requirePrograms } from '../prompt/require-trusted.js';
import { decideLiveness, routesOf } from '../replies/liveness.js';
import { run as collectRun, type RunProgress } from '../run.js';
import { attemptNumber } from '../session/attempt-notes.js';
import { endsWithin } from '../session/ends.js';
import { finishRun } from '../session/finish-run.js';
import { type CommandShare, openRun } from '../session/open-run.js';
import { newRunPlace } from '../session/run-deps.js';
import type { PlannedRun, RunOptions } from '../session/run-options.js';
import { openPool } from '../session/run-pool.js';
import { type DealtCommand, dealCommand, splitAmong } from './command.js';
import { type KeptProcesses, openProcesses } from './kept-processes.js';
import { findCommands, type ShardedCommand, type ShardedRun } from './share-folders.js';
import { trialOwners } from './share-trials.js';

/** A run that was decided from the replies of shards. It has no row yet. */
export interface MergedRun {
  readonly open: OpenPrompt;
  readonly result: RunResult;
  /** Returns the number of the shard that asks a trial of a case, by the places of the case and the trial. */
  readonly ownerOf: (at: number, trial: number) => number;
  /** The planned run that writes the result, its attempt and its row. */
  readonly planned: PlannedRun;
  /** The processes of its shards with replies that nothing judged, where later ones drew others, and those that are missing. */
  readonly redrawn: readonly string[];
}

/** The runs of one command, and what is there of its shards. */
export interface MergedCommand {
  readonly sharded: ShardedCommand;
  readonly runs: readonly MergedRun[];
  /** The time of the last reply of each shard, in milliseconds; absent for a shard without one. */
  readonly lastReplies: ReadonlyMap<number, number>;
}

export interface Merge {
  readonly commands: readonly MergedCommand[];
  /** True if each trial that its case needs is there. */
  readonly isWhole: boolean;
  /** Removes the folders of the runs again. */
  readonly discard: () => void;
}

/** Where the runs of a merge are kept: in the library, or nowhere, to see what is known so far. */
interface MergePlaces {
  readonly placeOf: PlannedRun['placeOf'];
  readonly discard: () => void;
}

/** Returns places in `.eva/runs/`. */
function placesInLibrary(root: string): MergePlaces {
  const dirs: string[] = [];
  return {
    placeOf: async (open, notify, names) => {
      const place = await newRunPlace(open, notify, names);
      dirs.push(place.dir);
      return place;
    },
    discard: () => {
      for (const dir of dirs.splice(0)) throwAway(root, dir);
    },
  };
}

/** Returns places in folders below `parent`, which are removed again. */
function scratchPlaces(parent: string): MergePlaces {
  const removes: (() => void)[] = [];
  return {
    placeOf: async ({ plan }) => {
      const { dir, remove } = createScratchFolder(parent);
      removes.push(remove);
      const journal = createJournal(dir, { run_id: 'partial', id: plan.id, eva_version: version });
      return { runId: 'partial', dir, journal, isResumed: false, release: () => {} };
    },
    discard: () => {
      for (const remove of removes.splice(0)) remove();
    },
  };
}

/**
 * Decides the runs that the shards in these folders belong to, and keeps each in a folder of its own, with `scratch` below that folder; call
 * `discard`, or make the planned runs. Throws one `EvaError` with every problem: EVA_BAD_MERGE, EVA_RUN_CHANGED, and those of files that cannot be read.
 */
export async function mergeShards(dirs: readonly string[], options: RunOptions, world: MergeWorld): Promise<Merge> {
  let redrawn: RedrawnRuns = new Map();
  for (;;) {
    const merge = await mergeOnce(dirs, options, { ...world, redrawn });
    const found = merge.commands.flatMap(({ sharded, runs }) =>
      runs.map((run, at) => [keyOf(sharded.runs[at]?.folders ?? []), run.redrawn] as const),
    );
    if (found.every(([key, runs]) => runs.every((runId) => redrawn.get(key)?.includes(runId)))) return merge;
    // decided again with the number that these attempts give it: its level may depend on it
    merge.discard();
    redrawn = new Map(found.map(([key, runs]) => [key, [...new Set([...(redrawn.get(key) ?? []), ...runs])]]));
  }
}

/** The processes whose replies later ones drew anew, by the first folder of the run. */
type RedrawnRuns = ReadonlyMap<string, readonly string[]>;

function keyOf([first]: ShardedRun['folders']): string {
  return first?.dir ?? '';
}

interface MergeWorld {
  readonly notify: Notify;
  readonly scratch: string | null;
}

async function mergeOnce(
  dirs: readonly string[],
  options: RunOptions,
  { notify, scratch, redrawn }: MergeWorld & { readonly redrawn: RedrawnRuns },
): Promise<Merge> {
  const commands = findCommands(dirs, options.job);
  if (scratch === null) checkLogs(options.root);
  const problems: Problem[] = [];
  const names = new NewRunNames(options.root);
  const times = new AttemptTimes(options.root);
  const mergedBefore = earlierMerges(options.root);
  const all = commands.flatMap(({ runs }) => runs);
  const [known] = all.flatMap((run) => mergedBefore(run) ?? []);
  const kept = known === undefined ? null : orNull(() => readPlan(options.root, known));
  const group = all.length > 1 ? (kept?.variant?.group ?? names.next()) : undefined;
  const opened = commands.flatMap((sharded) => {
    try {
      return [{ sharded, ...openCommand(sharded, { group, redrawn }, options) }];
    } catch (error) {
      if (!(error instanceof EvaError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  const { placeOf, discard } = scratch === null ? placesInLibrary(options.root) : scratchPlaces(scratch);
  const merged: MergedCommand[] = [];
  try {
    for (const { sharded, opens, deal } of opened) {
      const lastReplies = new Map<number, number>();
      const runs: MergedRun[] = [];
      for (const [at, open] of opens.entries()) {
        const kept = openProcesses(open, sharded.runs[at]?.folders ?? [], { deal, at });
        problems.push(...kept.problems);
        for (const [shard, time] of kept.lastReplies)
          lastReplies.set(shard, Math.max(time, lastReplies.get(shard) ?? 0));
        for (const damage of kept.damages) notify({ event: 'journal_damaged', problem: damage, isShard: true });
        if (problems.length > 0) continue;
        const from = { open, deal, at, kept };
        const before = sharded.runs[at] && mergedBefore(sharded.runs[at]);
        const stored = before === undefined ? null : orNull(() => readRunAt(options.root, before));
        runs.push(stored ? runAgain(from, stored, options) : await decideRun(from, options, { placeOf, names, times }));
      }
      merged.push({ sharded, runs, lastReplies });
    }
    if (problems.length > 0) throw new EvaError(uniqueBy(problems, (found) => JSON.stringify(found)));
  } catch (error) {
    discard();
    throw error;
  }
  const isWhole = merged.every(({ runs }) => runs.every(({ result }) => result.state === 'finished'));
  return { commands: merged, isWhole, discard };
}

interface OpenedCommand {
  /** The runs of the command, in its order. */
  readonly opens: readonly OpenPrompt[];
  readonly deal: DealtCommand;
}

/** Reads the prompts of a command as they are now. Throws EVA_RUN_CHANGED if a file has changed since it was dealt. */
function openCommand(
  { command, runs, folders }: ShardedCommand,
  { group, redrawn }: { readonly group: string | undefined; readonly redrawn: RedrawnRuns },
  options: RunOptions,
): OpenedCommand {
  const { root, env } = options;
  const [sibling] = folders;
  if (!sibling) throw new Error('a command without a folder');
  const { shard: _shard, share: _share, split: _split, ...manner } = sibling.plan.manner;
  const merged: RunSettings = { ...manner, batch: false, shard: null, merged: command.of, record: false, budget: null };
  const library = readLibrary(root);
  const number = attemptNumber(root);
  const problems: Problem[] = [];
  const redrawnOf = (own: ShardedRun['folders']) => redrawn.get(keyOf(own)) ?? [];
  const opens = runs.flatMap(({ run: { id, variant, cases_of }, folders: own }) => {
    const choice: RunChoice = {
      ...{ only: command.only, items: command.items, manner: merged, prices: { env } },
      ...((variant ?? cases_of) !== undefined && {
        variant: { ...(variant !== undefined && { variant }), ...(cases_of !== undefined && { cases_of }) },
      }),
      group,
      numberOf: (numbered) => number({ ...numbered, shards: runIds(own), redrawn: redrawnOf(own) }),
    };
    if (!library.ids().includes(id)) {
      problems.push(unknownPrompt(id, library.ids()));
      return [];
    }
    const files = readPrompt(library, id, choice);
    const open = openedFiles(files);
    if (!open) {
      problems.push(...files.problems);
      return [];
    }
    return [requirePrograms(open, options, true)];
  });
  if (problems.length > 0) throw new EvaError(problems);
  const changes = runs.flatMap((run, at) => changesOf(run, opens[at], command.of));
  if (changes.length > 0) throw new EvaError(changes);
  const deal = dealCommand(
    opens.map(({ plan }) => ({ ...plan, manner: sibling.plan.manner })),
    command.of,
  );
  if (deal.digest !== command.digest)
    throw new EvaError([
      problem(
        'EVA_RUN_CHANGED:command',
        `files of prompts changed of which there is no run in these folders: ${short(folders.map(({ dir }) => dir)[0] ?? '')}`,
        { hint: 'undo the change to merge the shards, or collect all of them anew' },
      ),
    ]);
  const named = opens.map((open, at) => ({
    ...open,
    plan: {
      ...open.plan,
      manner: { ...open.plan.manner, ...splitAmong(deal.ownersOf(at)) },
      shards: {
        ...mergedShards(runs[at]?.folders ?? [], command.of),
        runs: runIds(runs[at]?.folders ?? []),
        redrawn: redrawnOf(runs[at]?.folders ?? []),
      },
    },
  }));
  return { opens: named, deal };
}

/** Returns a function that names the run with a row that an earlier merge of the same folders made; undefined without one. */
function earlierMerges(root: string): (run: ShardedRun) => string | undefined {
  const attempts = readAttempts(root);
  const recorded = recordedRuns(readRunRows(root, attempts));
  const keyOf = (shards: readonly string[]) => [...shards].sort().join();
  const merges = attempts.rows.flatMap(({ value: { run_id, shards } }) =>
    shards && recorded.has(run_id) ? [[keyOf(shards), run_id] as const] : [],
  );
  const ofShards = new Map(merges);
  return ({ folders }) => ofShards.get(keyOf(runIds(folders)));
}

/** Lists the changes in a prompt since its shards were collected (EVA_RUN_CHANGED). */
function changesOf({ folders }: ShardedRun, open: OpenPrompt | undefined, of: number): readonly Problem[] {
  const [first] = folders;
  if (!first || !open) return [];
  const differences = planDifference(first.plan, open.plan);
  const anew = `collect them anew: eva eval ${promptWord(open.plan.id)} --shard 1/${of}`;
  return differences.map((difference, at) =>
    problem('EVA_RUN_CHANGED:shards', `the shards of ${short(open.plan.id)}: ${short(difference)}`, {
      hint: at === differences.length - 1 ? `undo the change to merge the shards, or ${anew}` : undefined,
    }),
  );
}

function runIds(folders: ShardedRun['folders']): readonly string[] {
  return folders.map(({ runId }) => runId);
}

/** Returns which shards had several processes, the most first. */
function mergedShards(folders: ShardedRun['folders'], of: number): Omit<MergedShards, 'left_out'> {
  const times = new Map<number, number>();
  for (const { shard } of folders) times.set(shard.index, (times.get(shard.index) ?? 0) + 1);
  const repeated = [...times].flatMap(([index, count]) => (count > 1 ? [{ index, times: count }] : []));
  repeated.sort((a, b) => b.times - a.times || a.index - b.index);
  return { of, processes: folders.length, repeated: repeated.slice(0, maxRepeatedShards) };
}

interface DecidedFrom {
  readonly open: OpenPrompt;
  readonly deal: DealtCommand;
  readonly at: number;
  readonly kept: KeptProcesses;
}

const noReply: Ask = () => Promise.reject(new NoReply('no shard has a reply', { why: 'no_recording' }));

/** Returns a run whose row an earlier merge wrote. */
function runAgain({ open, deal, at, kept }: DecidedFrom, { plan, result }: StoredRun, options: RunOptions): MergedRun {
  kept.close();
  const decided = { runId: result.run_id, plan, result, hasRow: true, save: async () => false };
  const planned = { open, options, reopen: () => open, placeOf: newRunPlace, decided };
  return { open, result, ownerOf: ownerOfTrials(open, deal, at), planned, redrawn: [] };
}

/** Decides a run from kept replies. */
async function decideRun(
  { open, deal, at, kept }: DecidedFrom,
  options: RunOptions,
  { placeOf, names, times }: Pick<MergePlaces, 'placeOf'> & Pick<CommandShare, 'names' | 'times'>,
): Promise<MergedRun> {
  const never = new AbortController().signal;
  const ends = endsWithin({ stop: never, signal: never });
  const planned: PlannedRun = { open, options, reopen: () => open, placeOf };
  const { lanes, pool } = openPool([planned], () => {});
  const share = { names, times, lanes, seat: pool.seat(), ledger: new BudgetLedger({}), turn: undefined };
  const session = await openRun(planned, share, ends, () => {});
  const liveness = decideLiveness(routesOf(open.plan.cases, open.config), true, { env: options.env, open });
  const world = { open, liveness, env: options.env, ends };
  const places = new Map(open.plan.cases.map(({ name }, place) => [name, place]));
  const ownerOf = ownerOfTrials(open, deal, at);
  let progress: (() => RunProgress) | undefined;
  try {
    const result = await collectRun(open.plan, {
      ...session.deps,
      emit: () => {},
      onBegin: (follow) => {
        progress = follow;
      },
      ask: noReply,
      keptReplies: (name, trial) => kept.asksOf(ownerOf(places.get(name) ?? -1, trial), world),
      onRedrawn: kept.onRedrawn,
      leftOut: kept.leftOut,
    });
    const end = progress?.();
    const save = () => {
      session.attempt.begin(open.plan, false);
      if (end) session.attempt.follow(() => end);
      return finishRun(result, session);
    };
    const decided = { runId: session.place.runId, plan: open.plan, result, save };
    return { open, result, ownerOf, planned: { ...planned, decided }, redrawn: kept.redrawn() };
  } finally {
    await session.close();
    session.place.release();
    kept.close();
    await session.deps.modules?.close();
  }
}

function ownerOfTrials({ plan, sampleOf }: OpenPrompt, deal: DealtCommand, at: number): MergedRun['ownerOf'] {
  const owners = trialOwners(plan.cases, deal.ownersOf(at), sampleOf, plan.manner.merged ?? 1);
  return (place, trial) => owners[place]?.(trial) ?? 0;
}
