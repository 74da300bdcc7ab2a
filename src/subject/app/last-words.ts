const shownLines = 3;
const shownLength = 300;
/** Where an error was thrown says less than what it says, and so does what Node prints of it behind that. */
const stackFrame = /^\s*at\s/;
const ofNode = /^Node\.js v\d/;

/** The end of what a program wrote to standard error, in which the reason usually stands: one line, with a colon before it; empty if there is nothing. */
export function lastWords(stderr: string): string {
  const said = stderr.split(/\r?\n/).filter((line) => line.trim() !== '' && !ofNode.test(line));
  const lines = withoutSource(withoutStack(said));
  const end = lines.slice(-shownLines).join(' / ').replace(/\s+/g, ' ').trim();
  return end === '' ? '' : `: ${end.length > shownLength ? `…${end.slice(-shownLength)}` : end}`;
}

/** The lines before the last stack, if the program ended with one: a frame, and behind it no more than the error's fields. */
function withoutStack(lines: readonly string[]): readonly string[] {
  const lastFrame = lines.findLastIndex((line) => stackFrame.test(line));
  const isLast = lines.slice(lastFrame + 1).every((line) => /^\s|^[{}\]]/.test(line));
  const kept = lastFrame >= 0 && isLast ? lines.slice(0, lastFrame) : lines;
  return kept.filter((line) => !stackFrame.test(line));
}

/** The lines behind the last one that points at a place in source code with carets. */
function withoutSource(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findLastIndex((line) => /^\s*\^+\s*$/.test(line)) + 1);
}
