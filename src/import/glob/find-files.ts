import { type Dirent, lstatSync, opendirSync, type Stats, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { alternativesOf } from './braces.js';
import { isPattern, matchesName } from './match-name.js';

export interface SearchLimits {
  /** The maximum number of files that are found. */
  readonly files: number;
  /** The maximum number of entries of folders that are looked at. */
  readonly entries: number;
}

export const searchLimits: SearchLimits = { files: 5000, entries: 100_000 };

/** The maximum length of a pattern. */
export const longestPattern = 1000;

/** The files that were found, sorted; `refused` says why the search ended early, and there are then no files. */
export interface Found {
  readonly files: readonly string[];
  readonly refused?: string;
}

interface Search {
  readonly dir: string;
  readonly limits: SearchLimits;
  readonly files: Set<string>;
  /** The folders that were searched, each with the rest of the pattern. */
  readonly seen: Set<string>;
  looked: number;
}

/** Ends a search that has become too large. */
class TooLarge extends Error {}

/** Finds the files below a folder that fit a pattern. Never enters `node_modules`, a linked folder or, unless the pattern names it, a hidden one. */
export function findFiles(dir: string, pattern: string, limits: SearchLimits = searchLimits): Found {
  const patterns = pattern.length > longestPattern ? null : alternativesOf(pattern);
  if (!patterns) return { files: [], refused: 'it is too long, or its braces stand for too many patterns' };
  const search: Search = { dir, limits, files: new Set(), seen: new Set(), looked: 0 };
  try {
    for (const one of patterns) searchIn(search, '', segmentsOf(one));
    return { files: [...search.files].sort() };
  } catch (error) {
    if (error instanceof TooLarge) return { files: [], refused: error.message };
    throw error;
  }
}

/** Returns the parts of a pattern between slashes, without `.`, and with one of several `**` in a row. */
export function segmentsOf(pattern: string): readonly string[] {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  return parts.filter((part, index) => part !== '**' || parts[index - 1] !== '**');
}

function searchIn(search: Search, folder: string, segments: readonly string[]): void {
  const [segment, ...rest] = segments;
  if (segment === undefined || segment === '..' || segment === 'node_modules') return;
  const key = JSON.stringify([folder, ...segments]);
  if (search.seen.has(key)) return;
  search.seen.add(key);
  if (isPattern(segment)) searchFitting(search, folder, segments);
  else searchNamed(search, posix.join(folder, segment), rest);
}

/** Goes on with a part of a pattern that several entries may fit. */
function searchFitting(search: Search, folder: string, segments: readonly string[]): void {
  const [segment = '', ...rest] = segments;
  if (segment === '**') searchIn(search, folder, rest.length === 0 ? ['*'] : rest);
  for (const entry of entriesOf(search, folder)) {
    const path = posix.join(folder, entry.name);
    if (segment === '**') {
      if (entry.isDirectory() && isEntered(entry.name)) searchIn(search, path, segments);
    } else if (matchesName(entry.name, segment)) {
      if (rest.length === 0) addFile(search, path, entry);
      else if (entry.isDirectory() && entry.name !== 'node_modules') searchIn(search, path, rest);
    }
  }
}

/** Goes on with a part of a pattern that names one entry. */
function searchNamed(search: Search, path: string, rest: readonly string[]): void {
  const absolute = join(search.dir, path);
  if (rest.length > 0) {
    if (statsOf(() => lstatSync(absolute))?.isDirectory()) searchIn(search, path, rest);
  } else if (statsOf(() => statSync(absolute))?.isFile()) addFile(search, path);
}

/** Returns what is known of an entry; undefined if it does not exist or cannot be reached. */
function statsOf(read: () => Stats): Stats | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Returns true for a folder that `**` enters. */
export function isEntered(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules';
}

function addFile(search: Search, path: string, entry?: Dirent): void {
  // A link to a file is found. Whether its target may be read is decided when it is read.
  if (entry && !entry.isFile() && !isLinkedFile(join(search.dir, path), entry)) return;
  search.files.add(path);
  if (search.files.size > search.limits.files) throw new TooLarge(`it fits more than ${search.limits.files} files`);
}

/** Returns true for a link that leads to a file, or to nothing. */
function isLinkedFile(path: string, entry: Dirent): boolean {
  return entry.isSymbolicLink() && statsOf(() => statSync(path))?.isFile() !== false;
}

/** Returns the entries of a folder; none if it cannot be read. */
function entriesOf(search: Search, folder: string): readonly Dirent[] {
  const entries: Dirent[] = [];
  const take = (entry: Dirent) => {
    entries.push(entry);
    search.looked += 1;
    if (search.looked <= search.limits.entries) return;
    throw new TooLarge(`more than ${search.limits.entries} files would have to be looked at`);
  };
  search.looked += 1;
  eachEntry(join(search.dir, folder), take);
  return entries;
}

function eachEntry(path: string, take: (entry: Dirent) => void): void {
  let folder: ReturnType<typeof opendirSync>;
  try {
    folder = opendirSync(path);
  } catch {
    return;
  }
  try {
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) take(entry);
  } finally {
    folder.closeSync();
  }
}
