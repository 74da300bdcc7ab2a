import { statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { problem } from '#errors/index.js';
import type { CommandLine, NamedProgram } from '#library/programs.js';
import { isInside, namesIn } from '#load/source/inside-root.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { namedVariables, programEnvironment } from '#process/program-environment.js';

/** The library and the environment of eva. */
export interface Surroundings {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns a problem for each program that certainly cannot be started, and starts none: an error (EVA_NO_FILE) for a path in the library that
 * leads nowhere, also as the script of an interpreter, and a warning (EVA_NO_PROGRAM) for a program that this machine lacks.
 */
export function missingPrograms(programs: readonly Program[], { root, env }: Surroundings): readonly Problem[] {
  const found = programs.flatMap((program) => {
    const search = searchOf(program, env);
    const [name = ''] = program.argv;
    if (isMissing(name, search)) return [missing(name, program, root)];
    return scriptOf(program.argv)
      .filter((script) => isMissing(script, search) && isAbsent(from(program.cwd, script), search))
      .map((script) => missing(script, program, root));
  });
  return uniqueBy(found, ({ message }) => message);
}

/** Returns the programs without those of checks and applications that are missing. Trust in these would not cover the file to come. */
export function withoutMissing(programs: readonly NamedProgram[], surroundings: Surroundings): readonly NamedProgram[] {
  return programs.filter(
    (one) => (one.kind !== 'check' && one.kind !== 'app') || missingPrograms([one], surroundings).length === 0,
  );
}

/** A program of a check or an application. */
type Program = Omit<CommandLine, 'files'>;

const interpreters = /^(?:node|python[\d.]*|ruby|perl|bash|sh)$/;
const scripts = /^[^-].*\.(?:[cm]?[jt]s|py|rb|pl|sh)$/s;

/** Returns the script that an interpreter runs, if it is the first argument and has the ending of one. */
function scriptOf([program = '', first = '']: readonly string[]): readonly string[] {
  return interpreters.test(basename(program)) && scripts.test(first) ? [first] : [];
}

/** The places in which the system looks for a program. */
interface Search {
  readonly cwd: string;
  /** The folders of PATH; none if it is not set. */
  readonly folders: readonly string[];
  /** The endings of programs: the empty one, and on some systems others. */
  readonly endings: readonly string[];
}

function searchOf({ cwd, env: names = [] }: Program, env: Surroundings['env']): Search {
  const { PATH, PATHEXT = '' } = { ...programEnvironment(env), ...namedVariables(env, names) };
  const folders = PATH === undefined ? [] : PATH.split(delimiter).map((folder) => resolve(cwd, folder));
  return { cwd, folders, endings: ['', ...PATHEXT.split(delimiter)] };
}

/** Returns true if the system certainly finds no program of this name. Without PATH it looks in folders that eva does not know. */
function isMissing(name: string, search: Search): boolean {
  if (hasFolder(name)) return isAbsent(from(search.cwd, name), search);
  return search.folders.length > 0 && search.folders.every((folder) => isAbsent(join(folder, name), search));
}

/** Returns true for a path, which is not looked up in PATH. */
function hasFolder(word: string): boolean {
  return word.includes('/') || word.includes(sep);
}

/** Joins a path to a folder as the system does: `..` leaves the target of a link, not the folder of the link. */
function from(folder: string, path: string): string {
  return isAbsolute(path) ? path : `${folder}${sep}${path}`;
}

function isAbsent(path: string, { endings }: Pick<Search, 'endings'>): boolean {
  return endings.every((ending) => {
    try {
      return statSync(`${path}${ending}`, { throwIfNoEntry: false }) === undefined;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ENOTDIR'; // other files may be there, and unreadable
    }
  });
}

function missing(word: string, { argv, cwd, at }: Program, root: string): Problem {
  const path = resolve(cwd, word);
  const isProgram = word === argv[0];
  const hasPath = hasFolder(word);
  const folder = asTyped(root, cwd);
  if (isAbsolute(word) || !isInside(root, path) || (isProgram && !hasPath)) {
    const isHere = !hasPath && !isAbsent(path, { endings: [''] });
    const params = { program: word, hasPath, ...(isHere && { meant: `./${word}` }) };
    return problem('EVA_NO_PROGRAM:missing', params, { at, severity: 'warning' });
  }
  const name = dirname(path) === cwd ? nearest(basename(path), namesIn(cwd)) : undefined;
  const meant = name === undefined ? {} : { meant: word.slice(0, -basename(path).length) + name };
  return problem('EVA_NO_FILE:program', { path: asTyped(root, path), folder, ...meant }, { at });
}

function asTyped(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}
