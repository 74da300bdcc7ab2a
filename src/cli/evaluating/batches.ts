import type { ModelCall } from '#model/reply/exchange.js';
import { batchableCalls } from '#plan/calls/batch.js';
import { openBatches } from '#provider/batch/open-batches.js';
import type { Admission } from '#provider/limits/admission.js';
import type { Provider } from '#provider/provider.js';
import type { Journal } from '#store/run/journal.js';
import type { Io } from '../io.js';
import type { OpenPrompt } from '../open-prompt.js';
import type { Ends } from './interrupt.js';
import { worldOf } from './reply-places.js';

/** The way through batches of a run's calls; undefined for a call that goes as usual. */
export function openBatchesOf(
  open: OpenPrompt,
  journal: Journal,
  io: Io,
  { signal, stop }: Ends,
  tell: (line: string) => void,
  admission: Admission,
): (call: ModelCall) => Provider | undefined {
  return openBatches({
    ...worldOf(open, io),
    admission,
    mayGo: batchableCalls(open.plan.cases),
    log: {
      notes: () => journal.notes(),
      note: (note) => journal.note(note),
      holds: (key) => journal.has(key),
    },
    tell,
    stop,
    signal,
  });
}
