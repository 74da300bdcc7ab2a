const shownLines = 3;
const shownOfError = 240;
/** The message of an error, with which Python and Ruby end: `KeyError: 'ID'`. */
const message = /^[\w.:]*(?:Error|Exception|Exit|Interrupt|Warning)\b/;
/** The line with which Go and Rust begin the message of a crash; frames follow it. */
const crash = /^(?:panic|fatal error): |^thread .* panicked at /;
/** The lines of an error text that are left out: stack frames and the version of Node. */
const stackFrame = /^\s*at\s|^goroutine \d/;
const ofNode = /^Node\.js v\d/;
/** Places in source code: a frame of Python, the deepest last; and lines of Node, Java and Go, the deepest first. */
const pythonPlace = /^\s*File "(?:[^"<]*[/\\])?([^"<>/\\]+)", line (\d+)/;
const otherPlace = /^\s*(?:at .*[(/ ]|(?:file:\/\/)?\/(?:.*\/)?)([\w.-]+):(\d+)(?::\d+)?\)?(?: \+0x[0-9a-f]+)?$/;
/** Lines of code that the author of a program did not write. */
const ofLibrary = /node:|node_modules|site-packages|dist-packages|\/lib\/python|java\.base|\/go\/src\//;

/**
 * Returns the last lines of what a program wrote, which usually hold the reason, as one line after a colon: the last one alone if it is the message of
 * an error. Ends with the place in its code, if there is one. Empty if the program wrote nothing.
 */
export function lastWords(written: string): string {
  const output = written.split(/\r?\n/).filter((line) => line.trim() !== '' && !ofNode.test(line));
  const lines = withoutSource(withoutStack(output));
  const begin = output.findLastIndex((line) => crash.test(line));
  const last = lines.slice(message.test(lines.at(-1) ?? '') ? -1 : -shownLines);
  const end = (begin < 0 ? last : output.slice(begin, begin + 2).filter((line) => !stackFrame.test(line)))
    .join(' / ')
    .replace(/\s+/g, ' ')
    .trim();
  if (end === '') return '';
  return `: ${end.length > shownOfError ? `…${end.slice(-shownOfError)}` : end}${placeIn(written, end)}`;
}

/** Returns the place of an error in the code of its author, as its text or stack names it: ` (bot.py:12)`; empty if `words` say it already. */
export function placeIn(written: string, words: string): string {
  const lines = written.split(/\r?\n/).filter((line) => !ofLibrary.test(line));
  const found = (pattern: RegExp) => lines.flatMap((line) => (pattern.exec(line) ?? []).slice(1).join(':') || []);
  const place = found(pythonPlace).at(-1) ?? found(otherPlace)[0];
  return place === undefined || words.includes(place) ? '' : ` (${place})`;
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
