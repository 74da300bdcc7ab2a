import { join } from 'node:path';
import type { User } from '#lifecycle/trust/trust.js';

/** The environment, the home directory and the id of a user; no id on systems without ids. */
export interface UserWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly uid: number | undefined;
}

/** Returns the user whose trust counts; their data directory need not exist. */
export function userIn({ env, home, uid }: UserWorld): User {
  const base = env['XDG_DATA_HOME'] || join(env['HOME'] || home, '.local', 'share');
  return { dataDir: join(base, 'eva'), uid };
}
