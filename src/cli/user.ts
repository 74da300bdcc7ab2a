import { homedir } from 'node:os';
import { userIn } from '#engine/prompt/user.js';
import type { User } from '#lifecycle/trust/trust.js';
import type { Io } from './io.js';

/** Returns the user of this process, whose data directory need not exist. */
export function userOf({ env }: Io): User {
  return userIn({ env, home: homedir(), uid: process.getuid?.() });
}
