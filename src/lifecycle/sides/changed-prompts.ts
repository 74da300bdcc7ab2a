import { isBelow } from '#load/source/inside-root.js';
import { nextTurn } from '#model/data/collections.js';
import { canonicalJson } from '#model/data/digest.js';
import { type LibraryFiles, readPrompt } from '../read-prompt.js';
import { variantReader } from '../read-variants.js';

/**
 * Returns the prompts whose evidence differs between two states of a library, by the digests that a run of each variant would have. A prompt
 * that one of them lacks, or that cannot be read in one of them, differs. So does one whose program at the earlier state is a file of the
 * working tree, by an absolute path: its earlier bytes are unknown. Throws the signal's reason.
 */
export async function changedPrompts(
  ids: readonly string[],
  { now, then, workTree }: { readonly now: LibraryFiles; readonly then: LibraryFiles; readonly workTree: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const earlier = new Set(then.ids());
  const isShared = (path: string) => isBelow(workTree, path) && !isBelow(then.root, path);
  const changed: string[] = [];
  for (const id of ids) {
    await nextTurn(); // so that a signal is noticed between two prompts
    signal.throwIfAborted();
    if (!earlier.has(id) || isChanged(evidenceOf(now, id), evidenceOf(then, id, isShared))) changed.push(id);
  }
  return changed;
}

function isChanged(now: string | null, then: string | null): boolean {
  return now === null || now !== then;
}

/** Returns the evidence of all variants of a prompt as a text; null if a run would be refused, or names a program that is not of this state. */
function evidenceOf(library: LibraryFiles, id: string, isForeign = (_path: string) => false): string | null {
  const read = variantReader((choice) => readPrompt(library, id, choice), { allowUnderpowered: true }).own();
  const programs = read.flatMap(({ files }) => files.programs.flatMap((program) => program.files));
  if (programs.some(({ path }) => isForeign(path))) return null;
  const digests = read.map(({ files }) => [files.variant ?? '', files.evidence?.() ?? null] as const);
  if (digests.some(([, evidence]) => evidence === null)) return null;
  return canonicalJson(Object.fromEntries(digests));
}
