import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, sep, win32 } from 'node:path';
import { type ErrorCode, problem } from '#errors/index.js';
import type { Loaded, Place } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';

/** Something that exists and lies inside the library. */
export interface InsidePath {
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  /** Relative to the root, with forward slashes, as it was asked for. */
  readonly file: string;
}

/**
 * Which hidden files may be read. A file is hidden if a part of its path begins with a dot. `none`: no such file, by its path or
 * through a symbolic link; `unlinked`: all but those that only a link leads to; `all`.
 */
export type Hidden = 'none' | 'unlinked' | 'all';

/**
 * The first candidate that exists. Candidates are relative to the root; one that leaves it, as text or through symbolic links,
 * is EVA_OUTSIDE, one that may not be read because it is hidden EVA_HIDDEN_FILE, a directory EVA_NOT_A_FILE, and if none exists that is
 * EVA_NO_FILE. `at` is where the path was written.
 */
export function resolveInside(
  root: string,
  candidates: readonly string[],
  at?: Place,
  hidden: Hidden = 'unlinked',
): Loaded<InsidePath> {
  const leaving = candidates.map((one) => textProblem(one, hidden)).find((one) => one !== undefined);
  if (leaving) return refused(leaving, at);
  for (const file of candidates) {
    const real = realPath(join(root, file));
    const subject = isNamedBy(file, at) ? 'this' : shortened(file);
    if ('error' in real) return refused(unreadable(subject, real.error), at);
    if (!isBelow(root, real.path)) return refused(strayed(subject), at);
    if (leadsToHidden(root, file, real.path, hidden)) return refused(linkedToHidden(subject, hidden), at);
    if (real.isThere === 'directory') return refused(notAFile(subject), at);
    if (real.isThere) return { value: { path: real.path, file: named(file) }, problems: [] };
  }
  return refused(missing(candidates, at), at);
}

/** True if a real path is a directory or lies below it. What begins with the directory's own name has no link in that part. */
export function isBelow(dir: string, real: string): boolean {
  return isInside(dir, real) || isInside(realpathSync.native(dir), real);
}

type Refusal = readonly [code: ErrorCode, message: string, hint: string];

function refused([code, message, hint]: Refusal, at: Place | undefined): Loaded<never> {
  return { value: null, problems: [problem(code, message, { at, hint })] };
}

/** True if a path is told at the file itself, which need not be named again. */
function isNamedBy(file: string, at: Place | undefined): boolean {
  return at !== undefined && at.line === undefined && at.file === file;
}

function shortened(file: string): string {
  return file.length > 120 ? `${file.slice(0, 120)}…` : file;
}

function textProblem(candidate: string, hidden: Hidden): Refusal | undefined {
  const why = leavesAsText(candidate);
  if (why !== undefined)
    return ['EVA_OUTSIDE', `${quoted(candidate)} ${why}`, 'paths are relative and stay in the library'];
  if (hidden !== 'none' || !isHidden(candidate)) return undefined;
  return ['EVA_HIDDEN_FILE', `${quoted(candidate)} has a part that begins with a dot`, howToAllow];
}

const howToAllow = 'if the case may read hidden files, add to the case: allow_hidden: true';

/** True if a part of a relative path begins with a dot; `.` itself is no name. */
function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((part) => part.startsWith('.') && part !== '.');
}

/** True if a link leads to a hidden file. A target in the folder of the link, or below it, is hidden by the rest of its path alone. */
function leadsToHidden(root: string, file: string, real: string, hidden: Hidden): boolean {
  if (hidden === 'all' || !/[/\\]\./.test(real)) return false;
  const base = realPath(hidden === 'none' ? root : dirname(join(root, file)));
  if ('path' in base && isInside(base.path, real)) return isHidden(relative(base.path, real));
  return isHidden(relative(realpathSync.native(root), real));
}

function linkedToHidden(subject: string, hidden: Hidden): Refusal {
  const hint = hidden === 'none' ? howToAllow : 'put the file itself in the place of the link';
  return ['EVA_HIDDEN_FILE', `${subject} is a symbolic link to a path with a part that begins with a dot`, hint];
}

function unreadable(subject: string, why: string): Refusal {
  return ['EVA_UNREADABLE', `${subject} cannot be opened: ${why}`, 'put a file that can be read in its place'];
}

function strayed(subject: string): Refusal {
  const hint = 'put the file itself into the library, not a link to it';
  return ['EVA_OUTSIDE', `${subject} is a symbolic link that leaves the library`, hint];
}

function notAFile(subject: string): Refusal {
  return ['EVA_NOT_A_FILE', `${subject} is a directory`, 'a file belongs here'];
}

function missing(candidates: readonly string[], at: Place | undefined): Refusal {
  const [first = ''] = candidates;
  if (isNamedBy(first, at)) return ['EVA_NO_FILE', 'the file is missing', 'create it'];
  const looked = `looked for ${candidates.map((file) => shortened(named(file))).join(' and ')}`;
  return ['EVA_NO_FILE', `there is no ${shortened(first)}`, looked];
}

/** Where a path of a prompt's file may lead: below the root, else below the prompt's folder. */
export function candidatesFor(id: string, written: string, file?: string): readonly string[] {
  const below = file === undefined ? written : `${written.replace(/(?<!\/)\/+$/, '')}/${file}`;
  return leavesAsText(below) ? [below] : [below, `prompts/${id}/${below}`];
}

/** True if the library has an entry of this name, be it a dangling link. */
export function isThere(root: string, file: string): boolean {
  try {
    return lstatSync(join(root, file), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function leavesAsText(written: string): string | undefined {
  if (written.includes('\0')) return 'holds a NUL character';
  if (posix.isAbsolute(written) || win32.isAbsolute(written)) return 'is an absolute path';
  if (written.split(/[/\\]/).includes('..')) return 'goes up with ".."';
  return undefined;
}

type RealPath = { readonly path: string; readonly isThere: boolean | 'directory' } | { readonly error: string };

/** Where a path really leads; of one that does not exist, where the part of it leads that does. */
function realPath(path: string): RealPath {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (!entry) return realParent(path);
    const real = realpathSync.native(path);
    const isDirectory = (entry.isSymbolicLink() ? lstatSync(real) : entry).isDirectory();
    return { path: real, isThere: isDirectory ? 'directory' : true };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
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

/** True if `inner` is `outer` or lies below it. Both are real, absolute paths. */
export function isInside(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
