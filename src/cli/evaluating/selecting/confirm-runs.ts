import { callsModels } from '#engine/replies/liveness.js';
import type { PlannedRun } from '#engine/run-options.js';
import { evaError } from '#errors/index.js';
import type { Io } from '../../io.js';
import { askYesNo, canAsk } from '../../output/ask.js';
import type { Terminal } from '../../output/terminal.js';
import type { EvalOptions } from '../eval-options.js';
import { totalsOfPrompts } from '../totals-of-runs.js';
import type { Selection } from './select-prompts.js';

/**
 * Prints what the runs of prompts that the command line does not name may call and cost. Asks whether to make the runs if it names none
 * and a run would call a model. Returns true if they may begin. Throws EVA_USAGE if nobody can answer.
 */
export async function confirmRuns(
  runs: readonly PlannedRun[],
  { by }: Selection,
  options: EvalOptions,
  { terminal, io }: { readonly terminal: Terminal; readonly io: Io },
): Promise<boolean> {
  if (by === 'named') return true;
  const live = runs.filter(({ open: { plan, config } }) => !plan.manner.replay && callsModels(plan, config, io.env));
  terminal.err(totalsOfPrompts(runs, live, options, terminal.errScreen));
  if (by !== 'all' || options.yes || live.length === 0) return true;
  if (!canAsk(io))
    throw evaError(
      'EVA_USAGE:unconfirmed',
      `no prompt is named, and nobody can answer whether to evaluate all ${new Set(runs.map(({ open }) => open.prompt.id)).size}`,
      { hint: 'evaluate all with: eva eval --yes; or name some: eva eval ID' },
    );
  if (await askYesNo('Evaluate them?', io)) return true;
  terminal.err('nothing was run\n');
  return false;
}
