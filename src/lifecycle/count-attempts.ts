import type { EvidenceDigests } from '#model/run.js';
import type { RunLog } from '#store/eval-log.js';
import { type AttemptLines, attemptsOn, isSameEvidence } from './attempts.js';
import { type FullRun, fullRunsOf } from './full-run.js';

/** Counts the attempts on this evidence of a prompt: those that are noted, and full runs with a row that no line notes, as those of earlier versions. */
export function countAttempts(id: string, evidence: EvidenceDigests, lines: AttemptLines, runs: RunLog): number {
  const noted = new Set<string | null>(lines.map(({ value }) => value.run_id));
  const isUnnoted = (run: FullRun) => !noted.has(run.run_id) && isAttemptOn(run, evidence);
  return attemptsOn(id, evidence, lines).length + fullRunsOf(id, runs).filter(isUnnoted).length;
}

function isAttemptOn(run: FullRun, evidence: EvidenceDigests): boolean {
  return run.evidence !== null && !run.evidence.synthetic && isSameEvidence(run.evidence, evidence);
}
