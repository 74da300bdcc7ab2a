import { findRoot } from '#library/root.js';
import type { Io } from './io.js';
import { openTerminal, type Terminal } from './terminal.js';

/** What every command begins with: where it writes, and the library that it is about. Throws EVA_NO_LIBRARY, EVA_FOREIGN_LIBRARY. */
export async function openCommand(
  io: Io,
  options: { readonly root?: string },
): Promise<{ readonly terminal: Terminal; readonly root: string }> {
  const terminal = await openTerminal(io);
  return { terminal, root: findRoot({ flag: options.root, env: io.env, cwd: io.cwd(), uid: process.getuid?.() }) };
}
