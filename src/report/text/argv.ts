/** A command line. Words that hold more than plain characters are quoted, so that it is plain where each begins and ends. */
export function argvInWords(argv: readonly string[]): string {
  return argv.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}
