import { basename } from 'node:path';
import { groupBy, uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import type { RunPlan, RunShare, Shard } from '#model/run/run.js';
import { flagWords, listed, short } from '#model/text/quoted.js';
import { mergedLists, readCommand, type StoredCommand, shareNote } from '#store/run/command-file.js';
import { readJournalHeader } from '#store/run/journal.js';
import { readPlanAt } from '#store/run/run-folder.js';
import { isRunId } from '#store/run/run-names.js';
import { findRunFolders } from '#store/run/stored-runs.js';
import { planDifference } from '../plan/plan-difference.js';
import type { RunOptions } from '../session/run-options.js';

/** The folder of one process of a shard, for one run. All its files are those of strangers. */
export interface ShareFolder {
  readonly dir: string;
  /** The run id in its journal, since folders can be renamed; the name of the folder if that line is damaged or names no run. */
  readonly runId: string;
  /** When the process began, ISO 8601; by its run id if its journal does not say it. */
  readonly began: string;
  readonly bytes: number;
  /** The job that it belongs to; null without one. */
  readonly job: string | null;
  readonly plan: RunPlan;
  readonly shard: Shard;
  readonly share: RunShare;
}

export interface ShardedRun {
  readonly run: StoredCommand['runs'][number];
  /** The folders of all its processes, in the order in which these began. */
  readonly folders: readonly ShareFolder[];
}

/** A command that was dealt to shards, with the folders that are there of each of its runs. */
export interface ShardedCommand {
  readonly command: StoredCommand;
  readonly runs: readonly ShardedRun[];
  /** A folder of each shard of which there is any. */
  readonly folders: readonly ShareFolder[];
}

/**
 * Finds the commands whose shards are in these folders, in any depth. Ignores other runs, and if there are several jobs those but `job`. Throws one `EvaError` with every problem: files that
 * cannot be read, and EVA_BAD_MERGE for folders that do not fit together.
 */
export function findCommands(dirs: readonly string[], job: RunOptions['job']): readonly ShardedCommand[] {
  const problems: Problem[] = [];
  const stored = new Map<string, StoredCommand>();
  const collectProblems = <T>(read: () => readonly T[]): readonly T[] => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof EvaError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  };
  const folders = [...new Set(dirs.flatMap(findRunFolders))].flatMap((dir) =>
    collectProblems(() => {
      const folder = readFolder(dir);
      const command = folder && readCommand(dir);
      if (command) stored.set(command.digest, command);
      return folder ? [folder] : [];
    }),
  );
  if (folders.length + problems.length === 0)
    problems.push(
      problem('EVA_BAD_MERGE:no_shard', `there is no shard in ${dirs.map(short).join(', ')}`, {
        hint: 'eva eval ID --shard 1/5 collects one, into .eva/runs/',
      }),
    );
  const commands = [...groupBy(onceEach(folders), ({ share }) => share.command)].flatMap(([digest, own]) =>
    collectProblems(() => [commandOf(stored.get(digest), ofOneJob(notMerged(own), job))]),
  );
  problems.push(...mixedCommands(commands));
  if (problems.length > 0) throw new EvaError(problems);
  return commands;
}

/** Returns the folders of a command that were not merged; if all were, those of its last merge. The last folder began last. */
function notMerged(folders: readonly ShareFolder[]): readonly ShareFolder[] {
  const lists = mergedLists(folders.map(({ dir }) => dir));
  const merged = new Set(lists.flat());
  const open = folders.filter(({ runId }) => !merged.has(runId));
  if (open.length > 0) return open;
  const last = folders.at(-1)?.runId ?? '';
  const together = lists.find((names) => names.length > 1 && names.includes(last));
  return together ? folders.filter(({ runId }) => together.includes(runId)) : folders;
}

/** Returns the folders of `job`, or all if they are of one. Replies of an earlier job would count in the place of later ones. */
function ofOneJob(folders: readonly ShareFolder[], job: RunOptions['job']): readonly ShareFolder[] {
  const jobs = [...new Set(folders.flatMap((folder) => folder.job ?? []))];
  if (jobs.length < 2) return folders;
  if (jobs.some((name) => name === job)) return folders.filter((folder) => folder.job === job);
  const [last = ''] = folders.flatMap((folder) => folder.job ?? []).reverse();
  throw new EvaError([
    problem(
      'EVA_BAD_MERGE:jobs',
      `${short(folders[0]?.plan.id ?? '')}: these shards are of ${jobs.length} jobs: ${listed(jobs.map(short))}`,
      { hint: `merge one job, such as the last one: add ${flagWords('--group', last)}` },
    ),
  ]);
}

function readFolder(dir: string): ShareFolder | null {
  const plan = readPlanAt(dir);
  const { shard, share } = plan.manner;
  if (!shard) return null;
  if (!share || shard.index < 1 || shard.index > shard.of)
    throw new EvaError([
      problem('EVA_BAD_MERGE:no_share', `the plan of this shard does not say what it asks: ${short(dir)}`, {
        hint: 'an earlier version of eva wrote it, or the file was edited: collect the shard again',
      }),
    ]);
  const { header, note, bytes } = readJournalHeader(dir);
  const runId = header && isRunId(header.run_id) ? header.run_id : basename(dir);
  const time = Date.parse(
    header?.ts ?? runId.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const began = new Date(Number.isNaN(time) ? 0 : time).toISOString();
  const job = note && (shareNote([note])?.job ?? null);
  return { dir, runId, began, bytes, job, plan, shard, share };
}

/** Returns each process once, in the order in which they began: of copies that were taken at different times, the longest journal. */
function onceEach(folders: readonly ShareFolder[]): readonly ShareFolder[] {
  const longest = [...folders].sort((a, b) => b.bytes - a.bytes);
  const processes = uniqueBy(longest, ({ runId, plan }) => JSON.stringify([runId, plan.id]));
  const place = ({ began, runId }: ShareFolder) => `${began} ${runId}`;
  return [...processes].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

function commandOf(command: StoredCommand | undefined, folders: readonly ShareFolder[]): ShardedCommand {
  const [first] = folders;
  if (!command || !first)
    throw new EvaError([
      problem(
        'EVA_BAD_MERGE:no_command',
        `no folder has the list of the prompts of this command (command.json): ${folders
          .slice(0, 3)
          .map(({ dir }) => short(dir))
          .join(', ')}`,
        {
          hint: 'the first folder of each shard has it: copy all folders of .eva/runs/ from the machines that collected them',
        },
      ),
    ]);
  const byRun = groupBy(folders, ({ plan }) => keyOf({ id: plan.id, ...plan.variant }));
  const listed = new Set(command.runs.map(keyOf));
  const strangers = folders.filter(
    ({ plan, shard }) => !listed.has(keyOf({ id: plan.id, ...plan.variant })) || shard.of !== command.of,
  );
  if (strangers.length > 0)
    throw new EvaError(
      strangers.map(({ dir, plan }) =>
        problem('EVA_BAD_MERGE:stranger', `this run of ${short(plan.id)} is not one of its command: ${short(dir)}`, {
          hint: untouched,
        }),
      ),
    );
  const [crowded] = [...byRun.values()].filter(({ length }) => length > mostProcesses);
  if (crowded)
    throw new EvaError([
      problem(
        'EVA_BAD_MERGE:too_many',
        `there are ${crowded.length} runs of shards of ${short(crowded[0]?.plan.id ?? '')}, and ${mostProcesses} at most can be merged`,
        { hint: 'name the folders of the latest job alone' },
      ),
    ]);
  return {
    command,
    runs: command.runs.map((run) => ({ run, folders: byRun.get(keyOf(run)) ?? [] })),
    folders: uniqueBy(folders, ({ shard }) => String(shard.index)),
  };
}

/** The greatest number of processes of one run: a line of `.attempts.jsonl` has their names. */
const mostProcesses = 2000;

function keyOf({ id, variant, cases_of }: StoredCommand['runs'][number]): string {
  return JSON.stringify([id, variant, cases_of]);
}

/** Lists the commands of which a run is one of an earlier command too: they were split differently, or have other files. */
function mixedCommands(commands: readonly ShardedCommand[]): readonly Problem[] {
  const known = new Map<string, ShardedCommand>();
  return commands.flatMap((sharded) => {
    const shared = sharded.command.runs.find((run) => known.has(keyOf(run)));
    const other = shared && known.get(keyOf(shared));
    for (const run of sharded.command.runs) if (!known.has(keyOf(run))) known.set(keyOf(run), sharded);
    return other ? mixed(shared, other, sharded) : [];
  });
}

function mixed(run: ShardedRun['run'], one: ShardedCommand, other: ShardedCommand): readonly Problem[] {
  const folders = [one, other].map((sharded) => short(sharded.folders[0]?.dir ?? '')).join(', ');
  const [of, otherOf] = [one.command.of, other.command.of];
  if (of !== otherOf)
    return [
      problem(
        'EVA_BAD_MERGE:splits',
        `${short(run.id)}: these shards come from different splits, of ${of} and of ${otherOf}: ${folders}`,
        { hint: 'name the folders of one split' },
      ),
    ];
  const [plan, otherPlan] = [one, other].map(
    ({ runs }) => runs.find((candidate) => keyOf(candidate.run) === keyOf(run))?.folders[0]?.plan,
  );
  const differences = plan && otherPlan ? planDifference(plan, otherPlan) : [];
  const [prompts, otherPrompts] = [one, other].map(({ command }) => command.runs.map(keyOf).join('\n'));
  const reason =
    prompts === otherPrompts ? 'their flags, or files of other prompts, differ' : 'they name other prompts';
  const words = differences.length > 0 ? differences : [reason];
  return words.map((difference) =>
    problem(
      'EVA_BAD_MERGE:different',
      `${short(run.id)}: these shards are not of the same command: ${short(difference)}: ${folders}`,
      { hint: 'collect all shards from the same files, with the same flags and the same version of eva' },
    ),
  );
}

/** The hint for folders that do not hold what eva wrote. */
export const untouched = 'copy the folders again from the machines that collected them, and change nothing in them';
