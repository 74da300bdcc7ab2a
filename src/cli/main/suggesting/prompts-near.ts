import { orNull } from '#errors/index.js';
import { listPromptIds } from '#library/prompts.js';
import { findRoot } from '#library/root.js';
import type { Io } from '../../io.js';

/** Returns the ids of the library in which a command line was typed; none without a library. */
export function promptsNear(io: Pick<Io, 'env' | 'cwd' | 'argv'>): readonly string[] {
  const at = io.argv.indexOf('--root');
  const flag = at < 0 ? undefined : io.argv[at + 1];
  const cwd = workingDirectory(io);
  const read = () => (cwd === null ? [] : listPromptIds(findRoot({ flag, env: io.env, cwd, uid: process.getuid?.() })));
  return orNull(read) ?? [];
}

/** Returns null if the working directory was deleted. */
function workingDirectory(io: Pick<Io, 'cwd'>): string | null {
  try {
    return io.cwd();
  } catch {
    return null;
  }
}
