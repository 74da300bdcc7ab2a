import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { type Document, readDocument } from '../source/document.js';
import { isThere } from '../source/inside-root.js';
import { evalNames, misnamedIn } from '../source/misnamed.js';
import { valueAt } from '../source/place.js';
import { isMapping, type YamlSource } from '../source/yaml-source.js';

/** A document that could be read. */
export interface ReadDocument {
  readonly document: Document;
  readonly source: YamlSource;
}

/** The files that the cases of a prompt come from. */
export interface CaseFiles {
  /** The eval.yml with the cases. */
  readonly cases: ReadDocument;
  /** The prompt whose folder it is in. */
  readonly id: string;
  /** The prompt's own eval.yml, if the cases are those of another prompt; null if it has none or `id` is the prompt. */
  readonly own: ReadDocument | null;
  readonly isOfOther: boolean;
}

/** The prompt to read, the prompt whose cases replace its own (undefined for the one that its eval.yml names), and a function that lists all prompts. */
interface Wanted {
  readonly id: string;
  readonly casesOf: string | undefined;
  readonly ids: () => readonly string[];
}

/** The problems of eval.yml files, and the files; null if the cases cannot be read. */
interface FoundFiles {
  readonly files: CaseFiles | null;
  readonly problems: readonly Problem[];
}

/** Finds and reads the eval.yml of a prompt and, with `cases_of`, that of the prompt whose cases it has. */
export function readCaseFiles(root: string, { id, ids, ...wanted }: Wanted): FoundFiles {
  const casesOf = wanted.casesOf === id ? undefined : wanted.casesOf;
  const file = fileOf(id);
  if (!isThere(root, file) && casesOf === undefined) return { files: null, problems: [noEvalFile(root, file)] };
  const own = isThere(root, file) ? readEvalFile(root, id) : null;
  const named = casesOf ?? casesOfIn(own?.read?.source);
  const problems = own?.problems ?? [];
  if (named === undefined) {
    const files = own?.read && { cases: own.read, id, own: null, isOfOther: false };
    return { files: files ?? null, problems };
  }
  const at = casesOf === undefined ? own?.read?.source.place(['cases_of']) : undefined;
  const beside = casesOf === undefined && own?.read ? otherKeys(own.read.source) : [];
  const flaw = flawOf(named, id, ids);
  if (flaw) return { files: null, problems: [...problems, ...beside, at ? { ...flaw, at } : flaw] };
  if (!isThere(root, fileOf(named)))
    return { files: null, problems: [...problems, ...beside, noEvalFile(root, fileOf(named))] };
  const other = readEvalFile(root, named);
  const further = casesOfIn(other.read?.source);
  const all = [...problems, ...beside, ...other.problems];
  if (further !== undefined)
    return {
      files: null,
      problems: [
        ...all,
        problem(
          'EVA_BAD_VALUE:cases_of_twice',
          `${quoted(named)} has no cases of its own: it takes those of ${quoted(further)}`,
          { hint: `write cases_of: ${short(further)}`, at },
        ),
      ],
    };
  const files = other.read && { cases: other.read, id: named, own: own?.read ?? null, isOfOther: true };
  return { files, problems: all };
}

function fileOf(id: string): string {
  return `prompts/${id}/eval.yml`;
}

function readEvalFile(
  root: string,
  id: string,
): { readonly read: ReadDocument | null; readonly problems: readonly Problem[] } {
  const document = readDocument(root, 'eval', [fileOf(id)]);
  const { source, problems } = document;
  return { read: source && isMapping(source) ? { document, source } : null, problems };
}

function casesOfIn(source: YamlSource | undefined): string | undefined {
  const id = source && valueAt(source.value, ['cases_of']);
  return typeof id === 'string' ? id : undefined;
}

/** The keys of a file with `cases_of`. Their values are its own, or win over those of the other prompt. */
const keysBeside = ['cases_of', 'defaults', 'triggering', 'compare'];

function otherKeys(source: YamlSource): readonly Problem[] {
  const keys = Object.keys(source.value as object).filter((key) => !keysBeside.includes(key) && !key.startsWith('x-'));
  return keys.map((key) =>
    problem('EVA_CONTRADICTION:cases_of', `a file with "cases_of" has no ${quoted(key)} of its own`, {
      hint: `remove ${short(key)}: or cases_of:; beside cases_of: write only defaults:, triggering: and compare:`,
      at: source.place([key], 'key'),
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
  return problem('EVA_BAD_VALUE:cases_of', { id: named, nearest: nearest(named, known) ?? null });
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
