import type { PromptFiles, RunChoice } from './read-prompt.js';

/** A prompt as it is read with one variant, and the choice with which it is read again. */
export interface ReadVariant<T> {
  readonly files: T;
  readonly choice: RunChoice;
}

/** Functions that read a prompt, with each variant at most once. */
export interface VariantReader<T> {
  /** The variants of the prompt. */
  readonly variants: () => PromptFiles['variants'];
  /** Reads the prompt with each of its variants, or once without variants. */
  readonly own: () => readonly ReadVariant<T>[];
  /** Reads the prompt with a variant, or with a model that replaces those under test. */
  readonly read: (variant: string) => ReadVariant<T>;
}

/** Returns functions that read a prompt with one variant after another. `readAs` reads it as a choice says. */
export function variantReader<T extends Pick<PromptFiles, 'variants'>>(
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
  const own = () => {
    const names = variants().map(({ name }) => name);
    return names.length === 0 ? [{ files: filesOf(undefined), choice }] : names.map(read);
  };
  return { variants, own, read };
}

function named(choice: RunChoice, variant: string | undefined): RunChoice {
  return variant === undefined ? choice : { ...choice, variant: { ...choice.variant, variant } };
}
