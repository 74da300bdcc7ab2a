import { homedir } from 'node:os';
import { join } from 'node:path';
import type { User } from '#lifecycle/trust/trust.js';
import type { Io } from './io.js';

/** Returns the user of this process, whose data directory need not exist. */
export function userOf(io: Io): User {
  const base = io.env['XDG_DATA_HOME'] || join(io.env['HOME'] || homedir(), '.local', 'share');
  return { dataDir: join(base, 'eva'), uid: process.getuid?.() };
}
