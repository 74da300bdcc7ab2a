import { foretold } from '#report/plan/foretold.js';
import { usableWidth } from '#report/text/paint.js';
import { visible } from '#report/text/visible.js';
import { wrap } from '#report/text/wrap.js';
import { costOutlook } from '../cost-outlook.js';
import type { Io } from '../io.js';
import type { Terminal } from '../terminal.js';
import { evaluate, type PlannedRun, type World } from './evaluate.js';
import { listenForInterrupt } from './interrupt.js';
import { showResults } from './show-results.js';

/** How runs are made one after another. */
export interface RunAllOptions extends Pick<World, 'options'> {
  readonly json: boolean;
  /** Whether it is told before each run what its trials can show. */
  readonly foretell: boolean;
}

/**
 * Makes runs one after another, each told with its prompt's name where there are several. Returns the worst of their exit codes, or 130
 * or 143 once a signal has come: those that are not begun then are named.
 */
export async function runAll(
  runs: readonly PlannedRun[],
  { options, json, foretell }: RunAllOptions,
  terminal: Terminal,
  io: Io,
): Promise<number> {
  const results = showResults(terminal, json, runs.length > 1);
  const interrupt = listenForInterrupt(io);
  const exitCodes: number[] = [];
  try {
    for (const one of runs) {
      if (interrupt.exitCode() !== null) break;
      if (runs.length > 1) terminal.err(titleOf(one, exitCodes.length, runs.length, terminal));
      if (foretell && !json) terminal.err(foretoldOf(one, terminal));
      exitCodes.push(await evaluate(one, { io, terminal, interrupt, results, options }));
    }
  } finally {
    interrupt.release();
    results.end();
  }
  tellNotBegun(runs.slice(exitCodes.length), terminal);
  return interrupt.exitCode() ?? Math.max(...exitCodes);
}

/** `[2/3] commit-message`. */
function titleOf({ open }: PlannedRun, before: number, total: number, { errScreen }: Terminal): string {
  return `[${before + 1}/${total}] ${errScreen.paint.bold(visible(open.prompt.id))}\n`;
}

/** Nothing is foretold of a run without a test, so that nobody need read the log for it. */
function foretoldOf({ open }: PlannedRun, { errScreen }: Terminal): string {
  const { plan, config } = open;
  const isTold = plan.outlooks.some((outlook) => outlook.significance_level !== null);
  return foretold({ plan, cost: isTold ? costOutlook(open) : null, budget: config.budget }, errScreen);
}

function tellNotBegun(runs: readonly PlannedRun[], terminal: Terminal): void {
  if (runs.length === 0) return;
  const ids = runs.map(({ open }) => visible(open.prompt.id)).join(', ');
  terminal.err(`${wrap(`not begun: ${ids}`, usableWidth(terminal.errScreen)).join('\n')}\n`);
}
