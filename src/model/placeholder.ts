/** `{{name}}`, spaces inside the braces allowed; the first group is the name. Global, so use it with `replace` and `matchAll`. */
export const placeholderPattern = /\{\{ *([A-Za-z_][A-Za-z0-9_-]*) *\}\}/g;

/**
 * Puts values in the place of `{{name}}`: verbatim, in one pass, so that a value is never read as a template again.
 * A placeholder without a value is left as it stands.
 */
export function render(body: string, values: Readonly<Record<string, string>>): string {
  return body.replace(placeholderPattern, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/** The names that a text asks values for, each once, in the order of their first use. */
export function placeholders(body: string): string[] {
  return [...new Set([...body.matchAll(placeholderPattern)].map((match) => match[1] ?? ''))];
}
