import { isObject, type JsonValue } from '#model/data/json.js';

/** An expression that an import can compute. Nothing of it is code: names are looked up, filters are a fixed list. */
export type Expression =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly key: Expression }
  | { readonly kind: 'filter'; readonly name: string; readonly of: Expression; readonly args: FilterArguments }
  /** The text of an expression as it is written inside a string of JSON. */
  | { readonly kind: 'escaped'; readonly of: Expression }
  | { readonly kind: 'join'; readonly mark: '~' | '+'; readonly left: Expression; readonly right: Expression };

export interface FilterArguments {
  readonly list: readonly Expression[];
  readonly named: readonly (readonly [name: string, value: Expression])[];
}

/** Returns the names of the variables that an expression reads, each once. */
export function variablesIn(expression: Expression): readonly string[] {
  return [...new Set(allNames(expression))];
}

function allNames(expression: Expression): readonly string[] {
  if (expression.kind === 'name') return [expression.name];
  return partsOf(expression).flatMap(allNames);
}

export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'member':
      return [expression.of, expression.key];
    case 'escaped':
      return [expression.of];
    case 'join':
      return [expression.left, expression.right];
    case 'filter':
      return [expression.of, ...expression.args.list, ...expression.args.named.map(([, value]) => value)];
    default:
      return [];
  }
}

/** A part of a template that the import does not carry over. */
export class UnsupportedTemplate extends Error {
  constructor(
    /** What it is, as a clause: `the operator \`==\``. */
    readonly what: string,
    /** Its offset in the template. */
    readonly offset: number,
  ) {
    super(what);
  }
}

/** A value while a template is computed; undefined for a variable or key that is absent. */
export type TemplateValue = JsonValue | undefined;

/** The most characters that a computed text may have. */
const mostCharacters = 4_000_000;

/** A template that cannot be computed for the values of a test, for instance a filter that does not take them. */
export class TemplateFailure extends Error {}

/** Returns the text of a value inside an expression, as JavaScript concatenates it: `null` and `undefined` as words, lists as `a,b`. */
export function joinedText(value: TemplateValue): string {
  if (Array.isArray(value)) return textOfList(value as readonly TemplateValue[], ',');
  return isObject(value) ? '[object Object]' : String(value);
}

/** Joins the texts of a list; null and undefined are empty. */
export function textOfList(items: readonly TemplateValue[], delimiter: string): string {
  return limited(items.map((item) => shownText(item)).join(delimiter));
}

/** Returns the text that a placeholder is replaced by: nothing for null and for what is absent. */
export function shownText(value: TemplateValue): string {
  return value === undefined || value === null ? '' : joinedText(value);
}

/** Returns a text of a sensible length. Throws `TemplateFailure` if it is too long. */
export function limited(text: string): string {
  if (text.length > mostCharacters) throw new TemplateFailure(`the text is longer than ${mostCharacters} characters`);
  return text;
}

/** Returns an own property of a value, or an element or the length of a text or list. Anything inherited is absent. */
export function memberOf(value: TemplateValue, key: TemplateValue): TemplateValue {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return undefined;
  const name = joinedText(key);
  const whole = Object(value) as Readonly<Record<string, JsonValue>>;
  return Object.hasOwn(whole, name) ? whole[name] : undefined;
}

/** Returns true for a text, number or boolean. */
export function isScalar(value: TemplateValue): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** The values of a filter's arguments. */
export interface FilterValues {
  readonly list: readonly TemplateValue[];
  readonly named: Readonly<Record<string, TemplateValue>>;
}

/** Computes a filter. Throws `TemplateFailure` for a value on which Nunjucks fails too. */
export type Filter = (value: TemplateValue, args: FilterValues) => TemplateValue;

/** Returns the text of a filter's value: empty for null, false and what is absent. */
export function textFor(filter: string, value: TemplateValue): string {
  if (value === undefined || value === null || value === false) return '';
  return strictText(filter, value);
}

/** Returns a value that must be a text. */
export function strictText(filter: string, value: TemplateValue): string {
  if (typeof value !== 'string') throw new TemplateFailure(`the filter \`${filter}\` of ${typeInWords(value)}`);
  return value;
}

/** Returns the words for the type of a value. */
export function typeInWords(value: TemplateValue): string {
  if (value === undefined) return 'an absent value';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a mapping' : `a ${typeof value}`;
}
