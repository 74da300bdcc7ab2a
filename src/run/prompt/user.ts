import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import type { User } from '#library/trust.js';

/** The environment and the user id; undefined on systems without user ids. */
export interface UserWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid: number | undefined;
}

/** Returns the user whose trust counts. The user's data directory need not exist. */
export function userIn({ env, uid }: UserWorld): User {
  const base = env['XDG_DATA_HOME'] || join(env['HOME'] || homeFolder(), '.local', 'share');
  return { dataDir: join(base, 'eva'), uid };
}

/** Returns the home of the user; the root for a user whom the system does not know, as in some containers. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return sep;
  }
}
