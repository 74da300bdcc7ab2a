import type { EvidenceDigests } from '#model/run.js';
import type { KeptRun } from '#store/run/kept-runs.js';
import { isSameEvidence } from './attempts.js';
import { type FullRun, runsOf } from './full-run.js';
import type { KeptEvidence } from './read-evidence.js';

/** Runs that no line of `.attempts.jsonl` notes, since an earlier version made them or the lines were deleted. */
export interface UnnotedRuns {
  readonly rows: readonly FullRun[];
  /** Those that have no row either. */
  readonly folders: readonly KeptRun[];
}

/** The runs on this evidence of a prompt that are attempts by their row or their folder alone, partial ones included; not those on synthetic replies. */
export function unnotedRuns(
  id: string,
  evidence: EvidenceDigests,
  { runs, attempts, folders }: KeptEvidence,
): UnnotedRuns {
  const noted = new Set<string | null>(attempts.rows.map(({ value }) => value.run_id));
  const isUnnoted = (run: { readonly run_id: string | null }) => !noted.has(run.run_id);
  const isOn = (digests: EvidenceDigests | null) => digests !== null && isSameEvidence(digests, evidence);
  return {
    rows: runsOf(id, runs).filter((run) => isUnnoted(run) && isOn(run.evidence) && run.evidence?.synthetic === false),
    folders: folders.filter((run) => run.id === id && isUnnoted(run) && isOn(run.evidence) && !run.synthetic),
  };
}
