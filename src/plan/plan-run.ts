import type { Criterion } from '#decide/criterion.js';
import { criteria as builtIn } from '#decide/index.js';
import { problem } from '#errors/index.js';
import { Preparation } from '#grade/checking/preparation.js';
import { planChecks } from '#grade/checking/run-checks.js';
import type { Case, ModelMention } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { hasErrors, type Loaded, type Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import {
  type EvidenceDigests,
  ordinaryManner,
  type PlannedAttempt,
  type RunManner,
  type RunPlan,
} from '#model/run/run.js';
import { batchProblems } from './batch.js';
import { unpricedModels } from './budget-prices.js';
import { callsOf } from './calls.js';
import { correctLevels } from './correct-tries.js';
import { evidenceDigests } from './evidence.js';
import { misplacedCriteria, placedOutlooks, underpowered } from './feasibility.js';
import { unmeasurable } from './measurable.js';
import { modelNameProblems } from './model-names.js';
import { unknownCriteria } from './not-yet.js';
import type { ProgramEvidence } from './program-evidence.js';
import { selectCases } from './select.js';
import { tooManyTrials } from './too-many-trials.js';

export interface PlanInput {
  readonly prompt: Pick<Prompt, 'id' | 'body'>;
  /** All cases of the prompt. */
  readonly cases: readonly Case[];
  readonly config: LibraryConfig;
  /** Every model that the files name, be it one that no case asks; null where one client answers for every name, so that none is wrong. */
  readonly models: readonly ModelMention[] | null;
  readonly programs: readonly ProgramEvidence[];
  /** Names that `--case` gave; empty for all. */
  readonly only: readonly string[];
  /** Whether a criterion that cannot pass is let through, with a warning. */
  readonly allow_underpowered: boolean;
  /** In place of the built-in criteria. */
  readonly criteria?: readonly Criterion[];
  /** The settings of the run; `ordinaryManner` unless set. */
  readonly manner?: RunManner;
  /** Numbers the run among the attempts on its evidence. Without it the plan has no number. */
  readonly attempt?: AttemptInput;
}

/** Which attempt a run is, and whether its levels are corrected for that. */
export interface AttemptInput {
  readonly isCorrected: boolean;
  /** Which attempt the run would be. */
  readonly numberOf: (run: NumberedRun) => PlannedAttempt;
}

/** What the number of an attempt depends on. */
export interface NumberedRun extends Pick<RunPlan, 'id' | 'evidence' | 'partial' | 'manner' | 'cases'> {
  readonly config: LibraryConfig;
}

/**
 * The problems of a run, and its plan; null if a problem is an error. The plan is made when it is asked for: most of the work is in
 * its digests.
 */
export interface WeighedRun {
  readonly plan: (() => RunPlan) | null;
  readonly problems: readonly Problem[];
}

/** Decides what a run will do, or why it cannot: spends nothing, touches nothing, finds every problem at once. */
export function planRun(input: PlanInput): Loaded<RunPlan> {
  const { plan, problems } = weighRun(input);
  return { value: plan?.() ?? null, problems };
}

/** Finds what `planRun` finds, and makes the plan only when it is asked for. */
export function weighRun(input: PlanInput): WeighedRun {
  const { prompt, cases, config, only } = input;
  const selected = selectCases(cases, only);
  const asWritten = selected.value ?? [];
  const manner = { ...(input.manner ?? ordinaryManner), allow_underpowered: input.allow_underpowered };
  const number = numbering(input, asWritten, manner);
  const corrected = input.attempt?.isCorrected ? (number().attempt.try ?? 1) : null;
  const chosen = corrected === null ? asWritten : correctLevels(asWritten, corrected);
  const placed = chosen.flatMap((one) => placedOutlooks(one, input.criteria));
  const problems = [
    ...refusals(input),
    ...selected.problems,
    ...tooManyTrials(chosen),
    ...underpowered(placed, input.allow_underpowered, corrected ?? 1),
    ...(manner.replay ? [] : unpricedModels(chosen, config)),
  ];
  if (input.manner?.batch) problems.push(...batchProblems(prompt.body, chosen, config));
  if (cases.length === 0) problems.push(nothingToRun(prompt));
  if (hasErrors(problems)) return { plan: null, problems };
  const plan = (): RunPlan => ({
    id: prompt.id,
    body: prompt.body,
    cases: chosen,
    evidence: number().evidence,
    partial: only.length > 0,
    calls: callsOf({ body: prompt.body, cases: chosen }).reduce((sum, { times }) => sum + times, 0),
    outlooks: placed.map(({ outlook }) => outlook),
    manner,
    ...number().attempt,
    ...(corrected !== null && { tries: 'corrected' }),
  });
  return { plan, problems };
}

interface Numbering {
  readonly evidence: EvidenceDigests;
  readonly attempt: PlannedAttempt;
}

/** Returns a function that computes, at its first use, the number of a run and its evidence, that of the levels as they are written. */
function numbering(
  { prompt, cases, config, programs, only, attempt }: PlanInput,
  chosen: readonly Case[],
  manner: RunManner,
): () => Numbering {
  let found: Numbering | undefined;
  return () => {
    if (found) return found;
    const evidence = evidenceDigests({ body: prompt.body, cases, config, programs });
    const run = { id: prompt.id, evidence, partial: only.length > 0, manner, cases: chosen, config };
    found = { evidence, attempt: attempt?.numberOf(run) ?? {} };
    return found;
  };
}

/**
 * Returns a problem for each part of the cases that no run can do: models that lead nowhere; criteria, metrics and checks that
 * cannot be used.
 */
export function refusals({
  cases,
  config,
  models,
  criteria = builtIn,
}: Pick<PlanInput, 'cases' | 'config' | 'models' | 'criteria'>): Problem[] {
  return [
    ...unknownCriteria(cases, criteria),
    ...(models ? modelNameProblems(cases, models, config) : []),
    ...cases.flatMap((one) => misplacedCriteria(one, criteria)),
    ...cases.flatMap((one) => unmeasurable(one, config)),
    ...checkProblems(cases),
  ];
}

/** Prepares the checks of all cases within the time of one file: the cases of a prompt are in one eval.yml. */
function checkProblems(cases: readonly Case[]): readonly Problem[] {
  const preparation = new Preparation();
  return cases.flatMap(({ expectations }) =>
    expectations.flatMap(({ grader }) =>
      grader.grader === 'trial_passes' ? planChecks(grader.params.checks, preparation) : [],
    ),
  );
}

function nothingToRun(prompt: PlanInput['prompt']): Problem {
  return problem('EVA_NOTHING_TO_RUN', `prompt "${prompt.id}" has no cases: nothing would be evaluated`, {
    hint: `add a case to prompts/${prompt.id}/eval.yml; a run that evaluates nothing is never green`,
  });
}
