import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, sep, win32 } from 'node:path';
import { errorCode, type Loaded, type Place, type Problem, problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { noteRead, refused } from './read-file.js';

/** An existing path inside the library. */
export interface InsidePath {
  /** The absolute path, symbolic links resolved. */
  readonly path: string;
  /** The requested path relative to the root, with forward slashes. */
  readonly file: string;
}

/**
 * Which hidden files may be read. A file is hidden if a part of its path begins with a dot. `none`: no such file, by its path or
 * through a symbolic link; `unlinked`: all but those that only a link leads to; `all`.
 */
export type Hidden = 'none' | 'unlinked' | 'all';

/**
 * Returns the first candidate that exists. Candidates are relative to the root. Problems: EVA_OUTSIDE if one leaves the root, as text or
 * through symbolic links, EVA_HIDDEN_FILE if it is hidden and may not be read, EVA_NOT_A_FILE for a directory, EVA_NO_FILE if none exists.
 * `at` is the place where the path is written.
 */
export function resolveInside(
  root: string,
  candidates: readonly string[],
  at?: Place,
  hidden: Hidden = 'unlinked',
): Loaded<InsidePath> {
  const leaving = candidates.map((file) => textProblem(file, hidden, at)).find((entry) => entry !== undefined);
  if (leaving) return refused(leaving);
  for (const file of candidates) {
    noteRead(join(root, file));
    const real = realPath(join(root, file));
    const path = isNamedBy(file, at) ? 'this' : shortened(file);
    if ('error' in real)
      return refused(
        problem('EVA_UNREADABLE:named', `${short(path)} cannot be opened: ${short(real.error)}`, {
          hint: 'make the file readable',
          at,
        }),
      );
    if (!isBelow(root, real.path)) return refused(outsideLink(path, at));
    if (leadsToHidden(root, file, real.path, hidden)) {
      const canBeAllowed = hidden === 'none';
      return refused(
        problem(
          'EVA_HIDDEN_FILE:link',
          `${short(path)} is a symbolic link to a path with a part that begins with a dot`,
          { hint: canBeAllowed ? howToAllow : 'replace the link with the file', at },
        ),
      );
    }
    if (real.isThere === 'directory') return refused(directory(path, at));
    if (real.isThere) return { value: { path: real.path, file: named(file) }, problems: [] };
  }
  return refused(missing(root, candidates, at));
}

/** Returns true if a real path is a directory or lies below it. */
export function isBelow(dir: string, real: string): boolean {
  return isInside(dir, real) || isInside(realpathSync.native(dir), real);
}

/** Returns true if the place of a problem shows the path already. */
function isNamedBy(file: string, at: Place | undefined): boolean {
  return at !== undefined && at.line === undefined && at.file === file;
}

function shortened(file: string): string {
  return file.length > 120 ? `${file.slice(0, 120)}…` : file;
}

const howToAllow = 'if the case may read hidden files, add to the case: allow_hidden: true';

function textProblem(path: string, hidden: Hidden, at: Place | undefined): Problem | undefined {
  const why = leavesAsText(path);
  if (why !== undefined) return outsidePath(path, why, at);
  return hidden === 'none' && isHidden(path)
    ? problem('EVA_HIDDEN_FILE:path', `${quoted(path)} has a part that begins with a dot`, { hint: howToAllow, at })
    : undefined;
}

/** Returns true if a part of a relative path begins with a dot, except `.` itself. */
function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((part) => part.startsWith('.') && part !== '.');
}

/** Returns true if a link leads to a hidden file. For a target below the folder of the link, only the rest of its path counts. */
function leadsToHidden(root: string, file: string, real: string, hidden: Hidden): boolean {
  if (hidden === 'all' || !/[/\\]\./.test(real)) return false;
  const base = realPath(hidden === 'none' ? root : dirname(join(root, file)));
  if ('path' in base && isInside(base.path, real)) return isHidden(relative(base.path, real));
  return isHidden(relative(realpathSync.native(root), real));
}

function missing(root: string, candidates: readonly string[], at: Place | undefined): Problem {
  const [first = ''] = candidates;
  if (isNamedBy(first, at)) return problem('EVA_NO_FILE:itself', 'the file is missing', { hint: 'create it', at });
  if (first.startsWith('file://'))
    return problem('EVA_NO_FILE:address', `${short(shortened(first))} is an address, and a path belongs here`, {
      hint: "drop file:// and write a path relative to the library's root or to the prompt's folder",
      at,
    });
  const looked = candidates.map((file) => shortened(named(file)));
  const meant = withSlashes(root, candidates) ?? nearestFile(root, candidates);
  const path = shortened(first);
  return problem('EVA_NO_FILE:named', `there is no ${short(path)}`, {
    hint: meant === undefined ? `looked for ${looked.map(short).join(' and ')}` : `did you mean ${quoted(meant)}?`,
    at,
    fix: { path, meant },
  });
}

/** The ways in which the text of a path leads out of the library. */
const leaving = {
  nul: 'holds a NUL character',
  absolute: 'is an absolute path',
  up: 'goes up with ".."',
} as const;

export function outsidePath(path: string, why: keyof typeof leaving, at: Place | undefined): Problem {
  return problem('EVA_OUTSIDE:path', `${quoted(path)} ${leaving[why]}`, {
    hint: 'write a relative path inside the library',
    at,
  });
}

export function outsideLink(path: string, at?: Place): Problem {
  return problem('EVA_OUTSIDE:link', `${short(path)} is a symbolic link that leaves the library`, {
    hint: 'put the file into the library in place of the link',
    at,
  });
}

export function directory(path: string, at?: Place): Problem {
  return problem('EVA_NOT_A_FILE:directory', `${short(path)} is a directory`, { hint: 'name a file', at });
}

/** Returns the path with slashes in place of its backslashes, if a candidate exists with them; else undefined. */
function withSlashes(root: string, candidates: readonly string[]): string | undefined {
  const [written = ''] = candidates;
  if (!written.includes('\\')) return undefined;
  const exists = candidates.some((file) => isThere(root, file.replaceAll('\\', '/')));
  return exists ? shortened(written.replaceAll('\\', '/')) : undefined;
}

/** The maximum number of names of a folder that are compared. */
const mostCompared = 1000;

/** Returns the path whose file name is misspelt, as the writer would write it; undefined unless a folder of a candidate has one close name. */
function nearestFile(root: string, candidates: readonly string[]): string | undefined {
  const [written = ''] = candidates;
  const found = candidates.flatMap((file) => {
    const folder = realPath(join(root, posix.dirname(file)));
    if ('error' in folder || folder.isThere !== 'directory' || !isBelow(root, folder.path)) return [];
    return nearest(posix.basename(file), namesInFolder(folder.path)) ?? [];
  });
  const [name] = found;
  return name === undefined ? undefined : posix.join(posix.dirname(written), name);
}

/** Returns the names of the files, or other entries, in a folder that are not hidden, of its first 1,000; none if it cannot be read. */
export function namesInFolder(
  folder: string,
  isListed = (entry: Dirent): boolean => entry.isFile(),
): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).slice(0, mostCompared);
    return entries.flatMap((entry) => (isListed(entry) && !entry.name.startsWith('.') ? [entry.name] : []));
  } catch {
    return [];
  }
}

/** Returns the candidates for a path in a prompt's file: below the root, then below the prompt's folder. */
export function candidatesFor(id: string, written: string, file?: string): readonly string[] {
  const below = file === undefined ? written : `${written.replace(/(?<!\/)\/+$/, '')}/${file}`;
  return leavesAsText(below) ? [below] : [below, `prompts/${id}/${below}`];
}

/** Returns true if the library has an entry with this name, even a dangling link. */
export function isThere(root: string, file: string): boolean {
  noteRead(join(root, file));
  try {
    return lstatSync(join(root, file), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** Returns true if the symbolic links of a path lead to no place outside of the root, as far as its folders exist. */
export function staysInside(root: string, file: string): boolean {
  const real = realPath(join(root, file));
  return 'path' in real && isBelow(root, real.path);
}

/** Returns why a path leaves the library as text; undefined if it does not. */
export function leavesAsText(written: string): 'nul' | 'absolute' | 'up' | undefined {
  if (written.includes('\0')) return 'nul';
  if (posix.isAbsolute(written) || win32.isAbsolute(written)) return 'absolute';
  if (written.split(/[/\\]/).includes('..')) return 'up';
  return undefined;
}

type RealPath = { readonly path: string; readonly isThere: boolean | 'directory' } | { readonly error: string };

/** Resolves the links of a path; of a missing path, the links of the part that exists. */
function realPath(path: string): RealPath {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (!entry) return realParent(path);
    const real = realpathSync.native(path);
    const isDirectory = (entry.isSymbolicLink() ? lstatSync(real) : entry).isDirectory();
    return { path: real, isThere: isDirectory ? 'directory' : true };
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return realParent(path);
    if (code === 'ELOOP') return { error: 'its symbolic links form a loop' };
    return { error: code === 'EACCES' ? 'permission denied' : code || 'it cannot be read' };
  }
}

function realParent(path: string): RealPath {
  const parent = realPath(dirname(path));
  return 'error' in parent ? parent : { path: parent.path, isThere: false };
}

function named(file: string): string {
  if (!/^\.|\/[./]|[/\\]$|\\/.test(file)) return file;
  return relative('.', file).split(sep).join('/');
}

/** Returns true if `inner` is `outer` or lies below it. Both are real, absolute paths. */
export function isInside(outer: string, inner: string): boolean {
  if (inner.startsWith(outer + sep)) return true; // faster, and nearly every path is inside
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
