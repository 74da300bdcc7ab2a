import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { caseEvidence, programEvidence } from '#run/plan/evidence.js';
import type { PlannedRun } from '#run/session/run-options.js';

/** A run of a watch that has a verdict. */
export interface EarlierRun {
  readonly runId: string;
  readonly passed: boolean;
}

/** What is known about a version of a prompt when it is read: a run of it in this watch, or how many cases differ from the last version. */
export interface RoundComparison {
  /** The run of exactly this version; undefined if it must be run. */
  readonly earlier: EarlierRun | undefined;
  /** True if the last run of the prompt is of this version too. */
  readonly isLatest: boolean;
  /** The number of cases that differ from the last version; null for the first version. */
  readonly changed: number | null;
}

/** What a run evaluates: the body, the models, the judges, the chosen cases and the bytes of their programs. */
interface Version {
  /** The digest of all of it, with the prompt and variant. */
  readonly digest: string;
  readonly prompt: string;
  readonly common: string;
  readonly cases: ReadonlyMap<string, string>;
}

function versionOf({ plan, programs }: Pick<PlannedRun['open'], 'plan' | 'programs'>): Version {
  const { id, variant, evidence, cases } = plan;
  const digest = (data: unknown) => sha256(canonicalJson(data));
  const prompt = JSON.stringify([id, variant?.variant ?? null]);
  const common = digest([evidence.prompt, evidence.judge, evidence.models, programs.map(programEvidence)]);
  const ofCases = new Map(cases.map((testCase) => [testCase.name, digest(caseEvidence(testCase))]));
  return { digest: digest([prompt, common, [...ofCases]]), prompt, common, cases: ofCases };
}

/** Remembers the runs of a watch by what was evaluated, so that the same version is not evaluated twice. */
export class EarlierRounds {
  /** The last version of each prompt and variant. */
  readonly #last = new Map<string, Version>();
  readonly #runs = new Map<string, EarlierRun>();

  /** Compares a planned run with the earlier ones. */
  compare({ open }: PlannedRun): RoundComparison {
    const { digest, prompt, common, cases } = versionOf(open);
    const last = this.#last.get(prompt);
    const isCommon = common === last?.common;
    const changed = [...cases].filter(([name, own]) => !isCommon || last.cases.get(name) !== own).length;
    const earlier = this.#runs.get(digest);
    return { earlier, isLatest: last?.digest === digest, changed: last ? changed : null };
  }

  /** Takes the result of a run. A run whose replies are not all there may be made again. */
  take(
    { open: { programs } }: PlannedRun,
    { plan, result }: { readonly plan: RunPlan; readonly result: RunResult },
  ): void {
    const version = versionOf({ plan, programs });
    this.#last.set(version.prompt, version);
    if (result.state === 'finished')
      this.#runs.set(version.digest, { runId: result.run_id, passed: result.all_passed });
  }

  /** Makes the version of a planned run, which was run earlier, the last one. */
  returnTo({ open }: PlannedRun): void {
    const version = versionOf(open);
    this.#last.set(version.prompt, version);
  }
}

/** Returns true if two planned runs evaluate the same. */
export function isSameVersion(one: PlannedRun, other: PlannedRun): boolean {
  return versionOf(one.open).digest === versionOf(other.open).digest;
}
