import { globMatcher } from '#library/glob.js';

/** Lines that a file of git needs, and the comment above them. */
export interface NeededLines {
  readonly comment: string;
  readonly needed: readonly string[];
  /** Returns true if the text of the file does the same as a needed line. */
  readonly isCovered: (text: string, needed: string) => boolean;
}

/** Keeps runs and the cache of this machine out of git. */
export const ignoredRuns: NeededLines = {
  comment: '# Runs and cache of eva on this machine',
  needed: ['.eva/'],
  isCovered: (text) => ignores(text, '.eva') === true,
};

/** Keeps the folder of packages out of git. */
export const ignoredPackages: NeededLines = {
  comment: '# Packages that npm installs',
  needed: ['node_modules/'],
  isCovered: (text) => ignores(text, 'node_modules') === true,
};

/** Lets git keep the lines of both branches in logs and recordings. */
export const merged: NeededLines = {
  comment: '# Keep the lines of both branches in logs and recordings of eva',
  needed: [
    '.eval.jsonl merge=union',
    '.attempts.jsonl merge=union',
    '.compare.jsonl merge=union',
    'labels.jsonl merge=union',
    'recordings.jsonl merge=union linguist-generated',
  ],
  isCovered: (text, needed) =>
    linesOf(text)
      .map((line) => line.trim())
      .some((line) => /^\*\.jsonl\s.*\bmerge=union\b/.test(line) || line.split(/\s+/)[0] === needed.split(' ')[0]),
};

/** Lets git check data and texts out with the same line ends on every machine, since models and digests see them. */
export const sameLineEnds: NeededLines = {
  comment: '# The same line ends on every machine in what eva reads',
  needed: ['*.csv text=auto eol=lf', 'prompts/** text=auto eol=lf'],
  isCovered: (text, needed) =>
    linesOf(text)
      .map((line) => line.trim().split(/\s+/))
      .some(([pattern, ...set]) => pattern === needed.split(' ')[0] || (pattern === '*' && set.includes('eol=lf'))),
};

/**
 * Returns whether the patterns of a .gitignore ignore a folder, by its name; undefined if no pattern is about it. The last one decides, as
 * in git. `isBelow`: the folder lies deeper than the .gitignore. Knows patterns of one name, such as `/.eva/`, `.eva/*` and `.e*`.
 */
export function ignores(text: string, name: string, isBelow = false): boolean | undefined {
  const about = linesOf(text).flatMap((line) => patternAbout(line, name, isBelow) ?? []);
  const ofFolder = about.findLast(({ isOfContents }) => !isOfContents);
  const last = ofFolder?.isUndone === false ? ofFolder : about.at(-1);
  return last === undefined ? undefined : !last.isUndone;
}

const longestPattern = 200;

/** A pattern of a .gitignore that matches a folder, or everything in it (`.eva/*`), which `!.eva/*` undoes. */
interface FolderPattern {
  readonly isUndone: boolean;
  readonly isOfContents: boolean;
}

function patternAbout(line: string, name: string, isBelow: boolean): FolderPattern | null {
  if (line.startsWith('#') || line.length > longestPattern) return null;
  const isUndone = line.startsWith('!');
  const pattern = line.slice(isUndone ? 1 : 0).replace(/ +$/, '');
  const path = pattern.replace(/\/$/, '');
  // A slash anywhere but at the end binds a pattern to the folder of the .gitignore.
  if (isBelow && path.includes('/') && !path.startsWith('**/')) return null;
  const inFolder = path.replace(/^(\*\*)?\//, '');
  const isOfContents = /\/\*{1,2}$/.test(inFolder) && path === pattern;
  const folder = isOfContents ? inFolder.replace(/\/\*+$/, '') : inFolder;
  return folder !== '' && !folder.includes('/') && globMatcher(folder)(name) ? { isUndone, isOfContents } : null;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/\r$/, ''));
}

/**
 * Returns the bytes of a file with the lines that it lacks, after everything that it has. Keeps the line ends of the file. Returns the same
 * buffer if it lacks none.
 */
export function withLines(old: Buffer, { comment, needed, isCovered }: NeededLines): Buffer {
  const text = old.toString('latin1');
  const missing = needed.filter((one) => !isCovered(text, one));
  if (missing.length === 0) return old;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : /\n$/.test(text) ? end : `${end}${end}`;
  const added = [comment, ...missing].map((line) => line + end).join('');
  return Buffer.concat([old, Buffer.from(gap + added, 'latin1')]);
}
