import type { AttemptLine } from '#model/attempt.js';
import type { EvidenceDigests } from '#model/run.js';
import { attemptsOn } from './attempts.js';
import type { KeptEvidence } from './read-evidence.js';
import { unnotedRuns } from './unnoted-runs.js';

/** Counts the attempts on this evidence of a prompt with one that begins now: those that are noted, and runs that left a row or a folder only. */
export function countAttempts(id: string, evidence: EvidenceDigests, begin: AttemptLine, kept: KeptEvidence): number {
  const unnoted = unnotedRuns(id, evidence, kept);
  const noted = attemptsOn(id, evidence, [...kept.attempts.rows, { value: begin }]);
  return noted.length + unnoted.rows.length + unnoted.folders.length;
}
