import { resolve } from 'node:path';
import { EvaError, problem } from '#errors.js';
import type { RunChoice } from '#lifecycle/gather.js';
import { shellWord } from '#model/shell-word.js';
import { planDifference } from '#plan/plan-difference.js';
import { plural } from '#report/text/numbers.js';
import type { ShardSet } from '#run/shards/shard-set.js';
import { checkRunLog } from '#store/eval-log.js';
import type { PlannedRun } from '../evaluate.js';
import { findShards } from '../find-shards.js';
import type { Io } from '../io.js';
import { noteWhole } from '../merged-run.js';
import { openCommand } from '../open-command.js';
import { type OpenPrompt, openPrompt } from '../open-prompt.js';
import type { Tell } from '../open-run.js';
import { planAll, requireTrusted, tellWarnings } from '../plan-all.js';
import { runAll } from '../run-all.js';
import { newRunPlace, type RunPlace } from '../run-place.js';
import { copyReplies, requireOwnReplies } from '../shard-replies.js';

export interface MergeOptions {
  readonly root?: string;
  readonly trust?: boolean;
  readonly json?: boolean;
}

/**
 * `eva merge <dirs...>`: makes one run of the shards in these folders, one for each prompt: their replies together, graded and decided,
 * and a row. Asks nobody. Returns as `eva eval` does.
 */
export async function mergeCommand(dirs: readonly string[], options: MergeOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const sets = findShards(dirs.map((dir) => resolve(io.cwd(), dir)));
  const runs = planAll(sets, (set) => planned(set, root, options, io));
  tellWarnings(runs, terminal);
  checkRunLog(root);
  return runAll(runs, { options, json: options.json === true, foretell: false }, terminal, io);
}

/** A run that has the replies of all shards. Throws EVA_BAD_MERGE, and EVA_RUN_CHANGED if the prompt is not what it was when they were collected. */
function planned(set: ShardSet, root: string, options: MergeOptions, io: Io): PlannedRun {
  requireOwnReplies(set);
  const { cases, partial, manner } = set.plan;
  const choice: RunChoice = {
    only: partial ? cases.map(({ name }) => name) : [],
    allowUnderpowered: manner.allow_underpowered,
    manner: { ...manner, batch: false, shard: null, merged: set.of, stop_early: false },
  };
  const reopen = () => requireTrusted(openPrompt(root, set.id, choice), options, io);
  const open = reopen();
  requireUnchanged(set, open);
  return { open, reopen, placeOf: (tell) => mergedPlace(set, open, tell) };
}

function requireUnchanged({ id, of, plan }: ShardSet, { plan: now }: OpenPrompt): void {
  const differences = planDifference(plan, now);
  if (differences.length === 0) return;
  const hint = `undo the change to merge the shards, or collect them anew: eva eval ${shellWord(id)} --shard 1/${of}`;
  throw new EvaError(
    differences.map((text, index) =>
      problem('EVA_RUN_CHANGED', `the shards of ${id}: ${text}`, index === differences.length - 1 ? { hint } : {}),
    ),
  );
}

/** A new run whose journal holds every reply of the shards. */
function mergedPlace(set: ShardSet, open: OpenPrompt, tell: Tell): RunPlace {
  const place = newRunPlace(open, tell.note);
  try {
    copyReplies(set, place.journal, tell);
    noteWhole(place.journal);
  } catch (error) {
    place.journal.close();
    place.release();
    throw error;
  }
  tell.note(`merging ${set.folders.length} shards: ${plural(place.journal.size, 'reply', 'replies')}`);
  return place;
}
