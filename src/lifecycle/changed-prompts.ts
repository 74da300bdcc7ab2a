import { nextTurn } from '#model/data/collections.js';
import { canonicalJson } from '#model/data/digest.js';
import { type LibraryFiles, readPrompt } from './read-prompt.js';
import { variantReader } from './read-variants.js';

/**
 * Returns the prompts whose evidence differs between two states of a library, by the digests that a run of each variant would have. A prompt
 * that one of them lacks, or that cannot be read in one of them, differs. Throws the signal's reason.
 */
export async function changedPrompts(
  ids: readonly string[],
  { now, then }: { readonly now: LibraryFiles; readonly then: LibraryFiles },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const earlier = new Set(then.ids());
  const changed: string[] = [];
  for (const id of ids) {
    await nextTurn(); // so that a signal is noticed between two prompts
    signal.throwIfAborted();
    if (!earlier.has(id) || isChanged(evidenceOf(now, id), evidenceOf(then, id))) changed.push(id);
  }
  return changed;
}

function isChanged(now: string | null, then: string | null): boolean {
  return now === null || now !== then;
}

/** Returns the evidence of all variants of a prompt as a text; null if a run would be refused. */
function evidenceOf(library: LibraryFiles, id: string): string | null {
  const read = variantReader((choice) => readPrompt(library, id, choice), { allowUnderpowered: true }).own();
  const digests = read.map(({ files }) => [files.variant ?? '', files.evidence?.() ?? null] as const);
  if (digests.some(([, evidence]) => evidence === null)) return null;
  return canonicalJson(Object.fromEntries(digests));
}
