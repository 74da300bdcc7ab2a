import type { Criterion } from '#decide/criterion.js';
import { sliceOutlooksOf } from '#decide/dataset/slices.js';
import { outlooksOf } from '#decide/outlooks.js';
import { pairRefusals } from '#decide/pairs/pair-outlooks.js';
import { Preparation, type RefusedCheck } from '#grade/check-parts/preparation.js';
import { planChecks } from '#grade/check-parts/prepare-checks.js';
import { undeclaredIn } from '#grade/checks/declared-tools.js';
import { readSchemaValue } from '#grade/checks/json.js';
import type { SettingsOf } from '#library/cases/reading.js';
import type { VariantChoice } from '#library/cases/variants.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { lazy } from '#model/data/collections.js';
import type { JsonObject } from '#model/data/json.js';
import type { CheckSpec } from '#model/grader.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { CompareRule } from '#model/pairs/compare-rule.js';
import { hasErrors, type Loaded, type Place, type Problem, placed, problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { ToolSpec } from '#model/reply/exchange.js';
import type { AttemptFacts } from '#model/run/attempt.js';
import {
  defaultRunSettings,
  type EvidenceDigests,
  type PlannedAttempt,
  type RunPlan,
  type RunSettings,
  type VariantFacts,
} from '#model/run/run.js';
import type { ItemChoice } from '#model/run/sample.js';
import type { ModelMention } from '#model/settings.js';
import { quoted, short } from '#model/text/quoted.js';
import type { PriceBasis } from '#provider/prices/built-in-prices.js';
import { batchProblems, callsOf } from './calls.js';
import { type Datasets, narrowCases } from './chosen-items.js';
import { withOnePriceBlock } from './cost.js';
import { evidenceDigests, type ProgramEvidence } from './evidence.js';
import { correctLevels, fewClusters, underpowered } from './feasibility.js';
import { refusals, refuseUnpricedModels, selectCases, tooManyTrials } from './refusals.js';

/** What a run of a prompt is asked to do. An empty choice is a run of all items of all cases, with the first variant. */
export interface RunChoice {
  /** The names of the cases to run; empty for all. */
  readonly only?: readonly string[] | undefined;
  /** The chosen items; all by default. */
  readonly items?: ItemChoice | undefined;
  readonly variant?: VariantChoice;
  /** The group that the run belongs to; undefined for a run by itself. */
  readonly group?: string | undefined;
  /** Another version that answers the cases of the files. */
  readonly version?: OtherVersion;
  /** True to refuse texts that do not mean what they seem to. */
  readonly strict?: boolean | undefined;
  /** The settings of the run; default `defaultRunSettings`. With `allow_underpowered` a criterion that cannot pass is only a warning. */
  readonly manner?: RunSettings;
  /** What decides the built-in prices; today, at the official servers, if absent. */
  readonly prices?: PriceBasis | undefined;
  readonly numberOf?: NumberAttempt;
}

/** Another version of a prompt, which is asked with the cases of the files: its body and meta.yml, and the settings of its models. */
export interface OtherVersion {
  readonly prompt: Prompt;
  readonly settingsOf: SettingsOf;
}

/** Returns the number that a run would get among the attempts on its evidence. `shards`: the runs that it is merged from. */
export type NumberAttempt = (
  run: Pick<RunPlan, 'id' | 'evidence' | 'partial' | 'manner'> & Pick<AttemptFacts, 'shards' | 'redrawn'>,
) => PlannedAttempt;

/** The settings with which files are read for something else than a run: a criterion that cannot pass is only a warning. */
export const allowUnderpowered: RunSettings = { ...defaultRunSettings, allow_underpowered: true };

/** The choice of a run, with what was read for it. Without `numberOf` the plan has no number. */
export interface PlanInput extends RunChoice {
  readonly prompt: Pick<Prompt, 'id' | 'body'> & Partial<Pick<Prompt, 'body_file' | 'promotion'>>;
  readonly cases: readonly Case[];
  readonly config: LibraryConfig;
  /** Every model named in the files, even if no case uses it; null if one client answers for all names, so that every name is valid. */
  readonly models: readonly ModelMention[] | null;
  readonly programs: readonly ProgramEvidence[];
  /** The items of each case with a data set, by the name of the case. */
  readonly datasets?: Datasets;
  /** The name of the variant that was read; null without variants, or if another model replaces all. */
  readonly read_variant?: string | null;
  readonly criteria?: readonly Criterion[];
}

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
  const { prompt, cases, config, items, manner = defaultRunSettings, criteria } = input;
  const selected = chosenCases(input);
  const asWritten = selected.value ?? [];
  const partial = (input.only ?? []).length > 0 || items !== undefined || manner.look === true;
  // of the levels of the files, without correction
  const evidence = lazy(() => evidenceDigests({ ...input, body: prompt.body }));
  const number = lazy(() => input.numberOf?.({ id: prompt.id, evidence: evidence(), partial, manner }) ?? {});
  const corrected = prompt.promotion?.tries === 'corrected' ? (number().try ?? 1) : null;
  const chosen = corrected === null ? asWritten : correctLevels(asWritten, corrected);
  const problems = [
    ...refusals(input),
    ...selected.problems,
    ...tooManyTrials(chosen),
    // a run of chosen items decides no claim
    ...(items ? [] : underpowered(chosen, { isAllowed: manner.allow_underpowered, attempt: corrected ?? 1, criteria })),
    ...(items ? [] : fewClusters(chosen, criteria)),
    ...(manner.replay ? [] : refuseUnpricedModels({ ...input, cases: chosen })),
    ...(manner.batch ? batchProblems(prompt.body, chosen, config) : []),
  ];
  if (cases.length === 0)
    problems.push(
      problem('EVA_NOTHING_TO_RUN', `prompt ${quoted(prompt.id)} has no cases, so there is nothing to evaluate`, {
        hint: `add a case to prompts/${short(prompt.id)}/eval.yml`,
      }),
    );
  if (hasErrors(problems)) return { plan: null, evidence: null, problems: withOnePriceBlock(problems) };
  const plan = (): RunPlan => {
    const slice_outlooks = chosen.flatMap((testCase) => sliceOutlooksOf(testCase, criteria));
    const variant = variantFacts(input);
    return {
      id: prompt.id,
      body: prompt.body,
      ...(prompt.body_file !== undefined && prompt.body_file !== 'prompt.xml' && { body_file: prompt.body_file }),
      cases: chosen,
      evidence: evidence(),
      partial,
      ...(items && { item_choice: items }),
      calls: callsOf({ body: prompt.body, cases: chosen }).reduce((sum, { times }) => sum + times, 0),
      outlooks: chosen.flatMap((testCase) => outlooksOf(testCase, criteria)),
      ...(slice_outlooks.length > 0 && { slice_outlooks }),
      manner,
      ...number(),
      ...(corrected !== null && { tries: 'corrected' }),
      ...(variant && { variant }),
    };
  };
  return { plan, evidence, problems };
}

/** Returns the variant of a run for its plan; undefined for a prompt without variants whose run is not of a group. */
function variantFacts({ read_variant = null, variant, group }: PlanInput): VariantFacts | undefined {
  const name = read_variant ?? variant?.variant;
  const cases_of = variant?.cases_of;
  const isOverride = cases_of !== undefined || (read_variant === null && name !== undefined);
  const facts: VariantFacts = {
    ...(name !== undefined && { variant: name }),
    ...(group !== undefined && { group }),
    ...(isOverride && { override: true }),
    ...(cases_of !== undefined && { cases_of }),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** Returns the cases that `--case` selects, with the chosen items only; as looks in a run with `--look`. */
function chosenCases({ prompt, cases, only = [], items, datasets, manner }: PlanInput): Loaded<readonly Case[]> {
  const selected = selectCases(cases, only);
  if (selected.problems.length > 0) return selected;
  const chosen = items ? narrowCases(prompt.id, selected.value ?? [], datasets ?? new Map(), items) : selected;
  return manner?.look && chosen.problems.length === 0 ? asLooks(prompt.id, chosen.value ?? []) : chosen;
}

/** Turns cases into looks, for a run that shows replies without judging them. Leaves out scenarios and triggering queries. */
function asLooks(id: string, cases: readonly Case[]): Loaded<readonly Case[]> {
  const looks = cases.flatMap(({ dataset, expected: _expected, ...testCase }): readonly Case[] => {
    if (testCase.subject.kind !== 'prompt') return [];
    const slices = dataset?.slices.map(({ gate: _gate, ...field }) => field) ?? [];
    return [{ ...testCase, look: true, expectations: [], ...(dataset && { dataset: { ...dataset, slices } }) }];
  });
  const none = problem(
    'EVA_NOTHING_TO_RUN:looks',
    `no selected case of ${quoted(id)} can be shown: --look shows cases, not scenarios and triggering queries`,
    { hint: `add a case under cases: in prompts/${short(id)}/eval.yml, or leave out --look` },
  );
  return { value: looks, problems: looks.length === 0 ? [none] : [] };
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
    const refusedSchema = 'problemOf' in read ? read : null;
    refused.set(schema, refusedSchema);
    return refusedSchema;
  };
  return {
    checkValue: (spec, tools) => planChecks([spec], preparation)[0] ?? undeclaredIn(spec, tools)[0],
    checkSchema: (schema, { key, at }) => {
      const refusedSchema = refusal(schema);
      return refusedSchema ? placed(refusedSchema.problemOf(key), at) : undefined;
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
  if (!first) return [];
  const { testCase, pairs, noun, margin, needed, allowed } = first;
  const more = refused.length - 1;
  const others = more === 0 ? '' : ` (and ${more} more ${more === 1 ? 'case has' : 'cases have'} too few)`;
  const raise = testCase.dataset ? 'add items or raise sample_size' : `set sample_size: ${needed}`;
  const ways = [
    ...(needed === null ? [] : [raise]),
    ...(allowed === null ? [] : [`write not_worse_by: ${allowed}`]),
    'name other cases in "cases"',
  ];
  return [
    problem(
      'EVA_UNDERPOWERED:compare',
      `no comparison can show a margin of ${margin}: case ${quoted(testCase.name)} has ${pairs} ${noun} and needs ${needed ?? 'more than a case can have'}${others}`,
      { hint: ways.join(', or '), at: rule.at, severity: 'warning' },
    ),
  ];
}
