import type { Case } from '#model/case.js';
import { uniqueBy } from '#model/data/collections.js';
import type { JsonObject } from '#model/data/json.js';
import { metrics } from '#model/metrics.js';
import type { CompareRule } from '#model/pairs/compare-rule.js';
import { hasErrors, type Loaded, type Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { FrozenRubrics } from '#model/rubric.js';
import { problem } from '#model/sentences/sentence.js';
import type { ModelMention, SubjectSettings } from '#model/settings.js';
import { listed, quoted, short } from '#model/text/quoted.js';
import type { ItemIndex } from '../items/item-index.js';
import { readCompareRule } from '../prompt/compare-setting.js';
import { MediaFiles } from '../prompt/media.js';
import { loadRubrics } from '../prompt/rubrics.js';
import type { LoadedConfig } from '../settings/config.js';
import type { Document } from '../source/document.js';
import { type Layer, layerAt } from '../source/layer.js';
import { limitProblems, mappingsIn, type Path, sortByPlace, valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';
import { fileAddresses } from '../traps/silent-checks.js';
import { readCase, repeatedNames } from './case.js';
import { subjectSettings } from './case-settings.js';
import {
  type CheckSchema,
  type CheckValue,
  collectProblems,
  DataFiles,
  type EvalContext,
  type ProblemSink,
  SchemaFiles,
  type SettingsOf,
} from './eval-context.js';
import { readTriggering } from './expectations.js';
import { isJudgedBy, judgeProblems, thresholdProblems } from './judges.js';
import { readScenario, simulatorLayers } from './scenario.js';
import { contextOfAsker, isAskedByVariant, reportIdleVariants, reportVariants } from './variant-problems.js';
import {
  type CaseFiles,
  type ChosenVariant,
  chooseVariant,
  modelMentions,
  readCaseFiles,
  type Variant,
  type VariantChoice,
} from './variants.js';

/** The cases, scenarios and queries of a prompt. */
export interface LoadedCases {
  /** The prompt whose folder has the cases: another one with `cases_of`. */
  readonly id: string;
  readonly cases: readonly Case[];
  /** The names of the cases and scenarios that the chosen variant does not ask. */
  readonly left_out: readonly string[];
  /** The variants of `defaults.models`, in the order of the file; empty without any. */
  readonly variants: readonly VariantName[];
  /** The name of the chosen variant; null without variants, or if another model replaces all. */
  readonly variant: string | null;
  /** The comparison that the prompt needs for `ready`; null without `compare:`, and with the cases of another prompt by `cases_of` of a choice. */
  readonly compare: CompareRule | null;
  readonly rubrics: FrozenRubrics;
  /** The rubrics that no behaviour uses. */
  readonly unused_rubrics: FrozenRubrics;
  /** The cases whose tools a mistake hides: no rule about tools can hold for them. */
  readonly unread_tools: ReadonlySet<Case>;
  /** All models that the files name, used or not. */
  readonly models: readonly ModelMention[];
  /** The items of each case with a data set, by the name of the case. */
  readonly datasets: ReadonlyMap<string, ItemIndex>;
  readonly fields: ReadonlySet<string>;
  /** Returns the settings of the model under test for a case that sets none itself; null if the defaults name no model. */
  readonly defaultSettings: () => SubjectSettings | null;
}

export type VariantName = Pick<Variant, 'name' | 'model' | 'at'>;

/** The variant to read, and the checks of values of items, such as patterns, and of the schemas of settings. */
export interface CasesChoice extends VariantChoice {
  readonly checkValue?: CheckValue | undefined;
  readonly checkSchema?: CheckSchema | undefined;
  /** The settings of the model under test for each case, in place of those of the files. Inputs that the prompt does not declare are then left out. */
  readonly settingsOf?: SettingsOf | undefined;
  /** Lists the ids of all prompts, which `cases_of` may name. Called only for a prompt with `cases_of`. */
  readonly ids?: () => readonly string[];
}

/** A prompt whose meta.yml or body cannot be read. Its eval.yml is still checked, without the rules that need them. */
interface UnreadPrompt {
  readonly id: string;
  readonly body?: never;
}

/**
 * Reads a prompt's eval.yml and all files that it names. The value has the cases that could be read, even with problems, so that callers
 * can find further problems; use it only if there is no error. `loaded` is null if eva.yml cannot be read.
 */
export function loadCases(
  root: string,
  prompt: Prompt | UnreadPrompt,
  loaded: LoadedConfig | null,
  {
    checkValue = () => undefined,
    checkSchema = () => undefined,
    ids = () => [],
    settingsOf,
    ...choice
  }: CasesChoice = {},
): Loaded<LoadedCases> {
  const found = readCaseFiles(root, { id: prompt.id, casesOf: choice.cases_of, ids });
  const { files } = found;
  if (!files) return { value: null, problems: limitProblems(found.problems) };
  const frozen = loadRubrics(root, files.id);
  const problems = new Set([...found.problems, ...frozen.problems]);
  const rubrics = frozen.value ?? [];
  const ofItems = new Set<Problem>();
  const variants = chooseVariant(files, choice);
  const context = {
    ...contextOf({ root, prompt, loaded, rubrics, files, variants }),
    ...(settingsOf && { settingsOf, leftOutInputs: new Set<string>() }),
    checkValue,
    checkSchema,
    ...collectProblems(problems, ofItems),
  };
  const { cases, left_out, unread_tools } = readCases(context, files);
  context.report(repeatedNames(context.source, 'file'));
  context.report(undeclared(context, files));
  reportIdleVariants(context, files.id);
  context.report(fileAddresses(context.source));
  if (cases.length === 0 && left_out.length > 0 && !hasErrors([...problems])) context.report(asksNothing(variants));
  const compare = choice.cases_of === undefined ? readCompareRule(prompt.id, files, context.report) : null;
  const unused_rubrics = rubrics.filter((rubric) => !isJudgedBy([...cases, ...left_out], rubric));
  const models = modelMentions(files, loaded?.defaults ?? null, variants);
  const value = {
    id: files.id,
    cases,
    left_out: left_out.map(({ name }) => name),
    variants: variants.all.map(({ name, model, at }) => ({ name, model, at })),
    variant: variants.chosen?.name ?? null,
    compare,
    rubrics,
    unused_rubrics,
    unread_tools,
    models,
    datasets: context.indexes,
    fields: context.fields,
    defaultSettings: () => defaultSettings(context),
  };
  return { value, problems: [...limitProblems(sortByPlace(once([...problems]))), ...once([...ofItems])] };
}

/** Reads the settings of a case that sets none itself. Its problems are those of other cases, and were reported. */
function defaultSettings(context: EvalContext): SubjectSettings | null {
  const layers = [...context.variants.override, ...context.defaults];
  return subjectSettings({ ...context, ...collectProblems(new Set()) }, ['defaults'], layers);
}

interface EvalFile {
  readonly root: string;
  readonly prompt: Prompt | UnreadPrompt;
  readonly loaded: LoadedConfig | null;
  readonly rubrics: FrozenRubrics;
  readonly files: CaseFiles;
  readonly variants: ChosenVariant;
}

function contextOf(file: EvalFile): Omit<EvalContext, keyof ProblemSink | 'checkValue' | 'checkSchema'> {
  const { root, prompt, loaded, rubrics, files, variants } = file;
  const { document, source } = files.cases;
  const own = files.own?.source ?? null;
  const read = prompt.body === undefined ? null : prompt;
  const library = loaded?.defaults ?? null;
  return {
    folder: { root, id: files.id },
    own: files.own,
    leftOutInputs: files.isOfOther ? new Set() : null,
    prompt: read,
    document,
    source,
    providers: loaded?.config.providers ?? null,
    defaults: [
      ...(variants.chosen ? [variants.chosen.layer] : []),
      ...layerAt(own, ['defaults']),
      ...layerAt(source, ['defaults']),
      ...metaLayer(read),
      ...layerAt(library, ['defaults']),
    ],
    judgeDefaults: [own, source, library].flatMap((one) => layerAt(one, ['defaults', 'judge'])),
    simulatorDefaults: simulatorLayers([own, source, library]),
    variants,
    isAsked: true,
    namesModels:
      [document, ...(files.own ? [files.own.document] : [])].every(namesNoModel) && read !== null && loaded !== null,
    inputFiles: new Map(),
    searchedFiles: new Set(),
    schemaFiles: new SchemaFiles(),
    toolFiles: new Map(),
    unreadTools: new Set(),
    media: new MediaFiles(),
    metrics,
    ownCriteria: [],
    ownFunctions: [],
    rubrics,
    hasFunction: false,
    dataFiles: new DataFiles(),
    indexes: new Map(),
    fields: new Set(),
  };
}

/** Returns true if the defaults of a document surely name no model. */
function namesNoModel(document: Document): boolean {
  return ['model', 'models'].every((key) => document.lacks(['defaults'], key));
}

/** Warns once of the inputs of another prompt's cases that this prompt does not declare. */
function undeclared({ leftOutInputs }: EvalContext, { id, own }: CaseFiles): readonly Problem[] {
  const names = [...(leftOutInputs ?? [])];
  if (names.length === 0) return [];
  const at = own?.source.place(['cases_of']);
  return [
    problem(
      'EVA_UNKNOWN_INPUT:left_out',
      `the cases of ${quoted(id)} give inputs that this prompt does not declare: ${listed(names.slice(0, 30).map(short))}`,
      {
        hint: 'eva leaves them out. If the prompt needs one, declare it in inputs: of its meta.yml',
        ...(at && { at }),
        severity: 'warning',
        fix: { names },
      },
    ),
  ];
}

/** Returns the problem of a variant that asks none of the cases. */
function asksNothing({ chosen }: ChosenVariant): readonly Problem[] {
  return chosen
    ? [
        problem('EVA_NOTHING_TO_RUN:variant', `the variant ${quoted(chosen.name)} asks no case`, {
          hint: 'remove it from defaults.models, or name it in "models" of a case',
          at: chosen.at,
        }),
      ]
    : [];
}

function metaLayer(prompt: Prompt | null): readonly Layer[] {
  const at = prompt?.places['model'];
  return prompt?.model === undefined || !at ? [] : [{ values: { model: prompt.model }, at: () => at, keyAt: () => at }];
}

const evaluated = ['cases', 'scenarios', 'triggering', 'cases_of'];

/** Reads all cases and scenarios. `left_out`: those that the chosen variant does not ask. */
function readCases(
  context: EvalContext,
  { own, isOfOther }: CaseFiles,
): Pick<LoadedCases, 'cases' | 'unread_tools'> & { readonly left_out: readonly Case[] } {
  const { document, source, report } = context;
  if (evaluated.every((key) => document.lacks([], key)))
    report([
      problem('EVA_NO_CASES', 'the file has no cases, scenarios or queries', {
        hint: 'add cases:, scenarios: or triggering:',
        at: source.place([]),
      }),
    ]);
  report(judgeProblems(context.judgeDefaults));
  if (document.isSound(['defaults', 'judge'])) report(thresholdProblems(context.judgeDefaults));
  reportVariants(context);
  if (own) reportVariants({ ...context, ...own });
  const queries = isOfOther ? (own ? readTriggering({ ...context, ...own }) : []) : readTriggering(context);
  const read = [
    ...entries(source, 'cases').map(([path, one]) => ({
      path,
      testCase: readCase(contextOfAsker(context, path), path, one),
    })),
    ...entries(source, 'scenarios').map(([path, one]) => ({
      path,
      testCase: readScenario(contextOfAsker(context, path), path, one),
    })),
  ];
  const asked = (isAsked: boolean) =>
    read.flatMap(({ path, testCase }) => (testCase && isAskedByVariant(context, path) === isAsked ? [testCase] : []));
  const unread = read.flatMap(({ path, testCase }) =>
    testCase && context.unreadTools.has(path.join('/')) ? [testCase] : [],
  );
  return { cases: [...queries, ...asked(true)], left_out: asked(false), unread_tools: new Set(unread) };
}

/** Returns the mappings of a list that can be read. */
function entries({ value }: YamlSource, key: string): readonly (readonly [path: Path, item: JsonObject])[] {
  return mappingsIn(value, [key]).map((path) => [path, valueAt(value, path) as JsonObject] as const);
}

/** Removes duplicate problems of cases that share a setting. */
function once(problems: readonly Problem[]): readonly Problem[] {
  return uniqueBy(problems, ({ code, at, message }) =>
    code === 'EVA_NO_MODEL' ? code : `${code} ${at?.file}:${at?.line}:${at?.column} ${at?.property} ${message}`,
  );
}
