import { readFileSync, statSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import type { CommandLine } from '#library/programs.js';
import { lfsPointer, maxPointer } from '#model/data/stray-content.js';
import { errorCode } from '#model/problem.js';
import { namedVariables, programEnvironment } from '#provider/process/start-program.js';

export type Program = Omit<CommandLine, 'files'>;

export type Environment = Readonly<Record<string, string | undefined>>;

const interpreters = /^(?:node|python[\d.]*|ruby|perl|bash|sh)$/;
const scripts = /^[^-].*\.(?:[cm]?[jt]s|py|rb|pl|sh)$/s;

/** Returns the script that an interpreter runs, if it is the first argument and has the ending of one. */
function scriptOf([program = '', first = '']: readonly string[]): string | undefined {
  return interpreters.test(basename(program)) && scripts.test(first) ? first : undefined;
}

/** Why a program cannot be started, and the word of its command line that is wrong. */
export interface Fault {
  readonly what: 'missing' | 'not_executable' | 'directory';
  readonly word: string;
  readonly program: Program;
}

/** Returns why a program certainly cannot be started, or the script of its interpreter not be found; undefined if it might work. */
export function faultOf(program: Program, env: Environment): Fault | undefined {
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
export function pointersIn({ argv, cwd }: Program): readonly string[] {
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
export function hasFolder(word: string): boolean {
  return word.includes('/') || word.includes(sep);
}

/** Joins a path to a folder as the system does: `..` leaves the target of a link, not the folder of the link. */
export function from(folder: string, path: string): string {
  return isAbsolute(path) ? path : `${folder}${sep}${path}`;
}

/** Returns true if a path certainly leads nowhere, with each of the endings. */
export function isAbsent(path: string, { endings }: Pick<Search, 'endings'>): boolean {
  return endings.every((ending) => {
    try {
      return statSync(`${path}${ending}`, { throwIfNoEntry: false }) === undefined;
    } catch (error) {
      return errorCode(error) === 'ENOTDIR'; // other files may be there, and unreadable
    }
  });
}
