/** Kinds of JSON values in the words of messages. */
const kindWords = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  null: 'nothing',
} as const;

export type Kind = keyof typeof kindWords;

/** Returns the kind of a JSON value. Whole numbers are `number`. */
export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as Kind);
}

/** Returns the kind of a value in words: `text`, `a list`, `nothing`. */
export function kindInWords(value: unknown): string {
  return kindWords[kindOf(value)] ?? typeof value;
}

/** Returns the kinds that the `type` keyword of a schema allows, in words: `a mapping or a list`. */
export function kindsAsked(type: unknown): string {
  return [type]
    .flat()
    .map((name) => kindWords[name as Kind] ?? String(name))
    .join(' or ');
}

/** The ways to correct a value of a wrong kind, in words. */
const kindHints = {
  fill: 'give it a value, or remove it',
  mapping_or_path: 'write a mapping, or one text: a path or a name',
  quote: 'put it in quotes',
  boolean_or_mapping: 'write true, false, or "key: value" pairs',
  value_or_list: 'write one value, or a list of values',
  list: 'begin each entry of the list with "- "',
  mapping: 'write "key: value" pairs, with a space after each colon',
  unquoted_boolean: 'write true or false, without quotes',
  boolean: 'write true or false',
  text: 'write one text',
  unquote: 'take the quotes away',
  no_unit: 'write the number alone, without a unit',
  integer: 'write a whole number',
  number: 'write a number',
  cases_above: 'write cases: on a line above the list',
  no_messages_key: 'remove the line "messages:"; the file is the list itself',
} as const;

/** `decimal`: the number that a text with a decimal comma means. `write`: the text to write. */
export type KindFix = keyof typeof kindHints | { readonly decimal: string } | { readonly write: string };

/** Hints for objects of a program that replace the hints for YAML. */
const objectHints: Readonly<Partial<Record<KindFix & string, string>>> = {
  quote: 'write a text',
  list: 'write a list',
  mapping: 'write an object',
};

export function kindHint(fix: KindFix, isObject: boolean): string {
  if (typeof fix === 'object') return `write ${'decimal' in fix ? fix.decimal : fix.write}`;
  return (isObject ? objectHints[fix] : undefined) ?? kindHints[fix];
}

/** Returns how to correct a value that has none of the allowed kinds. */
export function kindFix(data: unknown, asked: readonly Kind[]): KindFix {
  if (data === null) return 'fill';
  if (asked.includes('string') && asked.includes('object')) return 'mapping_or_path';
  if (asked.includes('string') && typeof data !== 'object') return 'quote';
  if (asked.includes('boolean') && asked.includes('object')) return 'boolean_or_mapping';
  if (asked.includes('array')) return asked.includes('string') ? 'value_or_list' : 'list';
  if (asked.includes('object')) return 'mapping';
  if (asked.includes('boolean')) return typeof data === 'string' ? 'unquoted_boolean' : 'boolean';
  return asked.includes('string') ? 'text' : numberFix(data, asked.includes('integer') ? 'integer' : 'number');
}

function numberFix(data: unknown, asked: 'integer' | 'number'): KindFix {
  if (typeof data !== 'string') return asked;
  if (data.trim() !== '' && Number.isFinite(Number(data))) return 'unquote';
  if (/^-?[1-9]\d{0,2}(,\d{3})+$/.test(data)) return groupedFix(data, asked);
  if (/^-?\d+,\d+$/.test(data)) return asked === 'integer' ? 'integer' : { decimal: data.replace(',', '.') };
  return /^-?\d/.test(data) ? 'no_unit' : asked;
}

/** Returns how to write a number such as 1,500: as thousands, unless it may also be one and a half. */
function groupedFix(data: string, asked: 'integer' | 'number'): KindFix {
  const whole = data.replaceAll(',', '');
  const [, ...groups] = data.split(',');
  return { write: asked === 'integer' || groups.length > 1 ? whole : `${data.replace(',', '.')} or ${whole}` };
}
