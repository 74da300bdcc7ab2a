import { join } from 'node:path';
import { type LoadedCases, loadCases } from '#library/cases/eval-file.js';
import { sameVariants } from '#library/cases/variant-problems.js';
import { readCaseModules } from '#library/modules.js';
import { casePrograms, type NamedProgram, providerPrograms } from '#library/programs.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { listPromptIds, promptDirProblem } from '#library/prompts.js';
import { type LoadedConfig, loadConfig } from '#library/settings/config.js';
import { readingOnce } from '#library/source/document.js';
import { limitProblems } from '#library/source/place.js';
import { asErrorIfTrap, promptTraps } from '#library/traps/text-traps.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { lazy } from '#model/data/collections.js';
import { hasErrors, type Problem, problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { FrozenRubrics } from '#model/rubric.js';
import { isSameEvidence, type RunPlan } from '#model/run/run.js';
import { repeated, type SampleOf } from '#model/run/sample.js';
import { quoted } from '#model/text/quoted.js';
import { unpricedModels, withBuiltInPrices } from '#provider/prices/built-in-prices.js';
import { type Datasets, samplesOf } from '../plan/chosen-items.js';
import { modelsOf, usedPrograms } from '../plan/evidence.js';
import { underpowered } from '../plan/feasibility.js';
import { type CheckedRun, checkRun, type RunChoice, valueChecker } from '../plan/plan-run.js';
import { refusals } from '../plan/refusals.js';
import { dividedLimits } from '../shares/divided-limits.js';

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

/** A prompt as its files and a choice say it, with all their problems. */
export interface PromptFiles {
  readonly root: string;
  readonly id: string;
  /** The choice with which it is read again. */
  readonly choice: RunChoice;
  /** null if meta.yml or the body cannot be read. */
  readonly prompt: Prompt | null;
  /** The prompt whose folder has the cases, the programs of their checks, and rubrics.yml: another one with `cases_of`. */
  readonly cases_id: string;
  /** eva.yml with the built-in prices of the models of the cases, and the limits of the choice; null if it cannot be read. */
  readonly config: LibraryConfig | null;
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
  readonly datasets: Datasets;
  /** Returns the settings of the model under test for a case that sets none itself; null if the defaults name no model. */
  readonly defaultSettings: LoadedCases['defaultSettings'];
  /** Returns the trials of a case, of the chosen items only. */
  readonly sampleOf: SampleOf;
  /** Plans the run; null if eva would refuse it. */
  readonly planRun: (() => RunPlan) | null;
  /** Returns the digests of the files, computed once; null if eva would refuse the run. */
  readonly evidence: CheckedRun['evidence'];
  /** The problems of reading the prompt and the library, and those for which eva would refuse the run. */
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
  config: null,
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
  sampleOf: repeated,
  planRun: null,
  evidence: null,
} as const;

/** Reads the files of a prompt, and checks the chosen run. Plans it only on demand. Returns all problems; never throws them. */
export function readPrompt(library: LibraryFiles, id: string, choice: RunChoice = {}): PromptFiles {
  const { root } = library;
  const dirProblem = promptDirProblem(root, id);
  if (dirProblem) return { ...nothing, root, id, choice, cases_id: id, problems: [dirProblem] };
  const { version } = choice;
  const loaded = version ? { value: version.prompt, problems: [] } : loadPrompt(root, id);
  // meta.yml overrides each rule of promotion of eva.yml
  const prompt = loaded.value && {
    ...loaded.value,
    promotion: { ...library.config?.config.promotion, ...loaded.value.promotion },
  };
  const read = loadCases(root, prompt ? { ...prompt, id } : { id }, library.config, {
    ...choice.variant,
    settingsOf: version?.settingsOf,
    ids: library.ids,
    ...valueChecker(),
  });
  const { cases, left_out, variants, variant, compare, rubrics, unused_rubrics, datasets, defaultSettings } =
    read.value ?? nothing;
  const config = library.config && configOf(library.config.config, cases, choice);
  const cases_id = read.value?.id ?? id;
  const dir = join(root, 'prompts', cases_id);
  const modules = readCaseModules(dir, cases);
  const named = [...casePrograms(dir, cases), ...(modules.value ?? []), ...library.programs];
  const programs = config ? usedPrograms(named, cases, config) : named;
  const traps = prompt && !version ? promptTraps(prompt, read.value?.fields ?? new Set()) : [];
  const readable = [...loaded.problems, ...traps, ...read.problems, ...modules.problems];
  const readProblems = [...library.problems, ...(choice.strict ? readable.map(asErrorIfTrap) : readable)];
  const checked = checkFiles({ prompt, loaded: read.value, config, programs, problems: readProblems }, choice);
  return {
    ...{ root, id, choice, prompt, cases_id, config, cases, left_out, variants, variant, compare, programs },
    ...{ rubrics, unused_rubrics, datasets, defaultSettings },
    sampleOf: samplesOf(datasets, choice.items),
    planRun: checked.plan,
    evidence: checked.evidence,
    problems: [...readProblems, ...limitProblems(checked.problems)],
  };
}

/** Returns eva.yml with the built-in prices of the models of these cases, and the limits of the command line: the part of a shard in them. */
function configOf(
  config: LibraryConfig,
  cases: readonly Case[],
  { prices = { env: {} }, manner }: RunChoice,
): LibraryConfig {
  const limited = { ...config, budget: { ...config.budget, ...manner?.budget } };
  const limits = manner?.shard ? dividedLimits(limited, manner.shard, manner.at_once) : {};
  const all = { ...limited, ...limits, prices: withBuiltInPrices(config, modelsOf(cases), prices) };
  return { ...all, unpriced: unpricedModels(all, modelsOf(cases), prices) };
}

/** The readable files of a prompt and its library. */
interface ReadableFiles extends Pick<PromptFiles, 'prompt' | 'config' | 'programs' | 'problems'> {
  readonly loaded: LoadedCases | null;
}

const noPlan = { plan: null, evidence: null };

/**
 * Checks a run and returns a function that plans it. If the files have errors, there is no plan, and the readable parts are
 * checked for what else eva would refuse.
 */
function checkFiles({ prompt, loaded, config, programs, problems }: ReadableFiles, choice: RunChoice): CheckedRun {
  const asked = choice.only ?? [];
  const only = asked.filter((name) => !loaded?.left_out.includes(name));
  if (loaded && only.length === 0 && asked.length > 0 && !hasErrors(problems))
    return { ...noPlan, problems: unasked(asked, loaded) };
  if (!config) return { ...noPlan, problems: [] };
  const input = { cases: loaded?.cases ?? [], config, models: loaded?.models ?? [] };
  if (!prompt || hasErrors(problems)) {
    const isAllowed = choice.manner?.allow_underpowered === true;
    const impossible = choice.items ? [] : underpowered(input.cases, { isAllowed });
    const unreadTools = loaded?.unread_tools ?? new Set();
    return { ...noPlan, problems: [...refusals({ ...input, unreadTools }), ...impossible] };
  }
  return checkRun({
    numberOf: () => ({ try: 1 }),
    ...choice,
    ...input,
    ...{ only, prompt, programs, read_variant: loaded?.variant ?? null },
    datasets: loaded?.datasets ?? new Map(),
  });
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

/** Functions that read a prompt, with each variant at most once. */
export interface VariantReader {
  /** The variants of the prompt. */
  readonly variants: () => PromptFiles['variants'];
  /** Reads the prompt with each of its variants, or once without variants. Two variants with the same evidence are an error of all. */
  readonly own: () => readonly PromptFiles[];
  /** Reads the prompt with a variant, or with a model that replaces those under test. */
  readonly read: (variant: string) => PromptFiles;
}

/** Returns functions that read a prompt with one variant after another. */
export function variantReader(library: LibraryFiles, id: string, choice: RunChoice = {}): VariantReader {
  const known = new Map<string | undefined, PromptFiles>();
  const filesOf = (name: string | undefined): PromptFiles => {
    const files = known.get(name) ?? readPrompt(library, id, withVariant(choice, name));
    known.set(name, files);
    return files;
  };
  const variants = () => filesOf(undefined).variants;
  // without a name, the first variant is read
  const read = (name: string) => ({
    ...filesOf(name === variants()[0]?.name ? undefined : name),
    choice: withVariant(choice, name),
  });
  const own = () =>
    readingOnce(() => {
      const names = variants().map(({ name }) => name);
      return names.length === 0 ? [filesOf(undefined)] : refuseTwins(names.map(read));
    });
  return { variants, own, read };
}

/** Reads a prompt with each of its variants, or once without variants. Two variants with the same evidence are an error of all. */
export function readVariants(library: LibraryFiles, id: string, choice: RunChoice = {}): readonly PromptFiles[] {
  return variantReader(library, id, choice).own();
}

function withVariant(choice: RunChoice, variant: string | undefined): RunChoice {
  return variant === undefined ? choice : { ...choice, variant: { ...choice.variant, variant } };
}

/** Adds the problems of variants with the same evidence to all: a row of one would decide the gate of the other. */
function refuseTwins(read: readonly PromptFiles[]): readonly PromptFiles[] {
  const twins = read.flatMap((files, index) => twinProblem(files, read.slice(0, index)));
  if (twins.length === 0) return read;
  return read.map((files) => ({ ...files, planRun: null, problems: [...files.problems, ...twins] }));
}

function twinProblem(files: PromptFiles, earlier: readonly PromptFiles[]): readonly Problem[] {
  const evidence = files.evidence?.();
  const twin = evidence && earlier.find((other) => other.evidence && isSameEvidence(other.evidence(), evidence));
  const [first, second] = [twin?.variant, files.variant];
  const at = files.variants.find(({ name }) => name === second)?.at;
  return first && second && at ? [sameVariants(first, second, at)] : [];
}

/** Returns true for an error that may leave files of a prompt unread, and so its digests and programs unknown: any but a missing eval.yml. */
export function leavesUnread({ code, severity }: Problem): boolean {
  return severity === 'error' && code !== 'EVA_NO_EVAL_FILE';
}
