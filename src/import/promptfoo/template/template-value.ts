import { isObject, type JsonValue } from '#model/data/json.js';

/** A value while a template is computed; undefined for a variable or key that is absent. */
export type TemplateValue = JsonValue | undefined;

/** The most characters that a computed text may have. */
export const mostCharacters = 4_000_000;

/** A template that cannot be computed for the values of a test, for instance a filter that does not take them. */
export class TemplateFailure extends Error {}

/** Returns the text of a value inside an expression, as JavaScript concatenates it: `null` and `undefined` as words, lists as `a,b`. */
export function textOf(value: TemplateValue): string {
  if (Array.isArray(value)) return textOfList(value as readonly TemplateValue[], ',');
  return isObject(value) ? '[object Object]' : String(value);
}

/** Joins the texts of a list; null and undefined are empty. */
export function textOfList(items: readonly TemplateValue[], delimiter: string): string {
  return limited(items.map((item) => outputOf(item)).join(delimiter));
}

/** Returns the text that a placeholder is replaced by: nothing for null and for what is absent. */
export function outputOf(value: TemplateValue): string {
  return value === undefined || value === null ? '' : textOf(value);
}

/** Returns a text of a sensible length. Throws `TemplateFailure` if it is too long. */
export function limited(text: string): string {
  if (text.length > mostCharacters) throw new TemplateFailure(`the text is longer than ${mostCharacters} characters`);
  return text;
}

/** Returns an own property of a value, or an element or the length of a text or list. Anything inherited is absent. */
export function memberOf(value: TemplateValue, key: TemplateValue): TemplateValue {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return undefined;
  const name = textOf(key);
  const whole = Object(value) as Readonly<Record<string, JsonValue>>;
  return Object.hasOwn(whole, name) ? whole[name] : undefined;
}

/** Returns true for a text, number or boolean. */
export function isScalar(value: TemplateValue): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
