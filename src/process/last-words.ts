const shownLines = 3;
const shownOfError = 300;
/** The message of an error, with which Python and Ruby end: `KeyError: 'ID'`. */
const message = /^[\w.:]*(?:Error|Exception|Exit|Interrupt|Warning)\b/;
/** The lines of an error text that are left out: stack frames and the version of Node. */
const stackFrame = /^\s*at\s/;
const ofNode = /^Node\.js v\d/;

/**
 * Returns the last lines of what a program wrote, which usually hold the reason, as one line after a colon: the last one alone if it is the message of
 * an error. Empty if the program wrote nothing.
 */
export function lastWords(written: string): string {
  const output = written.split(/\r?\n/).filter((line) => line.trim() !== '' && !ofNode.test(line));
  const lines = withoutSource(withoutStack(output));
  const end = lines
    .slice(message.test(lines.at(-1) ?? '') ? -1 : -shownLines)
    .join(' / ')
    .replace(/\s+/g, ' ')
    .trim();
  return end === '' ? '' : `: ${end.length > shownOfError ? `…${end.slice(-shownOfError)}` : end}`;
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
