const shownLines = 3;
const shownLength = 300;
/** Where an error was thrown says less than what it says. */
const stackFrame = /^\s*at\s|^Node\.js v\d/;

/** The end of what a program wrote to standard error, in which the reason usually stands: one line, with a colon before it; empty if there is nothing. */
export function lastWords(stderr: string): string {
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== '' && !stackFrame.test(line));
  const end = lines.slice(-shownLines).join(' / ').replace(/\s+/g, ' ').trim();
  return end === '' ? '' : `: ${end.length > shownLength ? `…${end.slice(-shownLength)}` : end}`;
}
