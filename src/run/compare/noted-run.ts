import { oneWholeSource, type ReplySources } from '#model/reply/reply-sources.js';
import { type Evidence, type EvidenceDigests, isSameEvidence } from '#model/run/run.js';
import { fullRunsOf } from '../attempts/full-run.js';
import { type KeptEvidence, rowSources } from '../attempts/kept-evidence.js';

/** A whole run whose trials can answer for a side of a comparison. */
export interface NotedRun {
  readonly run_id: string;
  readonly evidence: Evidence;
}

/**
 * Returns the newest whole run on this evidence that `.attempts.jsonl` notes, that has a row, and whose replies models gave in it alone; null
 * without one, and if its folder is gone: whoever deletes folders must not choose among earlier runs. Partial runs, replays and runs with
 * synthetic or reused replies do not count: eva keeps no failures of these.
 */
export function newestNotedRun(
  id: string,
  evidence: EvidenceDigests,
  { runs, attempts, folderNames }: KeptEvidence,
): NotedRun | null {
  const noted = new Set(
    attempts.rows.flatMap(({ value: line }) =>
      line.event === 'begin' && line.kind === 'full' && line.id === id && isSameEvidence(line.evidence, evidence)
        ? [line.run_id]
        : [],
    ),
  );
  const newest = fullRunsOf(id, runs).findLast((run) => {
    const { run_id, row } = run;
    if (run_id === null || !run.evidence || !noted.has(run_id)) return false;
    return isSameEvidence(run.evidence, evidence) && !run.evidence.synthetic && isAskedAlone(run_id, rowSources(row));
  });
  return newest?.run_id && newest.evidence && folderNames.has(newest.run_id)
    ? { run_id: newest.run_id, evidence: newest.evidence }
    : null;
}

/** Returns true if every reply was requested by the run itself, or by the shards from which it was merged. */
function isAskedAlone(run_id: string, sources: ReplySources | null): boolean {
  if (!sources || sources.unnamed > 0 || sources.synthetic > 0 || sources.more_runs > 0) return false;
  const source = oneWholeSource(sources);
  return sources.runs.length === 0 || source === run_id;
}
