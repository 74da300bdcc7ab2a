/** A word for a command that people copy: in quotes, within which a shell obeys nothing, unless it is plain. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,][\w./:=@%+,-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
