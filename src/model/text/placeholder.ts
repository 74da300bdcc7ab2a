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

/** The body of a prompt is asked about for each of its cases. */
let latest: { readonly body: string; readonly names: readonly string[] } = { body: '', names: [] };

/** The names that a text asks values for, each once, in the order of their first use. */
export function placeholders(body: string): readonly string[] {
  if (latest.body !== body) {
    const names = new Set(Array.from(body.matchAll(placeholderPattern), ([, name = '']) => name));
    latest = { body, names: [...names] };
  }
  return latest.names;
}
