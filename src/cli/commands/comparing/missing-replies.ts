import type { AskedComparison } from '#engine/comparing/planned-comparison.js';
import { larger, whysOf } from '#engine/reporting/continuation.js';
import { groupBy } from '#model/data/collections.js';
import type { RunResult } from '#model/run/run.js';
import type { MissingReplies } from '#report/pairs/compare.js';
import { type CompareLine, commandOf, resumeCommandOf } from './compare-words.js';

/** Returns why replies of both runs are missing, and the command that gets them. */
export function missingReplies(
  results: readonly RunResult[],
  { a, b }: Pick<AskedComparison, 'a' | 'b'>,
  line: CompareLine,
): MissingReplies {
  const both = { cases: results.flatMap(({ cases }) => cases) };
  return { reasons: reasonsIn(both), next: nextOf(both, { a, b }, line) };
}

/** Lists the reasons, the most frequent one first. The budget is one reason, although the price of the next call differs. */
function reasonsIn({ cases }: Pick<RunResult, 'cases'>): readonly string[] {
  const missing = cases.flatMap(({ trials }) => trials.flatMap((one) => (one.outcome === 'missing' ? [one] : [])));
  const groups = [...groupBy(missing, ({ why, reason }) => (why === 'budget' ? why : reason)).values()];
  return groups.sort((one, other) => other.length - one.length).flatMap(([first]) => first?.reason ?? []);
}

function nextOf(
  both: Pick<RunResult, 'cases'>,
  { a, b }: Pick<AskedComparison, 'a' | 'b'>,
  line: CompareLine,
): MissingReplies['next'] {
  const whys = whysOf(both);
  const { plan, config } = b.run.open;
  if (plan.manner.replay && whys.has('no_recording')) {
    return { command: commandOf(line), how: 'asks the models for what the recordings lack' };
  }
  const command = resumeCommandOf(line);
  if (whys.has('no_recording')) return { command, how: 'once the missing key is set' };
  if (!whys.has('budget')) return { command, how: 'asks for the missing replies' };
  const limits = larger(config.budget, both, plan.calls + a.run.open.plan.calls);
  return { command: [command, ...limits].join(' '), how: 'asks for the missing replies' };
}
