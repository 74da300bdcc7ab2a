import type { RunWorld } from '../session/run-options.js';

/** Returns true if the command runs under a CI service: `CI` is set and is not empty, `false` or `0`. */
export function isCi(env: RunWorld['env']): boolean {
  return !['', 'false', '0'].includes((env['CI'] ?? '').trim().toLowerCase());
}
