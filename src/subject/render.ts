import { placeholderPattern } from '#model/placeholder.js';

/**
 * Puts values in the place of `{{name}}`: verbatim, in one pass, so that a value is never read as a template again.
 * A placeholder without a value is left as it stands.
 */
export function render(body: string, values: Readonly<Record<string, string>>): string {
  return body.replace(placeholderPattern, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}
