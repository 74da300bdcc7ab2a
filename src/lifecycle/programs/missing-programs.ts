import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { problem } from '#errors/index.js';
import type { NamedProgram } from '#library/programs.js';
import { isInside, namesIn } from '#load/source/inside-root.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { pathWord, quoted, short } from '#model/text/quoted.js';
import {
  type Environment,
  type Fault,
  faultOf,
  from,
  hasFolder,
  isAbsent,
  type Program,
  pointersIn,
} from './program-faults.js';

export interface Surroundings {
  readonly root: string;
  readonly env: Environment;
}

/**
 * Returns a problem for each program that certainly cannot be started, and starts none. An error for a path in the library: EVA_NO_FILE if it
 * leads nowhere, also as the script of an interpreter, and EVA_NO_PROGRAM for a directory and for a file that is not executable. A warning for a
 * program of this machine: one without a path, outside the library, or in a folder such as `.venv`. EVA_STRAY_CONTENT for a script that is a
 * pointer of Git LFS.
 */
export function missingPrograms(programs: readonly Program[], { root, env }: Surroundings): readonly Problem[] {
  const faults = programs.flatMap((program) => faultOf(program, env) ?? []);
  const different = uniqueBy(faults, ({ what, word, program }) => JSON.stringify([what, word, program.cwd]));
  const similar = new SimilarNames();
  const found = different.map((fault) => problemOf(fault, root, similar));
  const pointers = [...new Set(programs.flatMap(pointersIn))];
  return [
    ...uniqueBy(found, ({ message }) => message),
    ...pointers.map((path) => problem('EVA_STRAY_CONTENT:lfs', null, { at: { file: asTyped(root, path) } })),
  ];
}

/** Returns the programs without those of checks and applications that cannot be started. Trust in these would not cover the file to come. */
export function withoutMissing(programs: readonly NamedProgram[], { env }: Surroundings): readonly NamedProgram[] {
  return programs.filter((one) => (one.kind !== 'check' && one.kind !== 'app') || faultOf(one, env) === undefined);
}

/** The maximum number of searches for a similar name: each compares it with all names of a folder. */
const mostSearches = 20;

/** Finds names of files that resemble a missing one. Lists each folder once. */
class SimilarNames {
  #searches = 0;
  readonly #listed = new Map<string, readonly string[]>();

  /** Returns the similar name; undefined without one, or after so many searches that nobody reads more of them. */
  nearest(name: string, folder: string): string | undefined {
    if (this.#searches++ >= mostSearches) return undefined;
    const names = this.#listed.get(folder) ?? namesIn(folder);
    this.#listed.set(folder, names);
    return nearest(name, names);
  }
}

function problemOf({ what, word, program }: Fault, root: string, similar: SimilarNames): Problem {
  const { argv, cwd, at } = program;
  const isScript = word !== argv[0];
  const path = resolve(cwd, word);
  const hasPath = isScript || hasFolder(word);
  const isOfMachine = !hasPath || isAbsolute(word) || !isInside(root, path) || isIgnored(relative(root, path));
  const place = { at, ...(isOfMachine && { severity: 'warning' as const }) };
  if (what === 'directory')
    return problem('EVA_NO_PROGRAM:directory', `${quoted(word)} is a directory, not a program`, {
      hint: 'name a file',
      ...place,
    });
  if (what === 'not_executable') {
    const file = isAbsolute(word) ? word : realPath(root, from(cwd, word));
    return problem('EVA_NO_PROGRAM:not_executable', `${quoted(word)} is not executable`, {
      hint: `run: chmod +x ${pathWord(file)}`,
      ...place,
    });
  }
  if (isOfMachine) {
    const isHere = !hasPath && !isAbsent(path, { endings: [''] });
    return problem('EVA_NO_PROGRAM:missing', { program: word, hasPath, ...(isHere && { meant: `./${word}` }) }, place);
  }
  const name = dirname(path) === cwd ? similar.nearest(basename(path), cwd) : undefined;
  const meant = name === undefined ? {} : { meant: word.slice(0, -basename(path).length) + name };
  return problem('EVA_NO_FILE:program', `there is no ${quoted(asTyped(root, path))}`, {
    hint:
      meant.meant === undefined
        ? `create it, or correct the path: the command runs in ${short(asTyped(root, cwd))}`
        : `did you mean ${quoted(meant.meant)}?`,
    ...place,
  });
}

/** Returns true for a path in a folder that each machine fills itself, such as `.venv` and `node_modules`. */
function isIgnored(path: string): boolean {
  return path.split(sep).some((part) => part === 'node_modules' || part === 'venv' || part.startsWith('.'));
}

/** Returns the file to which a path leads, relative to the root. */
function realPath(root: string, path: string): string {
  try {
    return asTyped(realpathSync.native(root), realpathSync.native(path));
  } catch {
    return asTyped(root, path);
  }
}

function asTyped(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}
