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
  needed: ['.eval.jsonl merge=union', '.attempts.jsonl merge=union', 'recordings.jsonl merge=union linguist-generated'],
  isCovered: (text, needed) =>
    linesOf(text)
      .map((line) => line.trim())
      .some((line) => /^\*\.jsonl\s.*\bmerge=union\b/.test(line) || line.split(/\s+/)[0] === needed.split(' ')[0]),
};

/**
 * Returns whether the patterns of a .gitignore ignore a folder, by its name; undefined if no pattern is about it. The last one decides, as
 * in git. `isBelow`: the folder lies deeper than the .gitignore. Knows patterns of one name, such as `/.eva/` and `.e*`.
 */
export function ignores(text: string, name: string, isBelow = false): boolean | undefined {
  const last = linesOf(text).findLast((line) => line.length < longestPattern && isAbout(line, name, isBelow));
  return last === undefined ? undefined : !last.startsWith('!');
}

const longestPattern = 200;

function isAbout(line: string, name: string, isBelow: boolean): boolean {
  const isUndone = line.startsWith('!');
  const pattern = line.slice(isUndone ? 1 : 0).trimEnd();
  if (line.startsWith('#') || (isBelow && pattern.startsWith('/'))) return false;
  const folder = pattern.replace(/^(\*\*)?\//, '').replace(isUndone ? /\/$/ : /\/\*{0,2}$/, '');
  return folder !== '' && !folder.includes('/') && globMatcher(folder)(name);
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
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
