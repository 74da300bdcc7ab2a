import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';

/** Warns of a line of `.attempts.jsonl` that cannot be read. */
export function badAttempt(line: number, reason: string): Problem {
  const at = { file: '.attempts.jsonl', line };
  const hint = 'it is skipped; the attempt that it noted may not be counted';
  return problem('EVA_BAD_ROW', `this line ${reason}`, { at, hint, severity: 'warning' });
}
