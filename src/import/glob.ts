import { type Dirent, lstatSync, opendirSync, type Stats, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { globMatcher } from '#library/glob.js';

interface SearchLimits {
  /** The maximum number of files that are found. */
  readonly files: number;
  /** The maximum number of entries of folders that are looked at. */
  readonly entries: number;
}

const searchLimits: SearchLimits = { files: 5000, entries: 100_000 };

/** The maximum length of a pattern. */
const longestPattern = 1000;

/** The files that were found, sorted; `refused` says why the search ended early, and there are then no files. */
export interface FoundFiles {
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
export function findFiles(dir: string, pattern: string, limits: SearchLimits = searchLimits): FoundFiles {
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
function segmentsOf(pattern: string): readonly string[] {
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
function isEntered(name: string): boolean {
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

/** The maximum number of patterns that the braces of one pattern may stand for. */
const mostAlternatives = 200;

/** Returns the patterns that a pattern with `{a,b}` or `{1..3}` stands for; null if they are too many. Braces without a comma or range stay as they are. */
export function alternativesOf(pattern: string): readonly string[] | null {
  let done: readonly string[] = [''];
  let rest = pattern;
  while (rest !== '') {
    const part = nextPart(rest);
    const choices = part.choices.length === 1 ? part.choices : expandedChoices(part.choices);
    if (!choices || done.length * choices.length > mostAlternatives) return null;
    done = done.flatMap((before) => choices.map((choice) => before + choice));
    rest = rest.slice(part.length);
  }
  return done;
}

function expandedChoices(choices: readonly string[]): readonly string[] | null {
  if (choices.length > mostAlternatives) return null;
  const expanded: string[] = [];
  for (const choice of choices) {
    const inner = choice.includes('{') ? alternativesOf(choice) : [choice];
    if (!inner || expanded.length + inner.length > mostAlternatives) return null;
    expanded.push(...inner);
  }
  return expanded;
}

interface Part {
  readonly length: number;
  readonly choices: readonly string[];
}

/** Returns the text up to the next brace, or the choices of the braces that the text begins with. */
function nextPart(text: string): Part {
  const open = text.indexOf('{', 0);
  if (open < 0) return { length: text.length, choices: [text] };
  if (open > 0) return { length: open, choices: [text.slice(0, open)] };
  const { end, commas } = bracesOf(text);
  if (end < 0) return { length: 1, choices: ['{'] };
  const inner = text.slice(1, end);
  const range = numbersOf(inner);
  if (range) return { length: end + 1, choices: range };
  if (commas.length === 0) return { length: 1, choices: ['{'] };
  const bounds = [0, ...commas, end];
  const choices = bounds.slice(1).map((bound, index) => text.slice((bounds[index] ?? 0) + 1, bound));
  return { length: end + 1, choices };
}

/** Returns the end of the braces that a text begins with (-1 if they are open), and the commas that are not in inner braces. */
function bracesOf(text: string): { readonly end: number; readonly commas: readonly number[] } {
  const commas: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === ',' && depth === 1) commas.push(at);
    else if (text[at] === '}' && --depth === 0) return { end: at, commas };
  }
  return { end: -1, commas };
}

/** Returns the numbers of a range such as `1..3`. */
function numbersOf(text: string): readonly string[] | undefined {
  const [, from, to] = /^(\d{1,6})\.\.(\d{1,6})$/.exec(text) ?? [];
  if (from === undefined || to === undefined || Number(to) < Number(from)) return undefined;
  const count = Math.min(Number(to) - Number(from), mostAlternatives) + 1;
  return Array.from({ length: count }, (_, index) => String(Number(from) + index));
}

/** Returns true if a name fits a pattern without slashes. A hidden name fits only a pattern that begins with a dot. */
export function matchesName(name: string, pattern: string): boolean {
  return (!name.startsWith('.') || pattern.startsWith('.')) && globMatcher(pattern)(name);
}

/** Returns true if a pattern has characters that stand for others. */
export function isPattern(pattern: string): boolean {
  return /[*?[{]/.test(pattern);
}

/** Returns true if `findFiles` would find a file at this path for the pattern. The path is relative to the same folder, and may not exist yet. */
export function matchesPath(path: string, pattern: string): boolean {
  const patterns = pattern.length > longestPattern ? null : alternativesOf(pattern);
  return (patterns ?? []).some((one) => fits(path.split('/'), segmentsOf(one)));
}

function fits([name, ...below]: readonly string[], segments: readonly string[]): boolean {
  const [segment, ...rest] = segments;
  if (name === undefined || segment === undefined) return name === segment;
  if (segment === '**') {
    const isDeeper = below.length > 0 && isEntered(name) && fits(below, segments);
    return isDeeper || fits([name, ...below], rest.length === 0 ? ['*'] : rest);
  }
  if (name === 'node_modules' && below.length > 0) return false;
  return (isPattern(segment) ? matchesName(name, segment) : name === segment) && fits(below, rest);
}
