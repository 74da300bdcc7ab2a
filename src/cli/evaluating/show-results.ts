import { EvaError } from '#errors/index.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { flagWords, shellWord } from '#model/text/quoted.js';
import type { RunEnding } from '#view/view-of.js';
import type { Terminal } from '../output/terminal.js';

/** Prints results as text. */
export interface ResultShow {
  /** Loads the modules that printing needs, so that a later change on the disk does not matter. */
  readonly load: () => Promise<unknown>;
  readonly show: (plan: RunPlan, result: RunResult, ending: RunEnding) => Promise<void>;
}

/** The options for printing results. */
interface ShowOptions {
  /** True for several runs. */
  readonly isList: boolean;
  /** True for a stored run; false for runs whose progress was shown. */
  readonly isStored: boolean;
  /** Returns the words after `eva report` that name a run. */
  readonly wordsOf: (runId: string) => readonly string[];
}

/** Prints results as they arrive. */
export function showResults(terminal: Terminal, { isList, isStored, wordsOf }: ShowOptions): ResultShow {
  const modules = () => Promise.all([import('#report/run/pretty.js'), import('#view/view-of.js')]);
  return {
    load: modules,
    show: async (plan, result, given) => {
      const ending = {
        report: ['eva report', ...wordsOf(result.run_id)].join(' '),
        label: ['eva label', ...wordsOf(result.run_id)].join(' '),
        ...given,
      };
      const [{ prettyAmongSeveral, prettyOverview, prettyView }, { viewOf }] = await modules();
      const rendered = isStored ? prettyOverview : isList ? prettyAmongSeveral : prettyView;
      terminal.out(rendered(viewOf(result, plan, ending), terminal));
    },
  };
}

/** Prints nothing, for commands whose standard output has another report. */
export const showNothing: ResultShow = { load: async () => undefined, show: async () => undefined };

/** Returns the words of a command that name a run and its library, as far as they are needed. */
export function wordsNaming(runId: string | null, root: string | undefined): readonly string[] {
  return [...(runId === null ? [] : [shellWord(runId)]), ...(root === undefined ? [] : [flagWords('--root', root)])];
}

/** Returns the exit code of an error; 70 for a bug in eva. */
export function exitCodeOfError(error: unknown): number {
  return error instanceof EvaError ? error.exitCode : 70;
}
