/** `{{name}}`, spaces inside the braces allowed; the first group is the name. Global, so use it with `replace` and `matchAll`. */
export const placeholderPattern = /\{\{ *([A-Za-z_][A-Za-z0-9_-]*) *\}\}/g;

/** The names that a text asks values for, each once, in the order of their first use. */
export function placeholders(body: string): string[] {
  return [...new Set([...body.matchAll(placeholderPattern)].map((match) => match[1] ?? ''))];
}
