import type { JsonValue } from '#model/data/json.js';
import { Thread } from '#provider/process/thread.js';
import { type CheckContext, regexLimit } from '../check-parts/check.js';
import { withinTimeLimit } from './time-limit.js';

/** Work that may never end, as data for a worker thread. */
export type SlowTask =
  | { readonly work: 'search'; readonly pattern: RegExp; readonly text: string; readonly group: number | string }
  | { readonly work: 'validate'; readonly schema: JsonValue; readonly value: unknown };

/** Milliseconds that work may block the event loop. Nearly all work finishes within this time. */
const momentMs = 30;

const thread = new Thread(new URL('./slow-work.js', import.meta.url));

/**
 * Runs synchronous work within the context's time limit. Work that takes longer than 30 ms is started again as `task` in a worker
 * thread, so that a pattern that backtracks for ever does not delay other cases. Rethrows the errors of the work.
 */
export async function runWithTimeLimit<T>(
  work: () => T,
  task: SlowTask,
  context: CheckContext,
): Promise<{ readonly value: T } | { readonly timedOut: true }> {
  const here = withinTimeLimit(work, momentMs);
  if ('value' in here) return here;
  return (await thread.run(task, regexLimit(context), context.signal)) as { value: T } | { timedOut: true };
}
