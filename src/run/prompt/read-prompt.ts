import { join } from 'node:path';
import type { SettingsOf } from '#library/cases/eval-context.js';
import { type LoadedCases, loadCases } from '#library/cases/eval-file.js';
import type { VariantChoice } from '#library/cases/variants.js';
import { readCaseModules } from '#library/modules.js';
import { casePrograms, type NamedProgram, providerPrograms } from '#library/programs.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { listPromptIds, promptDirProblem } from '#library/prompts.js';
import { type LoadedConfig, loadConfig } from '#library/settings/config.js';
import { limitProblems } from '#library/source/place.js';
import { asErrorIfTrap, promptTraps } from '#library/traps/text-traps.js';
import type { Case } from '#model/case.js';
import type { Prices, UnpricedModel } from '#model/config.js';
import { lazy } from '#model/data/collections.js';
import { hasErrors, type Loaded, type Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { FrozenRubrics } from '#model/rubric.js';
import type { RunPlan, RunSettings, VariantFacts } from '#model/run/run.js';
import { type ItemChoice, repeated, type SampleOf } from '#model/run/sample.js';
import { problem } from '#model/sentences/sentence.js';
import { quoted } from '#model/text/quoted.js';
import { type PriceBasis, unpricedModels, withBuiltInPrices } from '#provider/prices/built-in-prices.js';
import { modelsOf, usedPrograms } from '../plan/evidence.js';
import { underpowered } from '../plan/feasibility.js';
import { type AttemptInput, type CheckedRun, checkRun, valueChecker } from '../plan/plan-run.js';
import { refusals } from '../plan/refusals.js';
import { narrowCases, samplesOf } from './chosen-items.js';

/** The files of a library that do not belong to a prompt: eva.yml and the files that it names. */
export interface LibraryFiles {
  readonly root: string;
  /** null if eva.yml cannot be read. */
  readonly config: LoadedConfig | null;
  /** The programs and servers of eva.yml. */
  readonly programs: readonly NamedProgram[];
  /** Lists the ids of all prompts, once: a list for each prompt would take time with the square of their number. */
  readonly ids: () => readonly string[];
  readonly problems: readonly Problem[];
}

/** A prompt with its cases and plan, read from its files, and all their problems. */
export interface PromptFiles {
  readonly id: string;
  /** null if meta.yml or the body cannot be read. */
  readonly prompt: Prompt | null;
  /** The prompt whose folder has the cases: another one with `cases_of`. */
  readonly cases_id: string;
  /** All readable cases of the chosen variant. */
  readonly cases: readonly Case[];
  /** The names of the cases and scenarios that the chosen variant does not ask. */
  readonly left_out: LoadedCases['left_out'];
  /** The variants of eval.yml; empty without any. */
  readonly variants: LoadedCases['variants'];
  /** The name of the variant that was read; null without variants, or if another model replaces all. */
  readonly variant: string | null;
  /** The comparison that the prompt needs for `ready`; null without `compare:` in eval.yml. */
  readonly compare: LoadedCases['compare'];
  /** The programs and servers that its cases use. */
  readonly programs: readonly NamedProgram[];
  readonly rubrics: FrozenRubrics;
  /** The rubrics in the file that no behaviour uses. */
  readonly unused_rubrics: FrozenRubrics;
  /** The items of each case with a data set, by the name of the case. */
  readonly datasets: LoadedCases['datasets'];
  /** Returns the settings of the model under test for a case that sets none itself; null if the defaults name no model. */
  readonly defaultSettings: LoadedCases['defaultSettings'];
  /** The prices of eva.yml, and the built-in prices of its models. */
  readonly prices: Prices;
  readonly unpriced: readonly UnpricedModel[];
  /** Returns the trials of a case, of the chosen items only. */
  readonly sampleOf: SampleOf;
  /** The plan of a run; null if eva would refuse the run. */
  readonly plan: RunPlan | null;
  /** Returns the digests of the files, computed once; null if eva would refuse the run. */
  readonly evidence: CheckedRun['evidence'];
  /** The problems of reading the prompt and the library, and of planning the run. */
  readonly problems: readonly Problem[];
}

/** Reads eva.yml and the programs that it names. Returns problems; never throws them. */
export function readLibrary(root: string): LibraryFiles {
  const { value: config, problems } = loadConfig(root);
  const programs = config ? providerPrograms(root, config.config) : [];
  return { root, config, programs, ids: lazy(() => listPromptIds(root)), problems };
}

const nothing = {
  prompt: null,
  cases: [],
  left_out: [],
  variants: [],
  variant: null,
  compare: null,
  programs: [],
  rubrics: [],
  unused_rubrics: [],
  datasets: new Map(),
  defaultSettings: () => null,
  prices: {},
  unpriced: [],
  sampleOf: repeated,
  plan: null,
  evidence: null,
} as const;

/** Another version of a prompt, which is asked with the cases of the files: its body and meta.yml, and the settings of its models. */
export interface OtherVersion {
  readonly prompt: Prompt;
  readonly settingsOf: SettingsOf;
}

/** The options of the run to plan. */
export interface RunChoice {
  /** The version to evaluate in place of that of the files; absent for that of the files. */
  readonly version?: OtherVersion | undefined;
  /** The variant or other model to evaluate; the first variant if absent. */
  readonly variant?: VariantChoice | undefined;
  /** The id of the group of the run; absent for a run of its own. */
  readonly group?: string | undefined;
  /** Names of the cases; all if empty. Those that the variant does not ask are left out. */
  readonly only?: readonly string[];
  /** The chosen items of data sets; all if absent. */
  readonly items?: ItemChoice | undefined;
  /** True to plan a run although a criterion cannot pass, which is then only a warning. */
  readonly allowUnderpowered?: boolean;
  /** True to report texts that do not mean what they seem to as errors. */
  readonly strict?: boolean | undefined;
  /** Settings of the run; default settings if absent. */
  readonly manner?: RunSettings;
  /** What decides the built-in prices; today, at the official servers, if absent. */
  readonly prices?: PriceBasis | undefined;
  /** Numbers the attempt; default 1. */
  readonly numberOf?: AttemptInput['numberOf'];
}

/**
 * Reads the files of a prompt and plans the chosen run. Returns all problems, including those for which eva refuses the run;
 * never throws them.
 */
export function readPromptAndPlan(library: LibraryFiles, id: string, choice: RunChoice = {}): PromptFiles {
  const { plan, ...files } = readPrompt(library, id, choice);
  return { ...files, plan: plan?.() ?? null };
}

/** The files of a prompt, and a function that plans its run. */
export interface CheckedPrompt extends Omit<PromptFiles, 'plan'> {
  /** null if eva would refuse the run. */
  readonly plan: CheckedRun['plan'];
}

/** Reads the files of a prompt like `readPromptAndPlan`, but plans the run only on demand. */
export function readPrompt(library: LibraryFiles, id: string, choice: RunChoice = {}): CheckedPrompt {
  const { root } = library;
  const dirProblem = promptDirProblem(root, id);
  if (dirProblem) return { ...nothing, id, cases_id: id, problems: [dirProblem] };
  const { version } = choice;
  const own = version ? { value: version.prompt, problems: [] } : loadPrompt(root, id);
  const prompt = withLibraryRules(own, library.config);
  const read = loadCases(root, prompt.value ? { ...prompt.value, id } : { id }, library.config, {
    ...choice.variant,
    settingsOf: version?.settingsOf,
    ids: library.ids,
    ...valueChecker(),
  });
  const { cases, left_out, variants, variant, compare, rubrics, unused_rubrics, datasets, defaultSettings } =
    read.value ?? nothing;
  const config = library.config && priced(library.config, cases, choice);
  const cases_id = read.value?.id ?? id;
  const dir = join(root, 'prompts', cases_id);
  const modules = readCaseModules(dir, cases);
  const named = [...casePrograms(dir, cases), ...(modules.value ?? []), ...library.programs];
  const programs = config ? usedPrograms(named, cases, config.config) : named;
  const traps = prompt.value && !version ? promptTraps(prompt.value, read.value?.fields ?? new Set()) : [];
  const readable = [...prompt.problems, ...traps, ...read.problems, ...modules.problems];
  const strict = choice.strict ? readable.map(asErrorIfTrap) : readable;
  const found = { value: prompt.value, problems: [...library.problems, ...strict] };
  const { plan, evidence, problems } = checkFiles({ found, loaded: read.value, config, programs }, choice);
  const all = [...found.problems, ...limitProblems(problems)];
  const sampleOf = samplesOf(datasets, choice.items);
  const { prices = {}, unpriced = [] } = config?.config ?? {};
  const byFile = { rubrics, unused_rubrics, datasets, defaultSettings, prices, unpriced };
  const files = { cases_id, cases, left_out, variants, variant, compare, programs, ...byFile, sampleOf };
  return { id, prompt: prompt.value, ...files, plan, evidence, problems: all };
}

/** Returns eva.yml with the built-in prices of the models of these cases. */
function priced(loaded: LoadedConfig, cases: readonly Case[], { prices = { env: {} } }: RunChoice): LoadedConfig {
  const { config } = loaded;
  const all = { ...config, prices: withBuiltInPrices(config, modelsOf(cases), prices) };
  const unpriced = unpricedModels(all, modelsOf(cases), prices);
  return { ...loaded, config: unpriced.length === 0 ? all : { ...all, unpriced } };
}

/** Adds the promotion rules of eva.yml; meta.yml overrides each key. */
function withLibraryRules(loaded: Loaded<Prompt>, config: LoadedConfig | null): Loaded<Prompt> {
  if (!loaded.value) return loaded;
  const promotion = { ...config?.config.promotion, ...loaded.value.promotion };
  return { ...loaded, value: { ...loaded.value, promotion } };
}

/** The readable files of a prompt and its library. */
interface FilesFound {
  readonly found: Loaded<Prompt>;
  readonly loaded: LoadedCases | null;
  readonly config: LoadedConfig | null;
  readonly programs: readonly NamedProgram[];
}

const noPlan = { plan: null, evidence: null };

/**
 * Checks a run and returns a function that plans it. If the files have errors, there is no plan, and the readable parts are
 * checked for what else eva would refuse.
 */
function checkFiles(
  { found, loaded, config, programs }: FilesFound,
  { items, allowUnderpowered = false, manner, numberOf, ...choice }: RunChoice,
): CheckedRun {
  const only = (choice.only ?? []).filter((name) => !loaded?.left_out.includes(name));
  const cases = loaded?.cases ?? [];
  if (loaded && only.length === 0 && choice.only?.length && !hasErrors(found.problems))
    return { ...noPlan, problems: unasked(choice.only, loaded) };
  if (!config) return { ...noPlan, problems: [] };
  const bounded = { ...config.config, budget: { ...config.config.budget, ...manner?.budget } };
  const input = { cases, config: bounded, models: loaded?.models ?? [] };
  if (!found.value || hasErrors(found.problems)) {
    const impossible = items ? [] : underpowered(cases, { isAllowed: allowUnderpowered });
    const unreadTools = loaded?.unread_tools ?? new Set();
    return { ...noPlan, problems: [...refusals({ ...input, unreadTools }), ...impossible] };
  }
  const attempt = {
    isCorrected: found.value.promotion.tries === 'corrected',
    numberOf: numberOf ?? (() => ({ try: 1 })),
  };
  const narrow = items && narrowCases(found.value.id, loaded?.datasets ?? new Map(), items);
  const narrowed = items && narrow && { items: { choice: items, narrow } };
  const variant = loaded ? variantFacts(loaded, choice) : {};
  const chosen = {
    only,
    allow_underpowered: allowUnderpowered,
    attempt,
    ...narrowed,
    ...variant,
    ...(manner && { manner }),
  };
  return checkRun({ ...input, prompt: found.value, programs, ...chosen });
}

/** Returns the variant of a run for its plan; nothing for a prompt without variants whose run is not of a group. */
function variantFacts({ variant }: LoadedCases, choice: RunChoice): { readonly variant?: VariantFacts } {
  const name = variant ?? choice.variant?.variant;
  const { cases_of } = choice.variant ?? {};
  const isOverride = cases_of !== undefined || (variant === null && name !== undefined);
  const facts: VariantFacts = {
    ...(name !== undefined && { variant: name }),
    ...(choice.group !== undefined && { group: choice.group }),
    ...(isOverride && { override: true }),
    ...(cases_of !== undefined && { cases_of }),
  };
  return Object.keys(facts).length > 0 ? { variant: facts } : {};
}

/** Returns a problem for each chosen case, none of which the variant asks. */
function unasked(only: readonly string[], { variant }: LoadedCases): readonly Problem[] {
  return only.map((name) =>
    problem(
      'EVA_UNKNOWN_CASE:variant',
      variant === null
        ? `the case ${quoted(name)} is only for variants of the files`
        : `the variant ${quoted(variant)} does not ask the case ${quoted(name)}`,
      { hint: 'leave out --model, or name a variant that "models" of the case lists' },
    ),
  );
}
