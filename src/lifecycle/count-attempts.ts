import type { AttemptLine } from '#model/run/attempt.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { attemptsOn } from './attempts.js';
import type { KeptEvidence } from './read-evidence.js';
import { unnotedRuns } from './unnoted-runs.js';

/**
 * Counts the attempts on this evidence of a prompt, including the one that `begin` is the first line of. Runs that left only a row or a
 * folder count too.
 */
export function countAttempts(id: string, evidence: EvidenceDigests, begin: AttemptLine, kept: KeptEvidence): number {
  const { rows, bad } = kept.attempts;
  const attempts = { rows: [...rows, { line: rows.length + 1, value: begin }], bad };
  const unnoted = unnotedRuns(id, evidence, { ...kept, attempts });
  return attemptsOn(id, evidence, attempts.rows).length + unnoted.rows.length + unnoted.folders.length;
}
