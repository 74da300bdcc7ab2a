import { join } from 'node:path';
import type { User } from '#lifecycle/trust/trust.js';

/** The environment, the home directory and the user id; undefined on systems without user ids. */
export interface UserWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly uid: number | undefined;
}

/** Returns the user whose trust counts. The user's data directory need not exist. */
export function userIn({ env, home, uid }: UserWorld): User {
  const base = env['XDG_DATA_HOME'] || join(env['HOME'] || home, '.local', 'share');
  return { dataDir: join(base, 'eva'), uid };
}
