import { EvaError } from '#errors/index.js';
import type { ReporterName } from '#model/run/report-target.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { flagWords, shellWord } from '#model/text/quoted.js';
import { jsonResult, withDatasets } from '#report/json.js';
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

/** Prints results as they arrive. Completes the list of several results even if some are missing. */
export function showResults(terminal: Terminal, options: ShowOptions): ResultShow {
  const { reporter, isList, isStored, wordsOf } = options;
  let before = 0;
  const modules = () => Promise.all([import('#report/run/pretty.js'), import('#view/view-of.js')]);
  return {
    load: modules,
    show: async (plan, result, given) => {
      if (reporter === 'json') {
        const document = jsonResult(withDatasets(result, plan));
        terminal.out(isList ? (before === 0 ? '[\n' : ',\n') + document.trimEnd() : document);
      } else {
        const ending = {
          report: ['eva report', ...wordsOf(result.run_id)].join(' '),
          label: ['eva label', ...wordsOf(result.run_id)].join(' '),
          ...given,
        };
        const [{ prettyAmongSeveral, prettyOverview, prettyView }, { viewOf }] = await modules();
        const rendered = isStored ? prettyOverview : isList ? prettyAmongSeveral : prettyView;
        terminal.out(rendered(viewOf(result, plan, ending), terminal));
      }
      before += 1;
    },
    end: async () => {
      if (isList && reporter === 'json') terminal.out(before === 0 ? '[]\n' : '\n]\n');
    },
  };
}

/** Returns the words of a command that name a run and its library, as far as they are needed. */
export function wordsNaming(runId: string | null, root: string | undefined): readonly string[] {
  return [...(runId === null ? [] : [shellWord(runId)]), ...(root === undefined ? [] : [flagWords('--root', root)])];
}

/** Returns the exit code of an error; 70 for a bug in eva. */
export function exitCodeOfError(error: unknown): number {
  return error instanceof EvaError ? error.exitCode : 70;
}
