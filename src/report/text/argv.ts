/** Renders a command line. Quotes words with special characters, so that the reader sees where each word begins and ends. */
export function argvInWords(argv: readonly string[]): string {
  return argv.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}
