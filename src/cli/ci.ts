import type { Io } from './io.js';

/** True if the command runs under a CI service: `CI` is set, to other than `false` and `0`. */
export function isCi(env: Io['env']): boolean {
  return !['', 'false', '0'].includes((env['CI'] ?? '').trim().toLowerCase());
}
