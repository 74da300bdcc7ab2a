import { homedir } from 'node:os';
import { join } from 'node:path';
import { EvaError } from '#errors/index.js';
import type { NamedProgram } from '#library/programs.js';
import { notTrusted } from '#lifecycle/not-trusted.js';
import { openTrust, type User, untrustedOf } from '#lifecycle/trust.js';
import type { Io } from './io.js';
import type { OpenPrompt } from './open-prompt.js';

/** The user of this process, whose data directory need not exist. */
export function userOf(io: Io): User {
  const base = io.env['XDG_DATA_HOME'] || join(io.env['HOME'] || homedir(), '.local', 'share');
  return { dataDir: join(base, 'eva'), uid: process.getuid?.() };
}

/** Throws unless every one of these programs of a prompt was trusted as it is now. */
export function requireTrust(programs: readonly NamedProgram[], { root, prompt }: OpenPrompt, io: Io): void {
  if (programs.length === 0) return;
  const untrusted = untrustedOf(programs, root, openTrust(userOf(io), root));
  if (untrusted.length === 0) return;
  throw new EvaError(
    untrusted.map((program) => notTrusted(program, { id: prompt.id, at: program.at, severity: 'error' })),
  );
}
