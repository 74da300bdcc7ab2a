import { lstatSync, realpathSync } from 'node:fs';
import { join, posix, relative, sep, win32 } from 'node:path';
import { problem } from '#errors.js';
import type { Loaded, Place } from '#model/problem.js';
import { quoted } from '#model/quoted.js';

/** Something that exists and lies inside the library. */
export interface InsidePath {
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  /** Relative to the root, with forward slashes, as it was asked for. */
  readonly file: string;
}

/**
 * The first candidate that exists. Candidates are relative to the root; one that leaves it, as text or through symbolic links,
 * is EVA_OUTSIDE, and if none exists that is EVA_NO_FILE. `at` is where the path was written.
 */
export function resolveInside(root: string, candidates: readonly string[], at?: Place): Loaded<InsidePath> {
  const refuse = (code: 'EVA_OUTSIDE' | 'EVA_NO_FILE' | 'EVA_UNREADABLE', message: string, hint?: string) => ({
    value: null,
    problems: [problem(code, message, { at, hint })],
  });
  for (const candidate of candidates) {
    const why = leavesAsText(candidate);
    if (why) return refuse('EVA_OUTSIDE', `${quoted(candidate)} ${why}`, 'paths are relative and stay in the library');
  }
  for (const file of candidates) {
    const real = realPath(join(root, file));
    if ('absent' in real) continue;
    if ('error' in real) return refuse('EVA_UNREADABLE', `${file} cannot be opened: ${real.error}`);
    if (isInside(realpathSync(root), real.path)) return { value: { path: real.path, file: named(file) }, problems: [] };
    return refuse('EVA_OUTSIDE', `${file} is a symbolic link that leaves the library`);
  }
  if (at !== undefined && at.file === candidates[0]) return refuse('EVA_NO_FILE', 'the file is missing', 'create it');
  return refuse('EVA_NO_FILE', `there is no ${candidates[0]}`, lookedAt(candidates));
}

/** Where a path of a prompt's file may lead: below the root, else below the prompt's folder. */
export function candidatesFor(id: string, written: string, file?: string): readonly string[] {
  const below = file === undefined ? written : `${written.replace(/\/+$/, '')}/${file}`;
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

function realPath(path: string): { path: string } | { absent: true } | { error: string } {
  try {
    return { path: realpathSync(path) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return { absent: true };
    if (code === 'ELOOP') return { error: 'its symbolic links form a loop' };
    return { error: code === 'EACCES' ? 'permission denied' : code || 'it cannot be read' };
  }
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function named(file: string): string {
  return relative('.', file).split(sep).join('/');
}

function lookedAt(candidates: readonly string[]): string | undefined {
  return candidates.length > 1 ? `looked for ${candidates.map(named).join(' and ')}` : undefined;
}
