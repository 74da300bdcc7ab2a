import { within } from '../deadline.js';
import { ProviderFailure } from '../failure.js';

/** A longer line is no reply. */
const longestLine = 32 * 1024 * 1024;

/**
 * The lines of a body as they come, none of which is kept. Throws `ProviderFailure`: `timeout` where nothing comes for so many
 * milliseconds, `broken_body` where it breaks off or a line is too long; and the signal's reason.
 */
export async function* linesOf(response: Response, silenceMs: number, signal: AbortSignal): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, signal, () => read(reader, signal));
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      if (rest.length > longestLine) throw new ProviderFailure('broken_body', 'a line of the results is too long');
      yield* lines.filter((line) => line.trim() !== '');
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> {
  try {
    return await reader.read();
  } catch {
    signal.throwIfAborted();
    throw new ProviderFailure('broken_body', 'the results broke off in the middle');
  }
}
