import type { EvidenceDigests } from '#model/run/run.js';
import type { KeptRun } from '#store/run/kept-runs.js';
import { type FullRun, runsOnEvidence } from '../full-run.js';
import type { KeptEvidence } from '../read-evidence.js';
import { attemptsOn, isSameEvidence } from './attempts.js';

/** Runs that count although `.attempts.jsonl` has no attempt for them: lines were deleted or changed. */
export interface UnnotedRuns {
  readonly rows: readonly FullRun[];
  /** Runs that also have no row. */
  readonly folders: readonly KeptRun[];
}

/**
 * Lists the runs on this evidence that are attempts and have no line in `.attempts.jsonl` with this evidence, and
 * those with a row that their lines deny, because they name no reply or no case. Includes partial runs. Excludes replays, runs with
 * synthetic replies, and shards of a merged run that has a line.
 */
export function unnotedRuns(evidence: EvidenceDigests, { runs, attempts, folders }: KeptEvidence): UnnotedRuns {
  const own = attempts.rows.map(({ value }) => value).filter((line) => isSameEvidence(line.evidence, evidence));
  const noted = new Set<string | null>(own.flatMap((line) => [line.run_id, ...(line.shards ?? [])]));
  const known = new Set<string | null>([
    ...own.filter(({ kind }) => kind === 'replay').map(({ run_id }) => run_id),
    ...attemptsOn(evidence, attempts.rows).flatMap((attempt) => attempt.runs),
  ]);
  return {
    rows: runsOnEvidence(evidence, runs).filter((run) => !known.has(run.run_id) && run.evidence?.synthetic === false),
    folders: folders.filter(
      (run) => !noted.has(run.run_id) && isSameEvidence(run.evidence, evidence) && !run.synthetic,
    ),
  };
}
