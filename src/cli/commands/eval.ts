import type { EvaError } from '#errors/index.js';
import { missingRubrics } from '#grade/rubric/missing-rubrics.js';
import { listPromptIds } from '#library/prompts.js';
import type { RunChoice } from '#lifecycle/gather.js';
import { shellWord } from '#model/text/quoted.js';
import { againText } from '#report/run/repeated-shards.js';
import { checkLogs } from '#store/check-logs.js';
import { runNames, runsEndingIn } from '#store/run/run-names.js';
import { attemptNumber } from '../evaluating/attempt-number.js';
import { type EvalOptions, mannerOf, usage, type Wanted, wantedOf } from '../evaluating/eval-options.js';
import type { PlannedRun } from '../evaluating/evaluate.js';
import type { Tell } from '../evaluating/open-run.js';
import { planAll, requireTrusted, tellWarnings } from '../evaluating/plan-all.js';
import { runAll } from '../evaluating/run-all.js';
import { newRunPlace, type RunPlace } from '../evaluating/run-place.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';
import { type OpenPrompt, openPrompt } from '../open-prompt.js';

/**
 * `eva eval <ids...>`: checks all prompts, then evaluates one after another, each in a run of its own. Returns the worst of 3 (replies are
 * missing), 1 (a case did not pass) and 0, or the exit code of a signal.
 */
export async function evalCommand(ids: readonly string[], options: EvalOptions, io: Io): Promise<number> {
  const wanted = wantedOf(ids, options);
  const { terminal, root } = await openCommand(io, options);
  if (!('ids' in wanted)) {
    const { resumeRun } = await import('../resuming/resume-run.js');
    return resumeRun(root, namingRun(wanted, root), options, terminal, io);
  }
  const runs = planAll(wanted.ids, (id) => planned(root, id, options, io));
  tellWarnings(runs, terminal);
  return runAll(runs, { options, json: options.json === true, foretell: options.shard === undefined }, terminal, io);
}

/** Takes `--resume 4f3a9c` for the end of a run's name where no prompt is called so. */
function namingRun(wanted: Resumed, root: string): Resumed {
  const { id, resume } = wanted;
  if (id === null || resume !== true || listPromptIds(root).includes(id)) return wanted;
  return runsEndingIn(id, runNames(root)).length > 0 ? { id: null, resume: id } : wanted;
}

type Resumed = Extract<Wanted, { readonly resume: string | true }>;

/** Plans a new run of a prompt. Throws `EvaError` with every problem that keeps it from beginning. */
function planned(root: string, id: string, options: EvalOptions, io: Io): PlannedRun {
  const choice: RunChoice = {
    only: options.case,
    allowUnderpowered: options.allowUnderpowered === true,
    manner: mannerOf(options),
    // called when the plan has no problem: then a log that cannot be written is the first thing to say
    numberOf: (run) => {
      checkLogs(root);
      return attemptNumber(root, io)(run);
    },
  };
  const reopen = () => requireTrusted(openPrompt(root, id, choice), options, io);
  const open = reopen();
  if (options.shard && missingRubrics(open.plan.cases).length > 0) throw unwritten(id);
  return { open, reopen, placeOf: (tell) => placeOf(open, tell) };
}

function placeOf(open: OpenPrompt, { note }: Tell): RunPlace {
  const again = againText(open.plan);
  if (again !== '') note(again);
  return newRunPlace(open, note);
}

function unwritten(id: string): EvaError {
  const hint = `eva rubric ${shellWord(id)} --write, and commit its rubrics.yml`;
  return usage(`${id} lacks rubrics, and each of its shards would write rubrics of its own`, hint);
}
