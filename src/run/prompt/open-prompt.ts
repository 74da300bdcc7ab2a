import type { VariantName } from '#library/cases/eval-file.js';
import type { NamedProgram } from '#library/programs.js';
import { checkPromptId } from '#library/prompts.js';
import type { LibraryConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { FrozenRubrics } from '#model/rubric.js';
import type { RunPlan } from '#model/run/run.js';
import { isSameEvidence } from '#model/run/run.js';
import type { SampleOf } from '#model/run/sample.js';
import { EvaError, problem } from '#model/sentences/sentence.js';
import { nearest } from '#model/text/nearest.js';
import { flagWords, short } from '#model/text/quoted.js';
import { routeModel } from '#provider/model-name.js';
import { type LibraryFiles, type PromptFiles, type RunChoice, readLibrary, readPromptAndPlan } from './read-prompt.js';
import { type ReadVariant, type VariantReader, variantReader } from './read-variants.js';

export interface OpenPrompt {
  readonly root: string;
  /** The roots of the library at git refs, for the files of messages; absent if all are those of `root`. */
  readonly version_roots?: readonly string[];
  readonly prompt: Prompt;
  /** The prompt whose folder has the cases, the programs of their checks, and rubrics.yml. */
  readonly cases_id: string;
  readonly config: LibraryConfig;
  readonly programs: readonly NamedProgram[];
  /** The rubrics in rubrics.yml, and those among them that no behaviour uses. */
  readonly rubrics: FrozenRubrics;
  readonly unused_rubrics: FrozenRubrics;
  readonly plan: RunPlan;
  readonly sampleOf: SampleOf;
  readonly warnings: readonly Problem[];
}

/** Reads a prompt and plans a run. Throws one `EvaError` with every error. */
export function openPrompt(root: string, id: string, choice: RunChoice = {}): OpenPrompt {
  checkPromptId(root, id);
  const library = readLibrary(root);
  const files = readPromptAndPlan(library, id, choice);
  const open = openFiles(library, files);
  if (!open) throw new EvaError(files.problems);
  return open;
}

/** Returns a prompt that was read with its plan; null if it has errors. */
export function openFiles({ root, config: loaded }: LibraryFiles, files: PromptFiles): OpenPrompt | null {
  const { prompt, cases_id, plan, problems, programs, rubrics, unused_rubrics, prices, sampleOf } = files;
  if (!loaded || !prompt || !plan) return null;
  const { config } = loaded;
  const budget = { ...config.budget, ...plan.manner.budget };
  const bounded = { ...config, budget, prices, unpriced: files.unpriced };
  return {
    root,
    prompt,
    cases_id,
    config: bounded,
    programs,
    rubrics,
    unused_rubrics,
    plan,
    sampleOf,
    warnings: problems,
  };
}

/** A prompt with one variant, and the choice with which it is read again. */
export interface OpenVariant {
  readonly open: OpenPrompt;
  readonly choice: RunChoice;
  readonly files: PromptFiles;
}

/**
 * Reads a prompt with each of its variants, or with the variants and models that `models` names, and plans their runs. Leaves out variants
 * that ask none of the chosen cases. Throws one `EvaError` with every problem of all variants.
 */
export function openVariants(
  library: LibraryFiles,
  id: string,
  choice: RunChoice,
  models: readonly string[],
): readonly OpenVariant[] {
  checkPromptId(library.root, id, library.ids());
  const reader = variantReader((one) => readPromptAndPlan(library, id, one), choice);
  const wanted = models.length === 0 ? reader.own() : chosenVariants(models, reader, library);
  const chosen = choice.variant?.cases_of === undefined ? wanted : asOwn(wanted, ownFiles(library, id, choice));
  const asked = chosen.filter(({ files }) => !asksNone(files, choice));
  return opened(library, asked.length > 0 ? asked : chosen.slice(0, 1));
}

/** Reads a prompt with each of its variants and the cases of its own files. */
function ownFiles(library: LibraryFiles, id: string, choice: RunChoice): readonly ReadVariant<PromptFiles>[] {
  const { variant: _variant, ...own } = choice;
  return variantReader((one) => readPromptAndPlan(library, id, one), own).own();
}

/** Replaces each run that has the evidence of the files by that of the files. */
function asOwn(
  read: readonly ReadVariant<PromptFiles>[],
  own: readonly ReadVariant<PromptFiles>[],
): readonly ReadVariant<PromptFiles>[] {
  return read.map((one) => own.find((other) => isSameRun(one.files, other.files)) ?? one);
}

/**
 * Returns each variant or model that is named, once. A model whose evidence is that of the files is read as the files name it. With several
 * variants of a model, reads all, which finds those that are the same.
 */
function chosenVariants(
  models: readonly string[],
  { variants: list, own, read }: VariantReader<PromptFiles>,
  library: LibraryFiles,
): readonly ReadVariant<PromptFiles>[] {
  const variants = list();
  const problems = models.flatMap((name) => [...severalOf(name, variants), ...unknownName(name, variants, library)]);
  if (problems.length > 0) throw new EvaError(problems);
  const chosen = models.map((name) => {
    const variant = variantOf(name, variants);
    const isOnly = variants.filter(({ model }) => model === variant?.model).length === 1;
    if (variant && isOnly) return read(variant.name);
    if (variant) return own().find(({ files }) => files.variant === variant.name) ?? read(variant.name);
    const one = read(name);
    return own().find((other) => isSameRun(one.files, other.files)) ?? one;
  });
  return uniqueBy(chosen, ({ choice }) => JSON.stringify(choice.variant));
}

function isSameRun({ plan: one }: PromptFiles, { plan: other }: PromptFiles): boolean {
  return one !== null && other !== null && isSameEvidence(one.evidence, other.evidence);
}

/** Returns the variant of this name, else the one of this model. */
function variantOf(name: string, variants: readonly VariantName[]): VariantName | undefined {
  return variants.find((one) => one.name === name) ?? variants.find(({ model }) => model === name);
}

function severalOf(model: string, variants: readonly VariantName[]): readonly Problem[] {
  const names = variants.filter((one) => one.model === model).map(({ name }) => name);
  if (names.length < 2 || names.includes(model)) return [];
  return [
    problem('EVA_USAGE:variants_of_model', `several variants have the model ${short(model)}`, {
      hint: `name the variant: ${names.map((name) => flagWords('--model', name)).join(' or ')}`,
    }),
  ];
}

/** Returns the problem of a name that is neither a variant nor a model; a prompt without variants reports an unknown model itself. */
function unknownName(name: string, variants: readonly VariantName[], { config }: LibraryFiles): readonly Problem[] {
  if (variants.length === 0 || variantOf(name, variants) || !config) return [];
  if ('route' in routeModel(name, config.config.providers)) return [];
  const names = variants.map((one) => one.name);
  return [problem('EVA_USAGE:unknown_variant', { name, nearest: nearest(name, names) ?? null, variants: names })];
}

function asksNone({ left_out }: PromptFiles, { only = [] }: RunChoice): boolean {
  return only.length > 0 && only.every((name) => left_out.includes(name));
}

/** Returns the opened prompts. Throws the problems of all, each once, if one has errors. */
function opened(library: LibraryFiles, read: readonly ReadVariant<PromptFiles>[]): readonly OpenVariant[] {
  const open = read.flatMap(({ files, choice }) => {
    const one = openFiles(library, files);
    return one ? [{ open: one, choice, files }] : [];
  });
  if (open.length === read.length) return open;
  throw new EvaError(
    uniqueBy(
      read.flatMap(({ files }) => files.problems),
      (found) => JSON.stringify(found),
    ),
  );
}
