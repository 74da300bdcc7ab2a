import { type PlannedRun, warningsOf } from '#engine/planned-run.js';
import { fewTrialsNote } from '#report/plan/table.js';
import { renderProblems } from '#report/problems.js';
import type { RunOfSeveral } from '#report/run/several.js';
import { visible } from '#report/text/visible.js';
import type { Io } from '../io.js';
import type { Terminal } from '../terminal.js';
import { evaluate, type World } from './evaluate.js';
import { listenForInterrupt } from './interrupt.js';
import { type ResultShow, showResults } from './show-results.js';

/** Options of several runs. */
interface RunAllOptions extends Pick<World, 'flags'> {
  readonly json: boolean;
  /** Prints before each run how many criteria have too few trials. */
  readonly foretell: boolean;
}

/**
 * Prints the warnings of runs, and makes them one after another. Prints a title before each of several runs, and a summary at the end. Returns the worst of their exit
 * codes, or that of a signal.
 */
export async function runAll(
  runs: readonly PlannedRun[],
  { flags, json, foretell }: RunAllOptions,
  terminal: Terminal,
  io: Io,
): Promise<number> {
  terminal.err(renderProblems(warningsOf(runs), terminal.errScreen));
  const several = runs.length > 1 ? await import('#report/run/several.js') : null;
  const results = showResults(terminal, json ? 'json' : 'pretty', several !== null, flags.root);
  const interrupt = listenForInterrupt(io);
  const ended: Ended[] = [];
  try {
    for (const one of runs) {
      if (interrupt.exitCode() !== null) break;
      if (several) terminal.err(titleOf(one, ended.length, runs.length, terminal));
      if (foretell && !json) terminal.err(fewTrialsNote(one.open.plan, terminal.errScreen));
      const { kept, show } = keeping(results, several);
      const exitCode = await evaluate(one, { io, terminal, interrupt, results: show, flags });
      ended.push({ exitCode, ...kept() });
    }
  } finally {
    interrupt.release();
    await results.end();
  }
  const exitCode = interrupt.exitCode() ?? Math.max(...ended.map((one) => one.exitCode));
  if (several) {
    const told = runs.map(({ open }, i) => ({ id: open.prompt.id, ...(ended[i] ?? { exitCode: null, result: null }) }));
    // on standard error, where standard output holds JSON
    if (json) terminal.err(several.severalRuns(told, exitCode, terminal.errScreen));
    else terminal.out(several.severalRuns(told, exitCode, terminal));
  }
  return exitCode;
}

type Several = typeof import('#report/run/several.js');
type Kept = Pick<RunOfSeveral, 'result' | 'resume'>;
type Ended = Kept & { readonly exitCode: number };

/** Wraps a show so that it keeps the fields of a result that the table needs. */
function keeping(results: ResultShow, several: Several | null): { kept: () => Kept; show: ResultShow } {
  let kept: Kept = { result: null };
  const show: ResultShow['show'] = (plan, result, context) => {
    if (several) kept = { result: several.resultOfSeveral(result), resume: context.goOn?.command ?? null };
    return results.show(plan, result, context);
  };
  return { kept: () => kept, show: { ...results, show } };
}

/** `[2/3] commit-message`. */
function titleOf({ open }: PlannedRun, before: number, total: number, { errScreen }: Terminal): string {
  return `[${before + 1}/${total}] ${errScreen.paint.bold(visible(open.prompt.id))}\n`;
}
