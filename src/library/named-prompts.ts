import { existsSync, realpathSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { listed, quoted, short } from '#model/text/quoted.js';
import { globMatcher, isGlob } from './glob.js';
import { idProblem, promptDirProblem, promptsIn, unknownPrompt } from './prompts.js';

/** The library and the folder that words of a command line refer to. */
interface NamingPlace {
  readonly root: string;
  readonly cwd: string;
  readonly known: readonly string[];
}

type Named = { readonly ids: readonly string[] } | { readonly problem: Problem };

/** The prompts that words name, each once, and the problems of the other words. */
export interface NamedPrompts {
  readonly ids: readonly string[];
  /** EVA_UNKNOWN_PROMPT, EVA_BAD_ID. */
  readonly problems: readonly Problem[];
}

/** Returns the prompts that words name: by id, by a path to the prompt's folder or to a file in it, or by a pattern of either. */
export function promptsNamed(words: readonly string[], place: NamingPlace): NamedPrompts {
  const found = words.map((word) => namedBy(word, place));
  const ids = new Set(found.flatMap((named) => ('ids' in named ? named.ids : [])));
  const left = [...ids].map((id) => ({ id, flaw: promptDirProblem(place.root, id) }));
  return {
    ids: left.flatMap(({ id, flaw }) => (flaw ? [] : [id])),
    problems: uniqueBy(
      [
        ...found.flatMap((named) => ('problem' in named ? [named.problem] : [])),
        ...left.flatMap(({ flaw }) => flaw ?? []),
      ],
      ({ message, at }) => JSON.stringify([message, at]),
    ),
  };
}

/** Returns the id of the only prompt that a word names. Throws EVA_UNKNOWN_PROMPT, EVA_BAD_ID, EVA_USAGE. */
export function promptNamed(word: string, place: NamingPlace): string {
  const { ids, problems } = promptsNamed([word], place);
  if (problems.length > 0) throw new EvaError(problems);
  const [id] = ids;
  if (id === undefined || ids.length > 1)
    throw new EvaError([
      problem('EVA_USAGE:several_prompts', `this command takes one prompt, and ${quoted(word)} names ${ids.length}`, {
        hint: `name one of ${listed(ids.slice(0, mostNamed).map(short))}`,
      }),
    ]);
  return id;
}

function namedBy(word: string, place: NamingPlace): Named {
  const { known } = place;
  if (known.includes(word)) return { ids: [word] };
  const flaw = backslashProblem(word, place) ?? idProblem(word);
  if (flaw && (!isPath(word) || flaw.code === 'EVA_UNKNOWN_PROMPT' || hasBadCharacters(word))) return { problem: flaw };
  if (!isPath(word)) {
    const here = fileHere(word, place);
    if (here !== undefined) return { ids: [here] };
    return isGlob(word) ? matching(word, word, place) : { problem: unknownPrompt(word, place.known) };
  }
  const names = foldersNamed(word, place);
  const id = names.find((name) => known.includes(name)) ?? folderIn(place, word);
  if (id !== undefined) return { ids: [id] };
  const [first] = names;
  if (first === undefined) return { problem: unknownPath(word, place) };
  if (isGlob(first)) return matching(first, word, place);
  const misspelt = nearest(first, known) === undefined ? undefined : unknownPrompt(first, place.known);
  return { problem: idProblem(first) ?? misspelt ?? unknownPath(word, place) };
}

/** Returns the problem of a path with backslashes where they separate no folders, if a prompt is meant; else undefined. */
function backslashProblem(word: string, place: NamingPlace): Problem | undefined {
  if (sep === '\\' || !word.includes('\\') || hasBadCharacters(word)) return undefined;
  const path = word.replaceAll('\\', '/');
  return 'ids' in namedBy(path, place)
    ? problem('EVA_UNKNOWN_PROMPT:backslash', `${quoted(word)} is no path here: a backslash separates no folders`, {
        hint: `did you mean ${short(path)}?`,
      })
    : undefined;
}

/** Returns the prompt in whose folder the working directory is, if a file there has this name: `prompt.md`. */
function fileHere(word: string, place: NamingPlace): string | undefined {
  const isThere = !hasBadCharacters(word) && existsSync(resolve(place.cwd, word));
  return isThere ? foldersNamed('.', place).find((name) => place.known.includes(name)) : undefined;
}

function isPath(word: string): boolean {
  return word.includes('/') || word.includes(sep) || word === '.';
}

/** Returns true for a path with characters that no path of a prompt has, or that is longer than any. */
function hasBadCharacters(word: string): boolean {
  return word.length > 4096 || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(word);
}

/** Returns the folders of `prompts/` that a path may mean, relative to the working directory or to the library. */
function foldersNamed(word: string, { root, cwd }: NamingPlace): readonly string[] {
  const dir = join(root, 'prompts');
  const path = resolve(cwd, word);
  const names = [
    folderBelow(dir, path),
    folderBelow(realPath(dir), realPath(path)),
    folderBelow(dir, resolve(root, word)),
  ];
  return names.flatMap((name) => name ?? []);
}

/** Returns the prompt that a path relative to `prompts/` names, such as `support/`; undefined if no prompt has that path. */
function folderIn({ root, known }: NamingPlace, word: string): string | undefined {
  const dir = join(root, 'prompts');
  const name = isAbsolute(word) ? undefined : folderBelow(dir, join(dir, word));
  return name !== undefined && known.includes(name) ? name : undefined;
}

/** Returns the first part of a path below a directory; undefined for a path that is not below it. */
function folderBelow(dir: string, path: string): string | undefined {
  const [first = '', ...rest] = relative(dir, path).split(sep);
  return first === '' || first === '..' || isAbsolute([first, ...rest].join(sep)) ? undefined : first;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function matching(pattern: string, word: string, { known }: NamingPlace): Named {
  const ids = known.filter(globMatcher(pattern));
  return ids.length > 0
    ? { ids }
    : {
        problem: problem('EVA_UNKNOWN_PROMPT:pattern', `no prompt matches ${quoted(word)}`, {
          hint: promptsIn(known),
        }),
      };
}

function unknownPath(path: string, { root, known }: NamingPlace): Problem {
  const meant = known.find((id) => id === basename(path));
  const folder = quoted(`${root}/prompts`);
  return problem('EVA_UNKNOWN_PROMPT:path', `${quoted(path)} is not the folder of a prompt, nor a file in one`, {
    hint:
      meant === undefined
        ? `the prompts of this library are the folders in ${folder}; eva list shows them`
        : `did you mean ${short(`prompts/${meant}`)}?`,
  });
}

/** The maximum number of names in a hint. */
export const mostNamed = 8;
