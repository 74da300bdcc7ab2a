import { batchShare } from '#model/reply/price.js';
import type { EvidenceDigests } from '#model/run/run.js';
import type { LoggedRow, RunLog } from '#store/logs/eval-log.js';
import { type FullRun, fullRunsOf, isAskedLive } from './full-run.js';

/**
 * Returns the cost of a reply in USD, without batch discount, in the last full run that called the same models and judges for all
 * its replies; null if no such run has a known cost.
 */
export function earlierUsdPerReply(id: string, now: EvidenceDigests, log: RunLog): number | null {
  const rows = fullRunsOf(id, log).flatMap((run) => (isAlike(run, now) && isFreshThroughout(run) ? [run.row] : []));
  return rows.flatMap((row) => usdPerReply(row) ?? []).at(-1) ?? null;
}

function isAlike({ evidence }: FullRun, { models, judge }: EvidenceDigests): boolean {
  return evidence !== null && evidence.models === models && evidence.judge === judge;
}

/** Returns true if no reply was recorded or cached, since those cost nothing and would lower the average. */
function isFreshThroughout(run: FullRun): boolean {
  const { evidence } = run;
  return evidence !== null && !evidence.synthetic && isAskedLive(run, evidence);
}

/** Unvalidated fields of a row. */
interface Counts {
  readonly replies?: unknown;
  readonly batch_replies?: unknown;
}

function countsIn({ usage }: LoggedRow): Counts {
  return typeof usage === 'object' && usage !== null ? usage : {};
}

function usdPerReply(row: LoggedRow): number | null {
  const { replies, batch_replies = 0 } = countsIn(row);
  const cost = row['cost_usd'];
  if (typeof cost !== 'number' || typeof replies !== 'number' || typeof batch_replies !== 'number') return null;
  const isCounted = replies > 0 && batch_replies >= 0 && batch_replies <= replies;
  return cost >= 0 && isCounted ? cost / (replies - batch_replies * (1 - batchShare)) : null;
}
