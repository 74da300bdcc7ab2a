import { join } from 'node:path';
import { recordingsFile } from '#library/prompts.js';
import type { AttemptFacts } from '#model/run/attempt.js';
import type { PlannedAttempt } from '#model/run/run.js';
import { readRecordings } from '#store/replies/recordings.js';
import { type AttemptLines, isOn, kindOfShards } from './attempts.js';
import { type CollectedShard, mergedShards, timesCollected } from './collections.js';
import { countAttempts } from './count-attempts.js';
import { readEvidence } from './read-evidence.js';

/** A run that is to begin. `merged`: the shards that it is made of. */
export interface NextRun extends Pick<AttemptFacts, 'id' | 'evidence' | 'kind' | 'shard'> {
  readonly merged?: readonly CollectedShard[];
}

/**
 * Numbers a run that begins now among the attempts on its evidence, from 1, by `.attempts.jsonl`, rows and run folders. A replay of a
 * noted whole run has the number of that run. Throws as `readEvidence` and `readRecordings` do.
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

/** Numbers a merge. Repeated collections that only the machines of the shards noted are attempts too. */
function attemptOfMerge(
  number: number,
  run: NextRun,
  merged: readonly CollectedShard[],
  runs: readonly string[],
  lines: AttemptLines,
): PlannedAttempt {
  const kind = kindOfShards(run.kind);
  const noted = merged.map(({ shard }) => timesCollected({ ...run, kind }, shard, lines));
  const counts = mergedShards(merged, noted);
  const here = noted.reduce((sum, times) => sum + Math.max(1, times), 0);
  return { try: number + counts.collected - here, shards: { ...counts, runs } };
}

/** Returns the largest number of the noted whole runs on this evidence that recordings name; null if they name none. */
function tryOfSource(root: string, { id, evidence }: NextRun, lines: AttemptLines): number | null {
  const whole = lines.map(({ value }) => value).filter((line) => line.kind === 'full' && isOn(line, id, evidence));
  if (whole.length === 0) return null;
  const { runs } = readRecordings(join(root, 'prompts', id), recordingsFile(id));
  const sources = whole.filter(({ run_id }) => runs.has(run_id));
  return sources.reduce<number | null>((largest, line) => Math.max(largest ?? 0, line.try), null);
}
