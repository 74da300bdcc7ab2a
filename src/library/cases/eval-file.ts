import type { Case } from '#model/case.js';
import { uniqueBy } from '#model/data/collections.js';
import { builtInMetrics } from '#model/metrics.js';
import type { CompareRule } from '#model/pairs/compare-rule.js';
import { hasErrors, type Loaded, type Problem, problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { FrozenRubrics } from '#model/rubric.js';
import type { ModelMention, SubjectSettings } from '#model/settings.js';
import { listed, quoted, short } from '#model/text/quoted.js';
import type { ItemIndex } from '../items/item-index.js';
import { readCompareRule } from '../prompt/compare-setting.js';
import { loadRubrics } from '../prompt/rubrics.js';
import type { LoadedConfig } from '../settings/config.js';
import type { Layer } from '../source/layer.js';
import { limitProblems, sortByPlace } from '../source/place.js';
import { fileAddresses } from '../traps/silent-checks.js';
import { readCase, repeatedNames } from './case.js';
import { type CaseFiles, readCaseFiles } from './case-files.js';
import { subjectSettings } from './case-settings.js';
import { readTriggering } from './expectations.js';
import { isJudgedBy, judgeProblems, thresholdProblems } from './judges.js';
import { NamedFiles } from './named-files.js';
import {
  type CheckSchema,
  type CheckValue,
  type Choice,
  defaultLayers,
  type EvalFiles,
  Findings,
  type SettingsOf,
} from './reading.js';
import { readScenario } from './scenario.js';
import { choiceForCase, idleVariants, isAskedByVariant, reportVariants } from './variant-problems.js';
import { type ChosenVariant, chooseVariant, modelMentions, type Variant, type VariantChoice } from './variants.js';

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
interface CasesChoice extends VariantChoice {
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
    ...wanted
  }: CasesChoice = {},
): Loaded<LoadedCases> {
  const found = readCaseFiles(root, { id: prompt.id, casesOf: wanted.cases_of, ids });
  if (!found.value) return { value: null, problems: limitProblems(found.problems) };
  const { id, cases: file, isOfOther } = found.value;
  const frozen = loadRubrics(root, id);
  const rubrics = frozen.value ?? [];
  const findings = new Findings([...found.problems, ...frozen.problems]);
  const { report } = findings;
  const variants = chooseVariant(found.value, wanted);
  const files = evalFiles({ root, prompt, loaded, rubrics, files: found.value });
  const leavesOut = isOfOther || settingsOf !== undefined;
  const choice = { variants, isAsked: true, settingsOf, checkValue, checkSchema, leavesOut, ...ofProgram };
  const { cases, left_out, unread_tools } = readCases(files, choice, findings, isOfOther);
  report(repeatedNames(file, 'file'));
  report(undeclared(findings.leftOutInputs, found.value));
  report(idleVariants(files, variants, id));
  report(fileAddresses(file));
  if (cases.length === 0 && left_out.length > 0 && !hasErrors(besidesItems(findings))) report(asksNothing(variants));
  const value = {
    id,
    cases,
    left_out: left_out.map(({ name }) => name),
    variants: variants.all.map(({ name, model, at }) => ({ name, model, at })),
    variant: variants.chosen?.name ?? null,
    compare: wanted.cases_of === undefined ? readCompareRule(prompt.id, found.value, report) : null,
    rubrics,
    unused_rubrics: rubrics.filter((rubric) => !isJudgedBy([...cases, ...left_out], rubric)),
    unread_tools,
    models: modelMentions(found.value, loaded?.file ?? null, variants),
    datasets: findings.indexes,
    fields: findings.fields,
    // Its problems are those of the cases, and were reported.
    defaultSettings: () =>
      subjectSettings(files, choice, new Findings(), file.in('defaults'), [
        ...variants.override,
        ...defaultLayers(files, choice),
      ]),
  };
  const problems = limitProblems(sortByPlace(once(besidesItems(findings))));
  return { value, problems: [...problems, ...once([...findings.itemProblems])] };
}

/** Returns the problems that are not those of data files, whose number is limited already. */
function besidesItems({ problems, itemProblems }: Findings): readonly Problem[] {
  return [...problems].filter((entry) => !itemProblems.has(entry));
}

/** What only a program adds to the rules of an eval.yml. */
const ofProgram = { metrics: builtInMetrics, ownCriteria: [], ownFunctions: [], hasFunction: false };

interface ReadFiles {
  readonly root: string;
  readonly prompt: Prompt | UnreadPrompt;
  readonly loaded: LoadedConfig | null;
  readonly rubrics: FrozenRubrics;
  readonly files: CaseFiles;
}

function evalFiles({ root, prompt, loaded, rubrics, files }: ReadFiles): EvalFiles {
  const { cases, own, id } = files;
  const read = prompt.body === undefined ? null : prompt;
  const layers = (...path: readonly string[]) => ({
    ofPrompt: own?.in('defaults', ...path).layers() ?? [],
    ofCases: cases.in('defaults', ...path).layers(),
    ofLibrary: loaded?.file?.in('defaults', ...path).layers() ?? [],
  });
  const { ofPrompt, ofCases, ofLibrary } = layers();
  const model = read?.places['model'];
  const ofMeta: readonly Layer[] =
    read?.model === undefined || !model ? [] : [{ values: { model: read.model }, at: () => model, keyAt: () => model }];
  return {
    cases,
    own,
    prompt: read,
    rubrics,
    providers: loaded?.config.providers ?? null,
    defaults: [...ofPrompt, ...ofCases, ...ofMeta, ...ofLibrary],
    judgeDefaults: Object.values(layers('judge')).flat(),
    simulatorDefaults: Object.values(layers('user_simulator')).flat(),
    knowsDefaults: cases.in('defaults').isSound && own?.in('defaults').isSound !== false && loaded !== null,
    named: new NamedFiles({ root, id }),
  };
}

/** Warns once of the inputs of another prompt's cases that this prompt does not declare. */
function undeclared(leftOut: ReadonlySet<string>, { id, own }: CaseFiles): readonly Problem[] {
  if (leftOut.size === 0) return [];
  const names = [...leftOut];
  return [
    problem(
      'EVA_UNKNOWN_INPUT:left_out',
      `the cases of ${quoted(id)} give inputs that this prompt does not declare: ${listed(names.slice(0, 30).map(short))}`,
      {
        hint: 'eva leaves them out. If the prompt needs one, declare it in inputs: of its meta.yml',
        at: own?.in('cases_of').place(),
        severity: 'warning',
        fix: { names },
      },
    ),
  ];
}

/** Returns the problem of a variant that asks none of the cases. */
function asksNothing({ chosen }: ChosenVariant): readonly Problem[] {
  if (!chosen) return [];
  return [
    problem('EVA_NOTHING_TO_RUN:variant', `the variant ${quoted(chosen.name)} asks no case`, {
      hint: 'remove it from defaults.models, or name it in "models" of a case',
      at: chosen.at,
    }),
  ];
}

const evaluated = ['cases', 'scenarios', 'triggering', 'cases_of'];

/** Reads all cases and scenarios. `left_out`: those that the chosen variant does not ask. */
function readCases(
  files: EvalFiles,
  choice: Choice,
  findings: Findings,
  isOfOther: boolean,
): Pick<LoadedCases, 'cases' | 'unread_tools'> & { readonly left_out: readonly Case[] } {
  const { cases: file, own, judgeDefaults } = files;
  const { report } = findings;
  if (!evaluated.some((key) => file.in(key).isWritten) && file.in('cases').isSound)
    report([
      problem('EVA_NO_CASES', 'the file has no cases, scenarios or queries', {
        hint: 'add cases:, scenarios: or triggering:',
        at: file.place(),
      }),
    ]);
  report(judgeProblems(judgeDefaults));
  if (files.knowsDefaults) report(thresholdProblems(judgeDefaults));
  reportVariants(file, report);
  if (own) reportVariants(own, report);
  const asking = isOfOther ? own : file;
  const queries = asking ? readTriggering(files, asking, report) : [];
  const read = (['cases', 'scenarios'] as const).flatMap((list) =>
    file
      .in(list)
      .items()
      .map((entry) => {
        const chosen = choiceForCase(choice, entry);
        const readEntry = list === 'cases' ? readCase : readScenario;
        return { entry, testCase: readEntry(files, chosen, findings, entry) };
      }),
  );
  const asked = (isAsked: boolean) =>
    read.flatMap(({ entry, testCase }) =>
      testCase && isAskedByVariant(choice.variants, entry) === isAsked ? [testCase] : [],
    );
  const unread = read.flatMap(({ entry, testCase }) =>
    testCase && findings.unreadTools.has(entry.path.join('/')) ? [testCase] : [],
  );
  return { cases: [...queries, ...asked(true)], left_out: asked(false), unread_tools: new Set(unread) };
}

/** Removes duplicate problems of cases that share a setting. */
function once(problems: readonly Problem[]): readonly Problem[] {
  return uniqueBy(problems, ({ code, at, message }) =>
    code === 'EVA_NO_MODEL' ? code : `${code} ${at?.file}:${at?.line}:${at?.column} ${at?.property} ${message}`,
  );
}
