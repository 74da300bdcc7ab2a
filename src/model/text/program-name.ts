/** A file of code, which an interpreter runs. */
const script = /^[^-=][^=]*\.(?:[cm]?[jt]s|py|rb|sh|pl|php)$/;

/** Returns a name for the program of a command line: that of its script, else its first word. Other words are left out: one may be a key. */
export function programName(argv: readonly string[]): string {
  const path = argv.find((word) => script.test(word)) ?? argv[0] ?? '';
  return path.slice(path.lastIndexOf('/') + 1).slice(0, 100);
}
