import type { RunPlan, RunResult } from '#model/run/run.js';
import { shellWord } from '#model/text/quoted.js';
import { type ReporterName, reporters } from '#report/reporters.js';
import type { RunEnding } from '#view/view-of.js';
import type { Terminal } from '../terminal.js';

/** Where results are shown: as text or as data, several as one list. */
export interface ResultShow {
  /** Loads what it takes to show one, so that this is not looked for on a disk that may have changed by then. */
  readonly load: () => Promise<unknown>;
  readonly show: (plan: RunPlan, result: RunResult, ending: RunEnding) => Promise<void>;
  /** Ends a list. */
  readonly end: () => Promise<void>;
}

/** Shows results by a reporter as they come. Where there are several, a list is begun and ended, whether or not they all come. */
export function showResults(
  terminal: Terminal,
  name: ReporterName,
  isList: boolean,
  root: string | undefined,
): ResultShow {
  let before = 0;
  const reporter = async () => reporters[name]();
  const view = async () => (await import('#view/view-of.js')).viewOf;
  return {
    load: () => Promise.all([reporter(), view()]),
    show: async (plan, result, given) => {
      const ending = { report: reportCommand(root, isList ? result.run_id : undefined), ...given };
      const [{ run }, viewOf] = await Promise.all([reporter(), view()]);
      terminal.out(run({ view: () => viewOf(result, plan, ending), result }, { before, isList }, terminal));
      before += 1;
    },
    end: async () => {
      if (isList) terminal.out((await reporter()).end(before));
    },
  };
}

/** The command that shows a run again; the last one unless it is named. */
export function reportCommand(root: string | undefined, runId: string | undefined): string {
  const words = ['eva report', ...(runId === undefined ? [] : [shellWord(runId)])];
  return [...words, ...(root === undefined ? [] : [`--root ${shellWord(root)}`])].join(' ');
}
