import { batchSplit } from '#plan/batch-split.js';
import { foretold } from '#report/plan/foretold.js';
import type { RunOfSeveral } from '#report/run/several.js';
import { visible } from '#report/text/visible.js';
import { costOutlook } from '../cost-outlook.js';
import type { Io } from '../io.js';
import type { Terminal } from '../terminal.js';
import { evaluate, type PlannedRun, type World } from './evaluate.js';
import { listenForInterrupt } from './interrupt.js';
import { type ResultShow, showResults } from './show-results.js';

/** How runs are made one after another. */
export interface RunAllOptions extends Pick<World, 'options'> {
  readonly json: boolean;
  /** Whether it is told before each run what its trials can show. */
  readonly foretell: boolean;
}

/**
 * Makes runs one after another, each told with its prompt's name where there are several, and then a summary of them. Returns the worst of
 * their exit codes, or that of a signal that has come.
 */
export async function runAll(
  runs: readonly PlannedRun[],
  { options, json, foretell }: RunAllOptions,
  terminal: Terminal,
  io: Io,
): Promise<number> {
  const several = runs.length > 1 ? await import('#report/run/several.js') : null;
  const results = showResults(terminal, json, several !== null);
  const interrupt = listenForInterrupt(io);
  const ended: Ended[] = [];
  try {
    for (const one of runs) {
      if (interrupt.exitCode() !== null) break;
      if (several) terminal.err(titleOf(one, ended.length, runs.length, terminal));
      if (foretell && !json) terminal.err(foretoldOf(one, terminal));
      const { kept, show } = keeping(results);
      const exitCode = await evaluate(one, { io, terminal, interrupt, results: show, options });
      ended.push({ exitCode, result: kept() });
    }
  } finally {
    interrupt.release();
    results.end();
  }
  const exitCode = interrupt.exitCode() ?? Math.max(...ended.map((one) => one.exitCode));
  if (several) {
    const told = runs.map(({ open }, i) => ({ id: open.prompt.id, ...(ended[i] ?? { exitCode: null, result: null }) }));
    // Beside data on standard error.
    if (json) terminal.err(several.severalRuns(told, exitCode, terminal.errScreen));
    else terminal.out(several.severalRuns(told, exitCode, terminal));
  }
  return exitCode;
}

type Ended = Pick<RunOfSeveral, 'result'> & { readonly exitCode: number };

/** Shows a result, and keeps of it what a summary tells. */
function keeping(results: ResultShow): { kept: () => RunOfSeveral['result']; show: ResultShow } {
  let kept: RunOfSeveral['result'] = null;
  const show: ResultShow['show'] = (plan, result, context) => {
    const { state, shard, all_passed, failed_cases, inconclusive_cases, replies, cost_usd } = result;
    kept = { state, shard, all_passed, failed_cases, inconclusive_cases, replies, cost_usd };
    return results.show(plan, result, context);
  };
  return { kept: () => kept, show: { ...results, show } };
}

/** `[2/3] commit-message`. */
function titleOf({ open }: PlannedRun, before: number, total: number, { errScreen }: Terminal): string {
  return `[${before + 1}/${total}] ${errScreen.paint.bold(visible(open.prompt.id))}\n`;
}

/** Nothing is foretold of a run without a test, so that nobody need read the log for it. */
function foretoldOf({ open }: PlannedRun, { errScreen }: Terminal): string {
  const { plan, config } = open;
  const isTold = plan.outlooks.some((outlook) => outlook.significance_level !== null);
  const batches = plan.manner.batch && { batches: batchSplit(plan, config) };
  return foretold({ plan, cost: isTold ? costOutlook(open) : null, budget: config.budget, ...batches }, errScreen);
}
