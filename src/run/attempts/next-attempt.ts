import { join } from 'node:path';
import { recordingsFile } from '#library/prompts.js';
import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import type { AttemptFacts, AttemptLine } from '#model/run/attempt.js';
import { type EvidenceDigests, isSameEvidence, type PlannedAttempt, type RunPlan } from '#model/run/run.js';
import { levelOfAttempts } from '#stats/multiple-testing.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { type LoggedRow, readRunRows } from '#store/logs/eval-log.js';
import { readRecordings } from '#store/replies/recordings.js';
import { type Attempt, type AttemptLines, attemptsOn, unnotedRuns } from './attempts.js';
import { type KeptEvidence, readEvidence } from './kept-evidence.js';

/** A run that is about to begin. `shards`: the runs of the shards that it is merged from. */
export type NextRun = Pick<AttemptFacts, 'id' | 'evidence' | 'kind' | 'shard' | 'shards' | 'redrawn'>;

/**
 * Numbers a run that begins now among the attempts on its evidence, from 1, by `.attempts.jsonl`, rows and run folders; lines that cannot be read
 * count too. A shard that begins again has the number of its set: a merge that is given all its runs chooses nothing. A replay of a recorded full
 * run gets the number of that run. `kept`: the evidence, if it was read already. Throws the errors of `readEvidence` and
 * `readRecordings`.
 */
export function nextAttempt(root: string, run: NextRun, kept: KeptEvidence = readEvidence(root)): PlannedAttempt {
  const numberOfSource = run.kind === 'replay' ? attemptOfSource(root, run, kept.attempts.rows) : null;
  if (numberOfSource !== null) return { try: numberOfSource };
  const begin: AttemptLine = { ...run, event: 'begin', run_id: '', ts: '', try: 1 };
  const { rows, bad } = kept.attempts;
  const attempts = { rows: [...rows, { line: rows.length + 1, value: begin }], bad };
  const unnoted = unnotedRuns(run.evidence, { ...kept, attempts });
  const isOfSet = ({ again }: Attempt) => run.shard !== undefined && again?.of === run.shard.of;
  const noted = attemptsOn(run.evidence, attempts.rows).filter((attempt) => !isOfSet(attempt));
  return { try: noted.length + bad.length + unnoted.rows.length + unnoted.folders.length };
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
