import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { caseEvidence, programEvidence } from '#run/plan/evidence.js';
import type { PlannedRun } from '#run/session/run-options.js';

/** A run of a watch that has a verdict. */
export interface EarlierRun {
  readonly runId: string;
  readonly passed: boolean;
}

/** What is known about a version of a prompt when it is read: a run of it in this watch, or the cases that differ from the last version. */
export interface RoundComparison {
  /** The run of exactly this version; undefined if it must be run. */
  readonly earlier: EarlierRun | undefined;
  /** True if the last run of the prompt is of this version too. */
  readonly isLatest: boolean;
  /** The names of the cases that differ from the last version, those that did not pass first; null for the first version. */
  readonly changed: readonly string[] | null;
}

/** The last version of a prompt and variant that a watch has run. */
interface LastVersion {
  readonly version: string;
  readonly common: string;
  readonly cases: ReadonlyMap<string, string>;
  readonly notPassed: ReadonlySet<string>;
}

type Version = Pick<PlannedRun['open'], 'plan' | 'programs'>;

/** Remembers the runs of a watch by what was evaluated, so that the same version is not evaluated twice. */
export class EarlierRounds {
  readonly #last = new Map<string, LastVersion>();
  readonly #runs = new Map<string, EarlierRun & { readonly of: LastVersion }>();

  /** Compares a planned run with the earlier ones. */
  compare({ open }: PlannedRun): RoundComparison {
    const key = keyOf(open.plan);
    const version = versionOf(open);
    const last = this.#last.get(key);
    const earlier = this.#runs.get(key + version);
    return { earlier, isLatest: last?.version === version, changed: last ? changedCases(open, last) : null };
  }

  /** Takes the result of a run. A run whose replies are not all there may be made again. */
  take(
    { open: { programs } }: PlannedRun,
    { plan, result }: { readonly plan: RunPlan; readonly result: RunResult },
  ): void {
    const key = keyOf(plan);
    const version = versionOf({ plan, programs });
    const notPassed = result.cases.filter(({ passed }) => passed !== true).map(({ name }) => name);
    const round = { version, ...partsOf({ plan, programs }), notPassed: new Set(notPassed) };
    this.#last.set(key, round);
    if (result.state !== 'finished') return;
    this.#runs.set(key + version, { runId: result.run_id, passed: result.all_passed, of: round });
  }

  /** Makes the version of a planned run, which was run earlier, the last one. */
  returnTo({ open }: PlannedRun): void {
    const key = keyOf(open.plan);
    const earlier = this.#runs.get(key + versionOf(open));
    if (earlier) this.#last.set(key, earlier.of);
  }
}

/** Returns true if two planned runs evaluate the same. */
export function isSameVersion(one: PlannedRun, other: PlannedRun): boolean {
  return keyOf(one.open.plan) === keyOf(other.open.plan) && versionOf(one.open) === versionOf(other.open);
}

function keyOf({ id, variant }: RunPlan): string {
  return JSON.stringify([id, variant?.variant ?? null]);
}

/** Returns what a run evaluates: the body, the models, the judges, the chosen cases and the bytes of their programs. */
function versionOf(of: Version): string {
  const { common, cases } = partsOf(of);
  return digest([common, [...cases]]);
}

function partsOf({ plan: { evidence, cases }, programs }: Version): Pick<LastVersion, 'common' | 'cases'> {
  const { prompt, judge, models } = evidence;
  return {
    common: digest([prompt, judge, models, programs.map(programEvidence)]),
    cases: new Map(cases.map((testCase) => [testCase.name, digest(caseEvidence(testCase))])),
  };
}

function digest(data: unknown): string {
  return sha256(canonicalJson(data));
}

function changedCases(of: Version, last: LastVersion): readonly string[] {
  const { common, cases } = partsOf(of);
  const names = [...cases.keys()];
  const differ = common === last.common ? names.filter((name) => cases.get(name) !== last.cases.get(name)) : names;
  const failed = differ.filter((name) => last.notPassed.has(name));
  return [...failed, ...differ.filter((name) => !last.notPassed.has(name))];
}
