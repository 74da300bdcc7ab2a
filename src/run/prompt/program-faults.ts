import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { CommandLine, NamedProgram } from '#library/programs.js';
import { isInside, namesInFolder } from '#library/source/inside-root.js';
import { uniqueBy } from '#model/data/collections.js';
import { lfsPointer, maxPointer, pointerProblem } from '#model/data/stray-content.js';
import { errorCode, type Problem, problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { pathWord, quoted, short } from '#model/text/quoted.js';
import { namedVariables, programEnvironment } from '#provider/process/start-program.js';

interface Surroundings {
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
  const pointers = [...new Set(programs.flatMap(pointersIn))];
  return [
    ...uniqueBy(
      different.map((fault, at) => problemOf(fault, root, at < mostSearches)),
      ({ message }) => message,
    ),
    ...pointers.map((path) => pointerProblem(asTyped(root, path))),
  ];
}

/** Returns the programs without those of checks and applications that cannot be started. Trust in these would not cover the file to come. */
export function withoutMissing(programs: readonly NamedProgram[], { env }: Surroundings): readonly NamedProgram[] {
  return programs.filter((one) => (one.kind !== 'check' && one.kind !== 'app') || faultOf(one, env) === undefined);
}

/** The maximum number of searches for a similar name: each compares it with all names of a folder, and nobody reads more of them. */
const mostSearches = 20;

function problemOf({ what, word, program }: Fault, root: string, searches: boolean): Problem {
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
  if (what === 'not_executable')
    return problem('EVA_NO_PROGRAM:not_executable', `${quoted(word)} is not executable`, {
      hint: `run: chmod +x ${pathWord(isAbsolute(word) ? word : realPath(root, from(cwd, word)))}`,
      ...place,
    });
  if (isOfMachine) {
    const isHere = !hasPath && !isAbsent(path, { endings: [''] });
    const missing = hasPath ? `there is no ${quoted(word)}` : `no folder of PATH has a program ${quoted(word)}`;
    return problem('EVA_NO_PROGRAM:missing', missing, {
      hint: isHere ? `did you mean ${quoted(`./${word}`)}?` : 'install it, or correct the command',
      ...place,
    });
  }
  const name = searches && dirname(path) === cwd ? nearest(basename(path), namesInFolder(cwd)) : undefined;
  return problem('EVA_NO_FILE:program', `there is no ${quoted(asTyped(root, path))}`, {
    hint:
      name === undefined
        ? `create it, or correct the path: the command runs in ${short(asTyped(root, cwd))}`
        : `did you mean ${quoted(word.slice(0, -basename(path).length) + name)}?`,
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

type Program = Omit<CommandLine, 'files'>;

type Environment = Readonly<Record<string, string | undefined>>;

const interpreters = /^(?:node|python[\d.]*|ruby|perl|bash|sh)$/;

const scripts = /^[^-].*\.(?:[cm]?[jt]s|py|rb|pl|sh)$/s;

/** Returns the script that an interpreter runs, if it is the first argument and has the ending of one. */
function scriptOf([program = '', first = '']: readonly string[]): string | undefined {
  return interpreters.test(basename(program)) && scripts.test(first) ? first : undefined;
}

/** Why a program cannot be started, and the word of its command line that is wrong. */
interface Fault {
  readonly what: 'missing' | 'not_executable' | 'directory';
  readonly word: string;
  readonly program: Program;
}

/** Returns why a program certainly cannot be started, or the script of its interpreter not be found; undefined if it might work. */
function faultOf(program: Program, env: Environment): Fault | undefined {
  const search = searchOf(program, env);
  const [name = ''] = program.argv;
  if (isMissing(name, search)) return { what: 'missing', word: name, program };
  const what = hasFolder(name) ? whyNotExecutable(from(program.cwd, name)) : undefined;
  if (what !== undefined) return { what, word: name, program };
  const script = scriptOf(program.argv);
  if (script === undefined) return undefined;
  const places = basename(name) === 'node' ? { ...search, endings: [...search.endings, ...endingsOfNode] } : search;
  const isThere = !isMissing(script, places) || !isAbsent(from(program.cwd, script), places);
  return isThere ? undefined : { what: 'missing', word: script, program };
}

/** Returns the files that a command line names and that are pointers of Git LFS in place of a script or program. */
function pointersIn({ argv, cwd }: Program): readonly string[] {
  return argv.map((word) => from(cwd, word)).filter(isPointer);
}

function isPointer(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= maxPointer && lfsPointer(readFileSync(path)) !== null;
  } catch {
    return false;
  }
}

/** The endings that node adds to the name of a script. */
const endingsOfNode = ['.js', '.json', '.node'];

/** Returns why an existing path cannot be executed, even by root; undefined if it can be, or if that is unknown. */
function whyNotExecutable(path: string): 'not_executable' | 'directory' | undefined {
  if (process.platform === 'win32') return undefined; // its files have no such permission
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return 'directory';
    return stats && (stats.mode & 0o111) === 0 ? 'not_executable' : undefined;
  } catch {
    return undefined;
  }
}

/** The places in which the system looks for a program. */
interface Search {
  readonly cwd: string;
  /** The folders of PATH; none if it is not set. */
  readonly folders: readonly string[];
  /** The endings of programs: the empty one, and on some systems others. */
  readonly endings: readonly string[];
}

function searchOf({ cwd, env: names = [] }: Program, env: Environment): Search {
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
export function from(folder: string, path: string): string {
  return isAbsolute(path) ? path : `${folder}${sep}${path}`;
}

/** Returns true if a path certainly leads nowhere, with each of the endings. */
function isAbsent(path: string, { endings }: Pick<Search, 'endings'>): boolean {
  return endings.every((ending) => {
    try {
      return statSync(`${path}${ending}`, { throwIfNoEntry: false }) === undefined;
    } catch (error) {
      return errorCode(error) === 'ENOTDIR'; // other files may be there, and unreadable
    }
  });
}
