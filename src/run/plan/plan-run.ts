import type { Criterion } from '#decide/criterion.js';
import { sliceOutlooksOf } from '#decide/dataset/slices.js';
import { outlooksOf } from '#decide/outlooks.js';
import { pairRefusals } from '#decide/pairs/pair-outlooks.js';
import { Preparation, type RefusedCheck } from '#grade/checking/preparation.js';
import { planChecks } from '#grade/checking/run-checks.js';
import { undeclaredIn } from '#grade/checks/declared-tools.js';
import { readSchemaValue } from '#grade/checks/json.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { lazy } from '#model/data/collections.js';
import type { JsonObject } from '#model/data/json.js';
import type { CheckSpec } from '#model/grader.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { CompareRule } from '#model/pairs/compare-rule.js';
import { hasErrors, type Loaded, type Place, type Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { ToolSpec } from '#model/reply/exchange.js';
import {
  defaultRunSettings,
  type EvidenceDigests,
  type PlannedAttempt,
  type RunPlan,
  type RunSettings,
  type VariantFacts,
} from '#model/run/run.js';
import type { ItemChoice } from '#model/run/sample.js';
import { type ParamsOf, placed, problem } from '#model/sentences/sentence.js';
import type { ModelMention } from '#model/settings.js';
import { quoted, short } from '#model/text/quoted.js';
import { batchProblems } from './batch-calls.js';
import { callsOf } from './calls.js';
import { withOnePriceBlock } from './cost.js';
import { evidenceDigests, type ProgramEvidence } from './evidence.js';
import { correctLevels, fewClusters, underpowered } from './feasibility.js';
import { refusals, selectCases, tooManyTrials, unpricedModels } from './refusals.js';

export interface PlanInput {
  readonly prompt: Pick<Prompt, 'id' | 'body'> & Partial<Pick<Prompt, 'body_file'>>;
  readonly cases: readonly Case[];
  readonly config: LibraryConfig;
  /** Every model named in the files, even if no case uses it; null if one client answers for all names, so that every name is valid. */
  readonly models: readonly ModelMention[] | null;
  readonly programs: readonly ProgramEvidence[];
  /** The names given with `--case`; empty for all cases. */
  readonly only: readonly string[];
  /** The items that the command line chooses; absent for all. */
  readonly items?: ItemsInput | undefined;
  /** True to plan a run although a criterion cannot pass, which is then only a warning. */
  readonly allow_underpowered: boolean;
  readonly variant?: VariantFacts;
  readonly criteria?: readonly Criterion[];
  /** The settings of the run; default `defaultRunSettings`. */
  readonly manner?: RunSettings;
  /** Numbers the run among the attempts on its evidence; if absent, the plan has no number. */
  readonly attempt?: AttemptInput;
}

/** Chosen items, and a function that keeps only these in the data sets of cases. */
interface ItemsInput {
  readonly choice: ItemChoice;
  readonly narrow: (cases: readonly Case[]) => Loaded<readonly Case[]>;
}

/** Whether levels are corrected for the number of attempts, and how a run is numbered. */
export interface AttemptInput {
  readonly isCorrected: boolean;
  readonly numberOf: (run: NumberedRun) => PlannedAttempt;
}

/** The facts that decide the attempt number of a run. */
type NumberedRun = Pick<RunPlan, 'id' | 'evidence' | 'partial' | 'manner'>;

/**
 * The problems of a run, and a function that makes its plan; null if a problem is an error. The plan is made on demand, since its
 * digests and forecasts take most of the time.
 */
export interface CheckedRun {
  readonly plan: (() => RunPlan) | null;
  /** Returns the digests of the files, computed once; null if a problem is an error. */
  readonly evidence: (() => EvidenceDigests) | null;
  readonly problems: readonly Problem[];
}

/** Plans a run, or returns every problem that prevents it. Makes no call and reads no file. */
export function planRun(input: PlanInput): Loaded<RunPlan> {
  const { plan, problems } = checkRun(input);
  return { value: plan?.() ?? null, problems };
}

/** Returns the problems of `planRun` and a function that makes the plan. */
export function checkRun(input: PlanInput): CheckedRun {
  const { prompt, cases, config } = input;
  const selected = chosenCases(input);
  const asWritten = selected.value ?? [];
  const manner = { ...(input.manner ?? defaultRunSettings), allow_underpowered: input.allow_underpowered };
  const evidence = lazy(() => evidenceDigests({ ...input, body: prompt.body }));
  const number = numberAttempt(input, { manner, evidence });
  const corrected = input.attempt?.isCorrected ? (number().try ?? 1) : null;
  const chosen = corrected === null ? asWritten : correctLevels(asWritten, corrected);
  const problems = [
    ...refusals(input),
    ...selected.problems,
    ...tooManyTrials(chosen),
    ...(input.items ? [] : scarcity(input, chosen, corrected ?? 1)),
    ...(manner.replay ? [] : unpricedModels({ ...input, cases: chosen })),
  ];
  if (input.manner?.batch) problems.push(...batchProblems(prompt.body, chosen, config));
  if (cases.length === 0)
    problems.push(
      problem('EVA_NOTHING_TO_RUN', `prompt ${quoted(prompt.id)} has no cases, so there is nothing to evaluate`, {
        hint: `add a case to prompts/${short(prompt.id)}/eval.yml`,
      }),
    );
  if (hasErrors(problems)) return { plan: null, evidence: null, problems: withOnePriceBlock(problems) };
  const plan = (): RunPlan => ({
    id: prompt.id,
    body: prompt.body,
    ...(prompt.body_file !== undefined && prompt.body_file !== 'prompt.xml' && { body_file: prompt.body_file }),
    cases: chosen,
    evidence: evidence(),
    partial: isPartial(input),
    ...(input.items && { item_choice: input.items.choice }),
    calls: callsOf({ body: prompt.body, cases: chosen }).reduce((sum, { times }) => sum + times, 0),
    outlooks: chosen.flatMap((testCase) => outlooksOf(testCase, input.criteria)),
    ...slicesIn(chosen, input.criteria),
    manner,
    ...number(),
    ...(corrected !== null && { tries: 'corrected' }),
    ...(input.variant && { variant: input.variant }),
  });
  return { plan, evidence, problems };
}

/** Returns the problems of claims that have too few trials. A run of chosen items decides no claim, and has none. */
function scarcity(
  { allow_underpowered, criteria }: PlanInput,
  cases: readonly Case[],
  attempt: number,
): readonly Problem[] {
  const claims = underpowered(cases, { isAllowed: allow_underpowered, attempt, criteria });
  return [...claims, ...fewClusters(cases, criteria)];
}

function slicesIn(cases: readonly Case[], criteria: PlanInput['criteria']): Pick<RunPlan, 'slice_outlooks'> {
  const slice_outlooks = cases.flatMap((testCase) => sliceOutlooksOf(testCase, criteria));
  return slice_outlooks.length > 0 ? { slice_outlooks } : {};
}

/** Returns the cases that `--case` selects, with the chosen items only; as looks in a run with `--look`. */
function chosenCases({ prompt, cases, only, items, manner }: PlanInput): Loaded<readonly Case[]> {
  const selected = selectCases(cases, only);
  if (selected.problems.length > 0) return selected;
  const chosen = items ? items.narrow(selected.value ?? []) : selected;
  return manner?.look && chosen.problems.length === 0 ? asLooks(prompt.id, chosen.value ?? []) : chosen;
}

function isPartial({ only, items, manner }: Pick<PlanInput, 'only' | 'items' | 'manner'>): boolean {
  return only.length > 0 || items !== undefined || manner?.look === true;
}

/** The settings of a run, and its evidence. */
interface Numbering {
  readonly manner: RunSettings;
  readonly evidence: () => EvidenceDigests;
}

/** Returns a function that numbers the attempt of a run once. The evidence has the levels of the files, without correction. */
function numberAttempt(
  { prompt, attempt, ...input }: PlanInput,
  { manner, evidence }: Numbering,
): () => PlannedAttempt {
  const partial = isPartial(input);
  const run = () => ({ id: prompt.id, evidence: evidence(), partial, manner });
  return lazy(() => attempt?.numberOf(run()) ?? {});
}

/** Turns cases into looks, for a run that shows replies without judging them. Leaves out scenarios and triggering queries. */
function asLooks(id: string, cases: readonly Case[]): Loaded<readonly Case[]> {
  const looks = cases.filter(({ subject }) => subject.kind === 'prompt').map(asLook);
  return {
    value: looks,
    problems:
      looks.length === 0
        ? [
            problem(
              'EVA_NOTHING_TO_RUN:looks',
              `no selected case of ${quoted(id)} can be shown: --look shows cases, not scenarios and triggering queries`,
              { hint: `add a case under cases: in prompts/${short(id)}/eval.yml, or leave out --look` },
            ),
          ]
        : [],
  };
}

/** Returns a case without its expectations, and without the claims about its slices. */
function asLook({ dataset, expected: _expected, ...testCase }: Case): Case {
  const slices = dataset?.slices.map(({ gate: _gate, ...field }) => field) ?? [];
  return { ...testCase, look: true, expectations: [], ...(dataset && { dataset: { ...dataset, slices } }) };
}

/** Finds problems of values that only their use can tell. */
interface ValueChecker {
  /**
   * Returns the problem of a check with the value of an item, such as a broken pattern or a tool that the model under test does not declare;
   * undefined if it can run.
   */
  readonly checkValue: (spec: CheckSpec, tools: readonly ToolSpec[] | undefined) => Problem | undefined;
  /** Compiles the schema of a setting. Returns the problem if that is impossible, or takes too long. */
  readonly checkSchema: (
    schema: JsonObject,
    setting: { readonly key: string; readonly at: Place },
  ) => Problem | undefined;
}

/** Returns functions that check values of items and schemas of settings. All their calls share the time limit of one file. */
export function valueChecker(): ValueChecker {
  const preparation = new Preparation();
  const refused = new WeakMap<JsonObject, RefusedCheck | null>();
  const refusal = (schema: JsonObject) => {
    const known = refused.get(schema);
    if (known !== undefined) return known;
    const read = readSchemaValue(schema, preparation);
    const found = 'problemOf' in read ? read : null;
    refused.set(schema, found);
    return found;
  };
  return {
    checkValue: (spec, tools) => planChecks([spec], preparation)[0] ?? undeclaredIn(spec, tools)[0],
    checkSchema: (schema, { key, at }) => {
      const found = refusal(schema);
      return found ? placed(found.problemOf(key), at) : undefined;
    },
  };
}

/** Warns of a margin of `compare:` that its cases cannot show, whatever models answer: no comparison would meet the gate. */
export function compareRefusals(cases: readonly Case[], rule: CompareRule): readonly Problem[] {
  const named = cases.filter(({ name }) => rule.cases?.includes(name));
  const compared = named.length > 0 ? named : cases;
  const question = { margin: rule.not_worse_by, alpha: defaultSignificanceLevel };
  const refused = pairRefusals(compared, question, (name) => rule.cases?.includes(name) === true);
  const [first] = refused;
  if (!first?.fix) return [];
  const params = { ...(first.fix as unknown as MarginParams), more: refused.length - 1 };
  return [problem('EVA_UNDERPOWERED:compare', params, { at: rule.at, severity: 'warning' })];
}

type MarginParams = ParamsOf<'EVA_UNDERPOWERED:margin'>;
