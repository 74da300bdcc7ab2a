import type { RunPlan, RunResult } from '#model/run/run.js';
import { shellWord } from '#model/text/quoted.js';
import { type ReporterName, reporters } from '#report/reporters.js';
import type { RunEnding } from '#view/view-of.js';
import type { Terminal } from '../output/terminal.js';

/** Where results are shown: as text or as data, several as one list. */
export interface ResultShow {
  /** Loads what it takes to show one, so that this is not looked for on a disk that may have changed by then. */
  readonly load: () => Promise<unknown>;
  readonly show: (plan: RunPlan, result: RunResult, ending: RunEnding) => Promise<void>;
  /** Ends a list. */
  readonly end: () => Promise<void>;
}

/** How results are shown. */
export interface ShowOptions {
  readonly reporter: ReporterName;
  /** True for several runs. */
  readonly isList: boolean;
  /** True for a stored run; false for runs whose progress was shown. */
  readonly isStored: boolean;
  /** The words after `eva report` that name a run, given its name. */
  readonly wordsOf: (runId: string) => readonly string[];
}

/** Shows results by a reporter as they come. Where there are several, a list is begun and ended, whether or not they all come. */
export function showResults(terminal: Terminal, options: ShowOptions): ResultShow {
  const { reporter: name, isList, isStored, wordsOf } = options;
  let before = 0;
  const reporter = async () => reporters[name]();
  const view = async () => (await import('#view/view-of.js')).viewOf;
  return {
    load: () => Promise.all([reporter(), view()]),
    show: async (plan, result, given) => {
      const ending = { report: ['eva report', ...wordsOf(result.run_id)].join(' '), ...given };
      const [{ run }, viewOf] = await Promise.all([reporter(), view()]);
      terminal.out(run({ view: () => viewOf(result, plan, ending), result }, { before, isList, isStored }, terminal));
      before += 1;
    },
    end: async () => {
      if (isList) terminal.out((await reporter()).end(before));
    },
  };
}

/** The words of a command that name a run and its library, each left out if it is not needed. */
export function wordsNaming(runId: string | null, root: string | undefined): readonly string[] {
  return [...(runId === null ? [] : [shellWord(runId)]), ...(root === undefined ? [] : ['--root', shellWord(root)])];
}
