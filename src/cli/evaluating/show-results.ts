import type { RunPlan, RunResult } from '#model/run/run.js';
import { jsonResult } from '#report/json.js';
import type { RunContext } from '#report/run/pretty.js';
import type { Terminal } from '../terminal.js';

/** Where results are shown: as text or as data, several as one list. */
export interface ResultShow {
  /** Loads what it takes to show one, so that this is not looked for on a disk that may have changed by then. */
  readonly load: () => Promise<unknown>;
  readonly show: (
    plan: RunPlan,
    result: RunResult,
    context: Omit<RunContext, 'cases' | 'paint' | 'width'>,
  ) => Promise<void>;
  /** Ends a list. */
  readonly end: () => void;
}

/** Shows results as they come. With `json` a list is begun and ended where there are several, whether or not they all come. */
export function showResults(terminal: Terminal, json: boolean, isList: boolean): ResultShow {
  return json ? asData(terminal, isList) : asText(terminal);
}

function asText(terminal: Terminal): ResultShow {
  const load = () => import('#report/run/pretty.js');
  return {
    load,
    show: async (plan, result, context) => {
      const { prettyResult } = await load();
      terminal.out(prettyResult(result, { ...terminal, ...context, cases: plan.cases }));
    },
    end: () => {},
  };
}

function asData(terminal: Terminal, isList: boolean): ResultShow {
  let shown = 0;
  const before = () => (shown++ === 0 ? '[\n' : ',\n');
  return {
    load: async () => {},
    show: async (_plan, result) => terminal.out(isList ? before() + jsonResult(result).trimEnd() : jsonResult(result)),
    end: () => {
      if (isList) terminal.out(shown === 0 ? '[]\n' : '\n]\n');
    },
  };
}
