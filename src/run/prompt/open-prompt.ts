import type { VariantName } from '#library/cases/eval-file.js';
import { checkPromptId } from '#library/prompts.js';
import type { LibraryConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { isSameEvidence, type RunPlan } from '#model/run/run.js';
import { nearest } from '#model/text/nearest.js';
import { flagWords, listed, quoted, short } from '#model/text/quoted.js';
import { routeModel } from '#provider/model-name.js';
import type { RunChoice } from '../plan/plan-run.js';
import {
  type LibraryFiles,
  type PromptFiles,
  readLibrary,
  readPrompt,
  readVariants,
  type VariantReader,
  variantReader,
} from './read-prompt.js';

/** A prompt without errors, with the plan of its run. Its problems are warnings. */
export interface OpenPrompt extends PromptFiles {
  readonly prompt: Prompt;
  readonly config: LibraryConfig;
  readonly plan: RunPlan;
  /** The roots of the library at git refs, for the files of messages; absent if all are those of `root`. */
  readonly version_roots?: readonly string[];
}

/** Reads a prompt and plans a run. Throws one `EvaError` with every error. */
export function openPrompt(root: string, id: string, choice: RunChoice = {}): OpenPrompt {
  checkPromptId(root, id);
  const files = readPrompt(readLibrary(root), id, choice);
  const open = openedFiles(files);
  if (!open) throw new EvaError(files.problems);
  return open;
}

/** Returns a prompt that was read; null if it has errors. Plans its run. */
export function openedFiles(files: PromptFiles): OpenPrompt | null {
  const { prompt, config, planRun } = files;
  return prompt && config && planRun && { ...files, prompt, config, plan: planRun() };
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
): readonly OpenPrompt[] {
  checkPromptId(library.root, id, library.ids());
  const reader = variantReader(library, id, choice);
  const wanted = models.length === 0 ? reader.own() : chosenVariants(models, reader, library);
  const { variant, only = [], ...own } = choice;
  // a run that has the evidence of the files is that of the files
  const ofFiles = variant?.cases_of === undefined ? [] : readVariants(library, id, { ...own, only });
  const files = wanted.map((read) => ofFiles.find((other) => isSameRun(read, other)) ?? read);
  const asked = files.filter(({ left_out }) => only.length === 0 || only.some((name) => !left_out.includes(name)));
  return allOpened(asked.length > 0 ? asked : files.slice(0, 1));
}

/**
 * Returns each variant or model that is named, once. A model whose evidence is that of the files is read as the files name it. With several
 * variants of a model, reads all, which finds those that are the same.
 */
function chosenVariants(
  models: readonly string[],
  { variants: list, own, read }: VariantReader,
  library: LibraryFiles,
): readonly PromptFiles[] {
  const variants = list();
  const problems = models.flatMap((name) => [...severalOf(name, variants), ...unknownName(name, variants, library)]);
  if (problems.length > 0) throw new EvaError(problems);
  const chosen = models.map((name) => {
    const variant = variantOf(name, variants);
    const isOnly = variants.filter(({ model }) => model === variant?.model).length === 1;
    if (variant && isOnly) return read(variant.name);
    if (variant) return own().find((files) => files.variant === variant.name) ?? read(variant.name);
    const files = read(name);
    return own().find((other) => isSameRun(files, other)) ?? files;
  });
  return uniqueBy(chosen, ({ choice }) => JSON.stringify(choice.variant));
}

function isSameRun(files: PromptFiles, other: PromptFiles): boolean {
  if (!files.planRun || !other.planRun || !files.evidence || !other.evidence) return false;
  return isSameEvidence(files.evidence(), other.evidence());
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
  const meant = nearest(name, names);
  return [
    problem('EVA_USAGE:unknown_variant', `--model: ${quoted(name)} is neither a variant nor a model`, {
      hint: meant === undefined ? `the variants are ${listed(names.map(short))}` : `did you mean ${quoted(meant)}?`,
    }),
  ];
}

/** Returns the opened prompts. Throws the problems of all, each once, if one has errors. */
function allOpened(read: readonly PromptFiles[]): readonly OpenPrompt[] {
  const open = read.flatMap((files) => openedFiles(files) ?? []);
  if (open.length === read.length) return open;
  throw new EvaError(
    uniqueBy(
      read.flatMap(({ problems }) => problems),
      (found) => JSON.stringify(found),
    ),
  );
}
