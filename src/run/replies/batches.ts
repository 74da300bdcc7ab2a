import type { ModelCall } from '#model/reply/exchange.js';
import type { Notify } from '#model/run/notice.js';
import { openBatches } from '#provider/batch/batch-sender.js';
import type { Provider } from '#provider/provider.js';
import type { Admission } from '#provider/wrappers/limits.js';
import type { Journal } from '#store/run/journal.js';
import { batchableCalls } from '../plan/batch-calls.js';
import { type CallWorld, worldOf } from './reply-places.js';

/** Returns a function that returns the batch provider of a call; undefined if the call is sent on its own. */
export function openBatchesOf(
  { open, env, ends: { signal, stop } }: CallWorld,
  journal: Journal,
  admission: Admission,
  notify: Notify,
): (call: ModelCall) => Provider | undefined {
  return openBatches({
    ...worldOf(open, env),
    admission,
    mayGo: batchableCalls(open.plan.cases),
    log: {
      notes: () => journal.notes(),
      note: (note) => journal.note(note),
      holds: (key) => journal.has(key),
    },
    tell: (change) => notify({ event: 'batch_changed', ...change }),
    stop,
    signal,
  });
}
