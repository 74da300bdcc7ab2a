import type { Loaded, Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { quoted, short } from '#model/text/quoted.js';
import { readDocument } from '../source/document.js';
import { isThere } from '../source/inside-root.js';
import { earlier, limitProblems, sortByPlace, stands } from '../source/place.js';

/** A mutant that a person judged to mean the same as the body. */
export interface EquivalentMutant {
  readonly mutant: string;
  readonly because: string;
  readonly at: Place;
}

/** Reads `mutations.yml` of a prompt. Without the file there are no entries. The value is null if anything in it is wrong. */
export function loadMutations(root: string, id: string): Loaded<readonly EquivalentMutant[]> {
  const file = `prompts/${id}/mutations.yml`;
  if (!isThere(root, file)) return { value: [], problems: [] };
  const { value: document, problems } = readDocument(root, 'mutations', [file]);
  if (!document) return { value: null, problems: limitProblems(problems) };
  const entries = document
    .in('equivalent')
    .items()
    .map((item) => {
      const mutant = item.in('mutant');
      const written = mutant.source.scalarText(mutant.path) ?? String(mutant.value);
      const because = String(item.in('because').value).trim();
      return { mutant: written.trim().toLowerCase(), because, at: mutant.place() };
    });
  const all = sortByPlace([...problems, ...entries.flatMap(badId), ...repeated(entries)]);
  return { value: all.length === 0 ? entries : null, problems: limitProblems(all) };
}

function badId({ mutant, at }: EquivalentMutant): readonly Problem[] {
  return /^[0-9a-f]{8}$/.test(mutant)
    ? []
    : [
        problem('EVA_BAD_VALUE:mutant_id', `${quoted(mutant)} is no id of a mutant`, {
          hint: 'copy the 8 hex digits that eva mutate prints, in quotes: mutant: "3f2a1c9d"',
          at,
        }),
      ];
}

function repeated(entries: readonly EquivalentMutant[]): readonly Problem[] {
  const firsts = new Map<string, Place>();
  return entries.flatMap(({ mutant, at }) => {
    const first = firsts.get(mutant);
    if (first)
      return [
        problem('EVA_BAD_VALUE:mutant_twice', `the mutant ${short(mutant)} is listed twice`, {
          hint: `${stands(earlier(first, at))}; remove one of the two`,
          at,
        }),
      ];
    firsts.set(mutant, at);
    return [];
  });
}
