/** Lines that a file of git needs, and the comment above them. */
export interface NeededLines {
  readonly file: '.gitignore' | '.gitattributes';
  readonly comment: string;
  readonly needed: readonly string[];
  /** Returns true if a line of the file does the same as a needed one. */
  readonly covers: (line: string, needed: string) => boolean;
}

/** Keeps runs and the cache of this machine out of git. */
export const ignored: NeededLines = {
  file: '.gitignore',
  comment: '# Runs and cache of eva on this machine',
  needed: ['.eva/'],
  covers: (line) => /^(\/|\*\*\/)?\.eva\/?$/.test(line),
};

/** Lets git keep the lines of both branches in logs and recordings. */
export const merged: NeededLines = {
  file: '.gitattributes',
  comment: '# Keep the lines of both branches in logs and recordings of eva',
  needed: ['.eval.jsonl merge=union', '.attempts.jsonl merge=union', 'recordings.jsonl merge=union linguist-generated'],
  covers: (line, needed) => /^\*\.jsonl\s.*\bmerge=union\b/.test(line) || line.split(/\s+/)[0] === needed.split(' ')[0],
};

/**
 * Returns the bytes of a file with the lines that it lacks, after everything that it has; null if it lacks none. Keeps the line ends of the
 * file.
 */
export function withLines(old: Buffer | null, { comment, needed, covers }: NeededLines): Buffer | null {
  const text = old?.toString('latin1') ?? '';
  const present = text.split(/\r?\n/).map((line) => line.trim());
  const missing = needed.filter((one) => !present.some((line) => covers(line, one)));
  if (missing.length === 0) return null;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : /\n$/.test(text) ? end : `${end}${end}`;
  const added = [comment, ...missing].map((line) => line + end).join('');
  return Buffer.concat([old ?? Buffer.alloc(0), Buffer.from(gap + added, 'latin1')]);
}
