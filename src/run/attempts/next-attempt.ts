import { join } from 'node:path';
import { recordingsFile } from '#library/prompts.js';
import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import type { AttemptFacts, AttemptLine } from '#model/run/attempt.js';
import {
  type EvidenceDigests,
  isSameEvidence,
  type MergedShards,
  maxRepeatedShards,
  type PlannedAttempt,
  type RunPlan,
  type Shard,
} from '#model/run/run.js';
import { levelOfAttempts } from '#stats/multiple-testing.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { type LoggedRow, readRunRows } from '#store/logs/eval-log.js';
import { readRecordings } from '#store/replies/recordings.js';
import { type AttemptLines, attemptsOn, kindOfShards, unnotedRuns } from './attempts.js';
import { type KeptEvidence, readEvidence } from './kept-evidence.js';

/** A run that is about to begin. `merged`: the shards that it is merged from. */
export interface NextRun extends Pick<AttemptFacts, 'id' | 'evidence' | 'kind' | 'shard'> {
  readonly merged?: readonly CollectedShard[];
}

/**
 * Numbers a run that begins now among the attempts on its evidence, from 1, by `.attempts.jsonl`, rows and run folders. A replay
 * of a recorded full run gets the number of that run. `kept`: the evidence, if it was read already. Throws the errors of `readEvidence` and
 * `readRecordings`.
 */
export function nextAttempt(root: string, run: NextRun, kept: KeptEvidence = readEvidence(root)): PlannedAttempt {
  const lines = kept.attempts.rows;
  const numberOfSource = run.kind === 'replay' ? attemptOfSource(root, run, lines) : null;
  if (numberOfSource !== null) return { try: numberOfSource };
  const { merged, ...facts } = run;
  const runs = merged?.map(({ run_id }) => run_id);
  const begin = { ...facts, event: 'begin', run_id: '', ts: '', try: 1, ...(runs && { shards: runs }) } as const;
  const number = countAttempts(run.evidence, begin, kept);
  if (run.shard) return { try: number, collected: countCollections(run, run.shard, lines) + 1 };
  if (!merged || !runs) return { try: number };
  // Repeated collections count as attempts even if only the shard's own machine recorded them.
  const noted = merged.map(({ shard }) => countCollections({ ...run, kind: kindOfShards(run.kind) }, shard, lines));
  const counts = mergedShards(merged, noted);
  const here = noted.reduce((sum, times) => sum + Math.max(1, times), 0);
  return { try: number + counts.collected - here, shards: { ...counts, runs } };
}

/**
 * Returns the largest attempt number of the full runs on this evidence that the recordings come from; null if they come from no
 * such run.
 */
function attemptOfSource(root: string, { id, evidence }: NextRun, lines: AttemptLines): number | null {
  const whole = lines
    .map(({ value }) => value)
    .filter((line) => line.kind === 'full' && isSameEvidence(line.evidence, evidence));
  if (whole.length === 0) return null;
  const { runs } = readRecordings(join(root, 'prompts', id), recordingsFile(id));
  const sources = whole.filter(({ run_id }) => runs.has(run_id));
  return sources.reduce<number | null>((largest, line) => Math.max(largest ?? 0, line.try), null);
}

/**
 * Counts the attempts on this evidence, including the one that starts with the line `begin`. Lines that cannot be read, and runs that left only a
 * row or a folder count too.
 */
export function countAttempts(evidence: EvidenceDigests, begin: AttemptLine, kept: KeptEvidence): number {
  const { rows, bad } = kept.attempts;
  const attempts = { rows: [...rows, { line: rows.length + 1, value: begin }], bad };
  const unnoted = unnotedRuns(evidence, { ...kept, attempts });
  return attemptsOn(evidence, attempts.rows).length + bad.length + unnoted.rows.length + unnoted.folders.length;
}

/** A shard to merge, its run, and how often its own machine has collected it, including this run. */
export interface CollectedShard {
  readonly shard: Shard;
  readonly run_id: string;
  readonly collected: number;
}

/** Counts the runs that collected a shard, according to `.attempts.jsonl`. */
function countCollections(
  { evidence, kind }: Pick<AttemptFacts, 'evidence' | 'kind'>,
  shard: Shard,
  lines: AttemptLines,
): number {
  const linesOfShard = lines
    .map(({ value }) => value)
    .filter((line) => line.kind === kind && isSameEvidence(line.evidence, evidence))
    .filter((line) => line.shard?.index === shard.index && line.shard.of === shard.of);
  return new Set(linesOfShard.map(({ run_id }) => run_id)).size;
}

/**
 * Counts the collections of the shards of a merge. `noted` is how often this machine recorded each; the shard's own machine may
 * have recorded more.
 */
export function mergedShards(shards: readonly CollectedShard[], noted: readonly number[]): MergedShards {
  const counted = shards.map(({ shard, collected }, at) => ({
    index: shard.index,
    times: Math.max(1, collected, noted[at] ?? 0),
  }));
  const repeated = counted.filter(({ times }) => times > 1).sort((a, b) => b.times - a.times || a.index - b.index);
  return {
    of: shards.length,
    collected: counted.reduce((sum, { times }) => sum + times, 0),
    repeated: repeated.slice(0, maxRepeatedShards),
  };
}

/** How many versions of a prompt and its cases were decided on the same items, including this one. */
export interface VersionsOnData {
  readonly number: number;
  /** The chance that the best of so many versions passes by luck; null if no test decides the case. */
  readonly level: number | null;
}

/** A run to number: its plan, and when it began, ISO 8601. */
interface NumberedPlan {
  readonly plan: Pick<RunPlan, 'cases' | 'evidence'>;
  readonly ts: string;
}

/**
 * Counts for each case on a data set the versions that were decided on its items until a run began, by rows and attempts of any prompt
 * of the library. Another seed, bar or check is another version, as another prompt is: any of them can be changed until a case passes.
 * Synthetic replies, and runs that saw no decided case and no red trial, do not count.
 */
export function versionsOnData(
  { plan, ts }: NumberedPlan,
  { runs, attempts }: Pick<KeptEvidence, 'runs' | 'attempts'>,
): ReadonlyMap<string, VersionsOnData> {
  const decided = [
    ...runs.rows.flatMap(({ value }) => decidedByRow(value)),
    ...attempts.rows.flatMap(({ value }) => decidedByAttempt(value)),
  ].filter((version) => version.ts <= ts);
  return new Map(
    plan.cases.flatMap((testCase) => {
      const { name, dataset } = testCase;
      if (!dataset) return [];
      const earlier = decided.filter(({ digests }) => digests.includes(dataset.digest)).map(({ version }) => version);
      const number = new Set([...earlier, versionOf(plan.evidence)]).size;
      return [[name, { number, level: levelOf(testCase, number) }]];
    }),
  );
}

/** Returns the same from the rows and attempts of a library; empty, without reading them, for a run without data sets. Throws as `readEvidence` does. */
export function versionsOfRun(root: string, run: NumberedPlan): ReadonlyMap<string, VersionsOnData> {
  if (run.plan.cases.every(({ dataset }) => dataset === undefined)) return new Map();
  const attempts = readAttempts(root);
  return versionsOnData(run, { runs: readRunRows(root, attempts), attempts });
}

interface Decided {
  readonly version: string;
  readonly digests: readonly string[];
  readonly ts: string;
}

function versionOf({ prompt, cases }: Pick<EvidenceDigests, 'prompt' | 'cases'>): string {
  return JSON.stringify([prompt, cases]);
}

function decidedByRow({ ts, evidence, datasets }: LoggedRow): readonly Decided[] {
  if (!isObject(evidence) || evidence['synthetic'] === true) return [];
  const { prompt, cases } = evidence;
  if (typeof prompt !== 'string' || typeof cases !== 'string') return [];
  const digests = (Array.isArray(datasets) ? datasets : []).flatMap((dataset: unknown) =>
    isObject(dataset) && typeof dataset['digest'] === 'string' ? [dataset['digest']] : [],
  );
  return [{ version: versionOf({ prompt, cases }), digests, ts }];
}

function decidedByAttempt(line: AttemptLine): readonly Decided[] {
  const { kind, datasets = [], evidence, ts } = line;
  const hasDecided =
    line.event === 'end' ? line.cases.passed + line.cases.failed > 0 || line.red_trial : line.event === 'red';
  if (kind === 'replay' || datasets.length === 0 || !hasDecided) return [];
  return [{ version: versionOf(evidence), digests: datasets, ts }];
}

function levelOf({ expectations }: Case, versions: number): number | null {
  const levels = expectations.flatMap(({ criteria }) =>
    criteria.flatMap(({ significance_level: level }) => (level === undefined ? [] : [level])),
  );
  return levels.length === 0 ? null : levelOfAttempts(Math.max(...levels), versions);
}
