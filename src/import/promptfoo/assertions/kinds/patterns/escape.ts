/** Returns a pattern that matches a text itself. White space that YAML would fold or hide is written as an escape. */
export function escapePattern(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
}
