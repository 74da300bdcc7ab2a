import type { JsonValue } from '#model/data/json.js';
import { Thread } from '#process/thread.js';
import { type CheckContext, regexLimit } from '../checking/check.js';
import { withinTimeLimit } from './time-limit.js';

/** Work that may take for ever, as data that a thread can be handed. */
export type SlowTask =
  | { readonly work: 'search'; readonly pattern: RegExp; readonly text: string }
  | { readonly work: 'validate'; readonly schema: JsonValue; readonly value: unknown };

/** Milliseconds that work may block everything else. Nearly all of it finishes within this time. */
const momentMs = 30;

const thread = new Thread(new URL('./slow-work.js', import.meta.url));

/**
 * Does synchronous work within the context's bound. What is not done in a moment is begun again in a thread, as `task`: a
 * pattern that backtracks for ever must not keep the replies to other cases waiting. What the work throws is thrown.
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
