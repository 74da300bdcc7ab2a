import type { Case } from '#model/case.js';
import { isObject } from '#model/data/json.js';
import type { AttemptLine } from '#model/run/attempt.js';
import type { EvidenceDigests, RunPlan } from '#model/run/run.js';
import { levelOfAttempts } from '#stats/multiple-testing.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { type LoggedRow, readRunRows } from '#store/logs/eval-log.js';
import type { KeptEvidence } from '../read-evidence.js';

/** How many versions of a prompt and its cases were decided on the same items, including this one. */
export interface VersionsOnData {
  readonly number: number;
  /** The chance that the best of so many versions passes by luck; null if no test decides the case. */
  readonly level: number | null;
}

/** A run to number: its plan, and when it began, ISO 8601. */
export interface NumberedPlan {
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
  ].filter((one) => one.ts <= ts);
  return new Map(
    plan.cases.flatMap((testCase) => {
      const { name, dataset } = testCase;
      if (!dataset) return [];
      const own = decided.filter(({ digests }) => digests.includes(dataset.digest)).map(({ version }) => version);
      const number = new Set([...own, versionOf(plan.evidence)]).size;
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

/** A version that was decided on items. */
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
  const digests = (Array.isArray(datasets) ? datasets : []).flatMap((one: unknown) =>
    isObject(one) && typeof one['digest'] === 'string' ? [one['digest']] : [],
  );
  return [{ version: versionOf({ prompt, cases }), digests, ts }];
}

function decidedByAttempt(line: AttemptLine): readonly Decided[] {
  const { kind, datasets = [], evidence, ts } = line;
  if (kind === 'replay' || datasets.length === 0 || !hasDecided(line)) return [];
  return [{ version: versionOf(evidence), digests: datasets, ts }];
}

function hasDecided(line: AttemptLine): boolean {
  if (line.event !== 'end') return line.event === 'red';
  return line.cases.passed + line.cases.failed > 0 || line.red_trial;
}

function levelOf({ expectations }: Case, versions: number): number | null {
  const levels = expectations.flatMap(({ criteria }) =>
    criteria.flatMap(({ significance_level: level }) => (level === undefined ? [] : [level])),
  );
  return levels.length === 0 ? null : levelOfAttempts(Math.max(...levels), versions);
}
