import type { AttemptLine } from '#model/run/attempt.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { runsOnEvidence } from '../full-run.js';
import type { KeptEvidence } from '../read-evidence.js';
import { isRed, isSameEvidence } from './attempts.js';

/** Returns the ids of the runs on this evidence whose row or result.json says that they did not pass, whatever `.attempts.jsonl` says. */
export function runsWithoutPass(
  evidence: EvidenceDigests,
  { runs, folders }: Pick<KeptEvidence, 'runs' | 'folders'>,
): ReadonlySet<string | null> {
  const rows = runsOnEvidence(evidence, runs).filter(({ notPassed }) => notPassed !== null);
  const finished = folders.filter(
    ({ state, isShard, isLook, waits_for, isCompared }) =>
      state === 'finished' && !isShard && !isLook && waits_for === undefined && !isCompared,
  );
  const red = finished.filter((run) => !run.all_passed && isSameEvidence(run.evidence, evidence));
  return new Set([...rows, ...red].map(({ run_id }) => run_id));
}

/** Returns true if `.attempts.jsonl`, the row or result.json of a run on this evidence says that it did not pass. */
export function isRedRun(
  runId: string,
  evidence: EvidenceDigests,
  { attempts, ...kept }: Pick<KeptEvidence, 'runs' | 'folders' | 'attempts'>,
): boolean {
  const isNotedRed = attempts.rows.some(
    ({ value }) => value.run_id === runId && isSameEvidence(value.evidence, evidence) && isNotPassed(value),
  );
  return isNotedRed || runsWithoutPass(evidence, kept).has(runId);
}

/** Returns true for a line that records its run as not passed. */
export function isNotPassed(line: AttemptLine): boolean {
  return isRed(line) || (line.event === 'end' && line.outcome === 'failed');
}
