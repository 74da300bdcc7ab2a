import type { EvidenceDigests } from '#model/run/run.js';
import type { KeptRun } from '#store/run/listing/kept-runs.js';
import { type FullRun, runsOf } from '../full-run.js';
import type { KeptEvidence } from '../read-evidence.js';
import { isOnEvidence, isSameEvidence } from './attempts.js';

/** Runs without a line in `.attempts.jsonl`: an earlier version made them, or the lines were deleted. */
export interface UnnotedRuns {
  readonly rows: readonly FullRun[];
  /** Runs that also have no row. */
  readonly folders: readonly KeptRun[];
}

/**
 * Lists the runs on this evidence of a prompt that count as attempts although `.attempts.jsonl` has no line for them with this evidence
 * and prompt. Includes partial runs. Excludes runs with synthetic replies, and shards of a merged run that has a line.
 */
export function unnotedRuns(
  id: string,
  evidence: EvidenceDigests,
  { runs, attempts, folders }: KeptEvidence,
): UnnotedRuns {
  const own = attempts.rows.map(({ value }) => value).filter((line) => isOnEvidence(line, id, evidence));
  const noted = new Set<string | null>(own.flatMap((line) => [line.run_id, ...(line.shards ?? [])]));
  const isUnnoted = (run: { readonly run_id: string | null }) => !noted.has(run.run_id);
  const isOn = (digests: EvidenceDigests | null) => digests !== null && isSameEvidence(digests, evidence);
  return {
    rows: runsOf(id, runs).filter((run) => isUnnoted(run) && isOn(run.evidence) && run.evidence?.synthetic === false),
    folders: folders.filter((run) => run.id === id && isUnnoted(run) && isOn(run.evidence) && !run.synthetic),
  };
}
