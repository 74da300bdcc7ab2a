import { EvaError } from '#errors/index.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { flagWords, shellWord } from '#model/text/quoted.js';
import { type ReporterName, reporters } from '#report/reporters.js';
import type { RunEnding } from '#view/view-of.js';
import type { Terminal } from '../output/terminal.js';

/** Prints results as text or as data, several as one list. */
export interface ResultShow {
  /** Loads the modules that printing needs, so that a later change on the disk does not matter. */
  readonly load: () => Promise<unknown>;
  readonly show: (plan: RunPlan, result: RunResult, ending: RunEnding) => Promise<void>;
  /** Prints the end of a list. */
  readonly end: () => Promise<void>;
}

/** The options for printing results. */
interface ShowOptions {
  readonly reporter: ReporterName;
  /** True for several runs. */
  readonly isList: boolean;
  /** True for a stored run; false for runs whose progress was shown. */
  readonly isStored: boolean;
  /** Returns the words after `eva report` that name a run. */
  readonly wordsOf: (runId: string) => readonly string[];
}

/** Prints results by a reporter as they arrive. Completes the list of several results even if some are missing. */
export function showResults(terminal: Terminal, options: ShowOptions): ResultShow {
  const { reporter: name, isList, isStored, wordsOf } = options;
  let before = 0;
  const reporter = async () => reporters[name]();
  const view = async () => (await import('#view/view-of.js')).viewOf;
  return {
    load: () => Promise.all([reporter(), view()]),
    show: async (plan, result, given) => {
      const ending = {
        report: ['eva report', ...wordsOf(result.run_id)].join(' '),
        label: ['eva label', ...wordsOf(result.run_id)].join(' '),
        ...given,
      };
      const [{ run }, viewOf] = await Promise.all([reporter(), view()]);
      terminal.out(
        run({ view: () => viewOf(result, plan, ending), result, plan }, { before, isList, isStored }, terminal),
      );
      before += 1;
    },
    end: async () => {
      if (isList) terminal.out((await reporter()).end(before));
    },
  };
}

/** Returns the words of a command that name a run and its library, as far as they are needed. */
export function wordsNaming(runId: string | null, root: string | undefined): readonly string[] {
  return [...(runId === null ? [] : [shellWord(runId)]), ...(root === undefined ? [] : [flagWords('--root', root)])];
}

/** Returns 3 if replies are missing, 1 if a case did not pass, else 0. A complete shard and a run with `--look` have no verdict: 0. */
export function exitCodeOfRun({ state, shard, all_passed }: RunResult, { manner }: Pick<RunPlan, 'manner'>): number {
  if (state === 'unfinished') return 3;
  return shard !== null || manner.look || all_passed ? 0 : 1;
}

/** Returns the exit code of an error; 70 for a bug in eva. */
export function exitCodeOfError(error: unknown): number {
  return error instanceof EvaError ? error.exitCode : 70;
}
