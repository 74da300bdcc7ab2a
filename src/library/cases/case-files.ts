import { isObject } from '#model/data/json.js';
import type { Loaded, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { type DocumentPart, readDocument } from '../source/document.js';
import { isThere } from '../source/inside-root.js';
import { evalNames, misnamedIn } from '../source/misnamed.js';

/** The files that the cases of a prompt come from. */
export interface CaseFiles {
  /** The eval.yml with the cases. */
  readonly cases: DocumentPart;
  /** The prompt whose folder it is in. */
  readonly id: string;
  /** The prompt's own eval.yml, if the cases are those of another prompt; null if it has none or `id` is the prompt. */
  readonly own: DocumentPart | null;
  readonly isOfOther: boolean;
}

/** The prompt to read, the prompt whose cases replace its own (undefined for the one that its eval.yml names), and a function that lists all prompts. */
interface Wanted {
  readonly id: string;
  readonly casesOf: string | undefined;
  readonly ids: () => readonly string[];
}

/** Finds and reads the eval.yml of a prompt and, with `cases_of`, that of the prompt whose cases it has. The value is null if the cases cannot be read. */
export function readCaseFiles(root: string, { id, ids, ...wanted }: Wanted): Loaded<CaseFiles> {
  const casesOf = wanted.casesOf === id ? undefined : wanted.casesOf;
  const file = fileOf(id);
  if (!isThere(root, file) && casesOf === undefined) return { value: null, problems: [noEvalFile(root, file)] };
  const own = isThere(root, file) ? readEvalFile(root, id) : null;
  const named = casesOf ?? casesOfIn(own?.value);
  const problems = own?.problems ?? [];
  if (named === undefined) {
    const files = own?.value && { cases: own.value, id, own: null, isOfOther: false };
    return { value: files ?? null, problems };
  }
  const at = casesOf === undefined ? own?.value?.in('cases_of').place() : undefined;
  const beside = casesOf === undefined && own?.value ? otherKeys(own.value) : [];
  const flaw = flawOf(named, id, ids);
  if (flaw) return { value: null, problems: [...problems, ...beside, at ? { ...flaw, at } : flaw] };
  if (!isThere(root, fileOf(named)))
    return { value: null, problems: [...problems, ...beside, noEvalFile(root, fileOf(named))] };
  const other = readEvalFile(root, named);
  const further = casesOfIn(other.value);
  const all = [...problems, ...beside, ...other.problems];
  if (further !== undefined)
    return {
      value: null,
      problems: [
        ...all,
        problem(
          'EVA_BAD_VALUE:cases_of_twice',
          `${quoted(named)} has no cases of its own: it takes those of ${quoted(further)}`,
          { hint: `write cases_of: ${short(further)}`, at },
        ),
      ],
    };
  const files = other.value && { cases: other.value, id: named, own: own?.value ?? null, isOfOther: true };
  return { value: files, problems: all };
}

function fileOf(id: string): string {
  return `prompts/${id}/eval.yml`;
}

function readEvalFile(root: string, id: string): Loaded<DocumentPart> {
  const { value, problems } = readDocument(root, 'eval', [fileOf(id)]);
  return { value: isObject(value?.value) ? value : null, problems };
}

function casesOfIn(file: DocumentPart | null | undefined): string | undefined {
  return file?.in('cases_of').value as string | undefined;
}

/** The keys of a file with `cases_of`. Their values are its own, or win over those of the other prompt. */
const keysBeside = ['cases_of', 'defaults', 'triggering', 'compare'];

function otherKeys(file: DocumentPart): readonly Problem[] {
  const keys = Object.keys(file.value as object).filter((key) => !keysBeside.includes(key) && !key.startsWith('x-'));
  return keys.map((key) =>
    problem('EVA_CONTRADICTION:cases_of', `a file with "cases_of" has no ${quoted(key)} of its own`, {
      hint: `remove ${short(key)}: or cases_of:; beside cases_of: write only defaults:, triggering: and compare:`,
      at: file.in(key).placeOfKey(),
    }),
  );
}

function flawOf(named: string, id: string, ids: () => readonly string[]): Problem | null {
  if (named === id)
    return problem('EVA_BAD_VALUE:cases_of_itself', `${quoted(id)} cannot take the cases of itself`, {
      hint: 'name another prompt, or write cases:',
    });
  const known = ids();
  if (known.includes(named)) return null;
  const meant = nearest(named, known);
  return problem('EVA_BAD_VALUE:cases_of', `there is no prompt ${quoted(named)} to take the cases of`, {
    hint: meant === undefined ? 'name a folder of prompts/' : `did you mean ${quoted(meant)}?`,
  });
}

function noEvalFile(root: string, file: string): Problem {
  const misnamed = misnamedIn(root, file.replace(/\/[^/]*$/, ''), evalNames);
  if (misnamed)
    return problem(
      'EVA_NO_EVAL_FILE:name',
      `the prompt has no ${short(misnamed.to)}, and eva does not read ${short(misnamed.from)}`,
      { hint: `rename ${short(misnamed.from)} to ${short(misnamed.to)}`, at: { file } },
    );
  return problem('EVA_NO_EVAL_FILE', 'the prompt has no eval.yml, so nothing evaluates it', {
    hint: 'write an eval.yml with cases:, each with name:, inputs:, and assert: or rubric:',
    at: { file },
  });
}
