const shownLines = 3;
const shownLength = 300;
/** Stack frames and Node's version line say less than the error itself. */
const stackFrame = /^\s*at\s/;
const ofNode = /^Node\.js v\d/;

/** Returns the end of a program's standard error, which usually has the reason, as one line after a colon; empty without output. */
export function lastWords(stderr: string): string {
  const said = stderr.split(/\r?\n/).filter((line) => line.trim() !== '' && !ofNode.test(line));
  const lines = withoutSource(withoutStack(said));
  const end = lines.slice(-shownLines).join(' / ').replace(/\s+/g, ' ').trim();
  return end === '' ? '' : `: ${end.length > shownLength ? `…${end.slice(-shownLength)}` : end}`;
}

/** Returns the lines before the last stack trace if only fields of the error follow it, without any stack frames. */
function withoutStack(lines: readonly string[]): readonly string[] {
  const lastFrame = lines.findLastIndex((line) => stackFrame.test(line));
  const isLast = lines.slice(lastFrame + 1).every((line) => /^\s|^[{}\]]/.test(line));
  const kept = lastFrame >= 0 && isLast ? lines.slice(0, lastFrame) : lines;
  return kept.filter((line) => !stackFrame.test(line));
}

/** Returns the lines after the last line of carets, which point into source code. */
function withoutSource(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findLastIndex((line) => /^\s*\^+\s*$/.test(line)) + 1);
}
