const shownLines = 3;
const shownLength = 300;
/** Lines to leave out: stack frames, and Node's version. */
const stackFrame = /^\s*at\s/;
const ofNode = /^Node\.js v\d/;

/**
 * Returns the last lines of a program's standard error, which usually hold the reason, as one line after a colon. Empty if the
 * program wrote nothing.
 */
export function lastWords(stderr: string): string {
  const output = stderr.split(/\r?\n/).filter((line) => line.trim() !== '' && !ofNode.test(line));
  const lines = withoutSource(withoutStack(output));
  const end = lines.slice(-shownLines).join(' / ').replace(/\s+/g, ' ').trim();
  return end === '' ? '' : `: ${end.length > shownLength ? `…${end.slice(-shownLength)}` : end}`;
}

/** Returns the lines without stack frames. Drops everything from the last stack trace on, if only fields of the error follow it. */
function withoutStack(lines: readonly string[]): readonly string[] {
  const lastFrame = lines.findLastIndex((line) => stackFrame.test(line));
  const isLast = lines.slice(lastFrame + 1).every((line) => /^\s|^[{}\]]/.test(line));
  const kept = lastFrame >= 0 && isLast ? lines.slice(0, lastFrame) : lines;
  return kept.filter((line) => !stackFrame.test(line));
}

/** Returns the lines after the last line of carets, which mark a place in source code. */
function withoutSource(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findLastIndex((line) => /^\s*\^+\s*$/.test(line)) + 1);
}
