import type { RunPlan, RunResult } from '#model/run.js';
import { jsonResult } from '#report/json.js';
import { prettyResult, type RunContext } from '#report/run/pretty.js';
import type { Terminal } from '../terminal.js';

/** Where results are shown: as text or as data, several as one list. */
export interface ResultShow {
  readonly show: (plan: RunPlan, result: RunResult, context: Omit<RunContext, 'cases' | 'paint' | 'width'>) => void;
  /** Ends a list. */
  readonly end: () => void;
}

/** Shows results as they come. With `json` a list is begun and ended where there are several, whether or not they all come. */
export function showResults(terminal: Terminal, json: boolean, isList: boolean): ResultShow {
  if (!json) {
    return {
      show: (plan, result, context) =>
        terminal.out(prettyResult(result, { ...terminal, ...context, cases: plan.cases })),
      end: () => {},
    };
  }
  let shown = 0;
  const before = () => (shown++ === 0 ? '[\n' : ',\n');
  return {
    show: (_plan, result) => terminal.out(isList ? before() + jsonResult(result).trimEnd() : jsonResult(result)),
    end: () => {
      if (isList) terminal.out(shown === 0 ? '[]\n' : '\n]\n');
    },
  };
}
