import { EvaError } from '#errors/index.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { flagWords, shellWord } from '#model/text/quoted.js';
import { prettyAmongSeveral, prettyOverview, prettyView } from '#report/run/pretty.js';
import { type RunEnding, viewOf } from '#report/view/view-of.js';
import type { Terminal } from '../output/terminal.js';

/** Prints a result as text. */
export type ResultShow = (plan: RunPlan, result: RunResult, ending: RunEnding) => void | Promise<void>;

/** The options for printing results. */
interface ShowOptions {
  /** True for several runs. */
  readonly isList: boolean;
  /** True for a stored run; false for runs whose progress was shown. */
  readonly isStored: boolean;
  /** Returns the words after `eva report` that name a run. */
  readonly wordsOf: (runId: string) => readonly string[];
}

/** Returns a function that prints results as they arrive. */
export function showResults(terminal: Terminal, { isList, isStored, wordsOf }: ShowOptions): ResultShow {
  return (plan, result, given) => {
    const ending = {
      report: ['eva report', ...wordsOf(result.run_id)].join(' '),
      label: ['eva label', ...wordsOf(result.run_id)].join(' '),
      ...given,
    };
    const rendered = isStored ? prettyOverview : isList ? prettyAmongSeveral : prettyView;
    terminal.out(rendered(viewOf(result, plan, ending), terminal));
  };
}

/** Prints nothing, for commands whose standard output has another report. */
export const showNothing: ResultShow = () => undefined;

/** Returns the words of a command that name a run and its library, as far as they are needed. */
export function wordsNaming(runId: string | null, root: string | undefined): readonly string[] {
  return [...(runId === null ? [] : [shellWord(runId)]), ...(root === undefined ? [] : [flagWords('--root', root)])];
}

/** Returns the exit code of an error; 70 for a bug in eva. */
export function exitCodeOfError(error: unknown): number {
  return error instanceof EvaError ? error.exitCode : 70;
}
