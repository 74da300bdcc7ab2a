import { readingOnce } from '#library/source/document.js';
import type { Problem } from '#model/problem.js';
import { isSameEvidence } from '#model/run/run.js';
import { problem } from '#model/sentences/sentence.js';
import type { PromptFiles, RunChoice } from './read-prompt.js';

/** The part of the files of a prompt that tells whether two variants are the same. */
type ReadFiles = Pick<PromptFiles, 'variants' | 'variant' | 'problems' | 'evidence'> & { readonly plan: unknown };

/** A prompt as it is read with one variant, and the choice with which it is read again. */
export interface ReadVariant<T> {
  readonly files: T;
  readonly choice: RunChoice;
}

/** Functions that read a prompt, with each variant at most once. */
export interface VariantReader<T> {
  /** The variants of the prompt. */
  readonly variants: () => PromptFiles['variants'];
  /** Reads the prompt with each of its variants, or once without variants. Two variants with the same evidence are an error of all. */
  readonly own: () => readonly ReadVariant<T>[];
  /** Reads the prompt with a variant, or with a model that replaces those under test. */
  readonly read: (variant: string) => ReadVariant<T>;
}

/** Returns functions that read a prompt with one variant after another. `readAs` reads it as a choice says. */
export function variantReader<T extends ReadFiles>(
  readAs: (choice: RunChoice) => T,
  choice: RunChoice = {},
): VariantReader<T> {
  const known = new Map<string | undefined, T>();
  const filesOf = (name: string | undefined): T => {
    const files = known.get(name) ?? readAs(named(choice, name));
    known.set(name, files);
    return files;
  };
  const variants = () => filesOf(undefined).variants;
  // without a name, the first variant is read
  const read = (name: string) => {
    const files = filesOf(name === variants()[0]?.name ? undefined : name);
    return { files, choice: named(choice, name) };
  };
  const own = () =>
    readingOnce(() => {
      const names = variants().map(({ name }) => name);
      return names.length === 0 ? [{ files: filesOf(undefined), choice }] : refuseTwins(names.map(read));
    });
  return { variants, own, read };
}

/** Adds the problems of variants with the same evidence to all: a row of one would decide the gate of the other. */
function refuseTwins<T extends ReadFiles>(read: readonly ReadVariant<T>[]): readonly ReadVariant<T>[] {
  const twins = read.flatMap(({ files }, index) => twinProblem(files, read.slice(0, index)));
  if (twins.length === 0) return read;
  return read.map((one) => ({
    ...one,
    files: { ...one.files, plan: null, problems: [...one.files.problems, ...twins] },
  }));
}

function twinProblem<T extends ReadFiles>(files: T, earlier: readonly ReadVariant<T>[]): readonly Problem[] {
  const own = files.evidence?.();
  const twin = own && earlier.find((one) => one.files.evidence && isSameEvidence(one.files.evidence(), own));
  const [first, second] = [twin?.files.variant, files.variant];
  const at = files.variants.find(({ name }) => name === second)?.at;
  return first && second && at ? [problem('EVA_CONTRADICTION:same_variants', { first, second }, { at })] : [];
}

function named(choice: RunChoice, variant: string | undefined): RunChoice {
  return variant === undefined ? choice : { ...choice, variant: { ...choice.variant, variant } };
}

/** Returns true for an error that may leave files of a prompt unread, and so its digests and programs unknown: any but a missing eval.yml. */
export function leavesUnread({ code, severity }: Problem): boolean {
  return severity === 'error' && code !== 'EVA_NO_EVAL_FILE';
}
