import { join } from 'node:path';
import { recordingsFile } from '#library/prompts.js';
import type { AttemptFacts } from '#model/attempt.js';
import type { PlannedAttempt } from '#model/run.js';
import { readRecordings } from '#store/replies/recordings.js';
import { type AttemptLines, isSameEvidence, kindOfShards } from './attempts.js';
import { type CollectedShard, mergedShards, timesCollected } from './collections.js';
import { countAttempts } from './count-attempts.js';
import { readEvidence } from './read-evidence.js';

/** A run that is to begin; `merged` are the shards that it is made of, if it is. */
export interface NextRun extends Pick<AttemptFacts, 'id' | 'evidence' | 'kind' | 'shard'> {
  readonly merged?: readonly CollectedShard[];
}

/**
 * Counts which attempt on its evidence a run is that begins now, from 1, by `.attempts.jsonl`, rows and run folders. A replay has the number
 * of the noted whole run whose replies are recorded. Throws as `readEvidence` and `readRecordings` do.
 */
export function nextAttempt(root: string, run: NextRun): PlannedAttempt {
  const kept = readEvidence(root);
  const lines = kept.attempts.rows;
  const own = run.kind === 'replay' ? tryOfSource(root, run, lines) : null;
  if (own !== null) return { try: own };
  const { merged, ...facts } = run;
  const runs = merged?.map(({ run_id }) => run_id);
  const begin = { ...facts, event: 'begin', run_id: '', ts: '', try: 1, ...(runs && { shards: runs }) } as const;
  const number = countAttempts(run.id, run.evidence, begin, kept);
  if (run.shard) return { try: number, collected: timesCollected(run, run.shard, lines) + 1 };
  return merged && runs ? attemptOfMerge(number, run, merged, runs, lines) : { try: number };
}

/** Collections that only the machines of the shards have noted are attempts too. */
function attemptOfMerge(
  number: number,
  run: NextRun,
  merged: readonly CollectedShard[],
  runs: readonly string[],
  lines: AttemptLines,
): PlannedAttempt {
  const kind = kindOfShards(run.kind);
  const noted = merged.map(({ shard }) => timesCollected({ ...run, kind }, shard, lines));
  const elsewhere = merged.reduce(
    (sum, { collected }, at) => sum + Math.max(0, collected - Math.max(1, noted[at] ?? 0)),
    0,
  );
  const counts = mergedShards(merged, (shard) => timesCollected({ ...run, kind }, shard, lines));
  return { try: number + elsewhere, shards: { ...counts, runs } };
}

/** The largest number of a noted whole run on this evidence that is named by recordings; null if none is. */
function tryOfSource(root: string, { id, evidence }: NextRun, lines: AttemptLines): number | null {
  const whole = lines
    .map(({ value }) => value)
    .filter((line) => line.kind === 'full' && line.id === id && isSameEvidence(line.evidence, evidence));
  if (whole.length === 0) return null;
  const { runs } = readRecordings(join(root, 'prompts', id), recordingsFile(id));
  const tries = whole.filter(({ run_id }) => runs.has(run_id)).map((line) => line.try);
  return tries.length === 0 ? null : Math.max(...tries);
}
