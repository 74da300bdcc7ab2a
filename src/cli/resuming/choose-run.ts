import { EvaError, orNull, problem } from '#errors/index.js';
import type { RunManner } from '#model/run/run.js';
import { shellWord } from '#model/text/quoted.js';
import { batchesLeft } from '#provider/batch/batch-log.js';
import { readJournal } from '#store/run/read-journal.js';
import { readPlan } from '#store/run/run-folder.js';
import { type ListedRun, listRuns } from '#store/run/run-list.js';
import { requireKnownRun, runDirOf } from '#store/run/run-names.js';
import { usage } from '../evaluating/eval-options.js';

/** A run of a known prompt. */
export type KnownRun = ListedRun & { readonly id: string };

/**
 * The run that `--resume` means: the one that is named, else the last one of the prompt that is not done and can bring more by itself,
 * one that has something before those that have nothing; which others there are is told. Throws EVA_UNKNOWN_RUN,
 * EVA_NOTHING_TO_RESUME, EVA_BAD_RUN, EVA_USAGE (it is of another prompt).
 */
export function chooseRun(
  root: string,
  { id, resume }: { readonly id: string | null; readonly resume: string | true },
  tell: (line: string) => void,
): KnownRun {
  const runs = listRuns(root);
  if (resume !== true) return named(runs, resume, id);
  const own = runs.filter(isOf(id ?? ''));
  const open = own.filter((run) => !run.isDone && asksModels(root, run));
  const idle = open.filter(({ state }) => state !== 'running');
  const chosen = idle.findLast((run) => hasSomething(root, run)) ?? idle.at(-1) ?? open.at(-1);
  if (!chosen) throw nothingOpen(root, own, id ?? '');
  tellOthers(
    idle.filter((run) => run !== chosen),
    tell,
  );
  return chosen;
}

function isOf(id: string): (run: ListedRun) => run is KnownRun {
  return (run): run is KnownRun => run.id === id;
}

/** How a run goes about it; null where its plan cannot be read, which is told where it is gone on with. */
function mannerIn(root: string, { run_id }: ListedRun): RunManner | null {
  return orNull(() => readPlan(root, run_id).manner);
}

/** A replay has what was recorded, and a merged run what the shards had: they must be named. */
function asksModels(root: string, run: ListedRun): boolean {
  const manner = mannerIn(root, run);
  return manner === null || (!manner.replay && manner.merged === null);
}

function hasSomething(root: string, { run_id, replies }: ListedRun): boolean {
  if (replies !== 0) return true;
  return orNull(() => batchesLeft(readJournal(runDirOf(root, run_id)).notes)) !== 0;
}

function nothingOpen(root: string, own: readonly KnownRun[], id: string): EvaError {
  const last = own.at(-1);
  const hint = `eva eval ${shellWord(id)} makes ${last ? 'another' : 'one'}`;
  const message = last
    ? `the last run of ${id} ${stateOf(root, last)}: ${last.run_id}`
    : `there is no run of ${id} in .eva/runs/`;
  return new EvaError([problem('EVA_NOTHING_TO_RESUME', message, { hint })]);
}

function stateOf(root: string, run: KnownRun): string {
  if (run.isDone) return 'is finished';
  return mannerIn(root, run)?.replay
    ? 'is a replay, which goes on only by its name'
    : 'was made of shards, for which nobody is asked';
}

const mostTold = 3;

function tellOthers(others: readonly KnownRun[], tell: (line: string) => void): void {
  if (others.length === 0) return;
  const told = others.slice(-mostTold).map(({ run_id }) => run_id);
  const more = others.length > mostTold ? ` and ${others.length - mostTold} more` : '';
  tell(`also unfinished: ${told.join(', ')}${more}; eva eval --resume RUN goes on with one of them`);
}

function named(runs: readonly ListedRun[], name: string, id: string | null): KnownRun {
  const known = requireKnownRun(
    name,
    runs.map(({ run_id }) => run_id),
  );
  const run = runs.find(({ run_id }) => run_id === known);
  if (!run || run.id === null) {
    const hint = 'it ended before anything was asked, or its files were deleted: run it anew';
    throw new EvaError([problem('EVA_BAD_RUN', `run ${known} does not say what it is a run of`, { hint })]);
  }
  if (id !== null && run.id !== id)
    throw usage(`run ${known} is one of ${run.id}, not of ${id}`, `eva eval ${shellWord(run.id)} --resume ${known}`);
  if (run.isDone) throw isOver(run);
  return { ...run, id: run.id };
}

/** The refusal to go on with a run that is done. */
export function isOver({ run_id, id, shard }: ListedRun): EvaError {
  const why = shard ? 'its shard is collected' : 'its row is written';
  const hint = id === null ? undefined : `eva report ${run_id} shows it, and eva eval ${shellWord(id)} makes another`;
  return new EvaError([problem('EVA_NOTHING_TO_RESUME', `run ${run_id} is finished: ${why}`, { hint })]);
}
