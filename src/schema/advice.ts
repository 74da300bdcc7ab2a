import { member } from './schema-error.js';

const pairs = 'write "key: value" pairs, with a space after each colon';

/** What to write where a value of another kind stands. `asked` are the names of the kinds that JSON Schema has. */
export function kindAdvice(data: unknown, asked: readonly string[]): string {
  if (data === null) return 'give it a value, or take it out';
  if (asked.includes('string') && asked.includes('object')) return 'write a mapping, or the path of a file';
  if (asked.includes('string') && typeof data !== 'object') return 'put it in quotes';
  if (asked.includes('boolean') && asked.includes('object')) return 'write true, false, or "key: value" pairs';
  if (asked.includes('array')) return 'begin each entry of the list with "- "';
  if (asked.includes('object')) return pairs;
  if (asked.includes('boolean')) return `write true or false${typeof data === 'string' ? ', without quotes' : ''}`;
  if (asked.includes('string')) return 'write one text';
  return numberAdvice(data, asked.includes('integer'));
}

function numberAdvice(data: unknown, isWhole: boolean): string {
  if (typeof data !== 'string') return isWhole ? 'write a whole number' : 'write a number';
  if (data.trim() !== '' && Number.isFinite(Number(data))) return 'take the quotes away';
  if (/^-?\d+,\d+$/.test(data)) return `write ${data.replace(',', '.')}`;
  if (/^-?\d/.test(data)) return 'write the number alone, without a unit';
  return isWhole ? 'write a whole number' : 'write a number';
}

/** Between what a number must lie, as its schema says it. */
export function rangeAdvice(schema: unknown): string {
  const least = member(schema, 'minimum');
  const above = member(schema, 'exclusiveMinimum');
  const most = member(schema, 'maximum');
  const below = member(schema, 'exclusiveMaximum');
  const from = least === undefined ? undefined : `${least} or more`;
  const low = above === undefined ? from : `more than ${above}`;
  const to = most === undefined ? undefined : `at most ${most}`;
  const high = below === undefined ? to : `less than ${below}`;
  return `write a number that is ${[low, high].filter((bound) => bound !== undefined).join(' and ')}`;
}

/** Kinds of JSON values in the words of messages. */
const kindWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  null: 'nothing',
};

/** What a value is: `text`, `a list`, `nothing`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return kindWords[typeof value] ?? typeof value;
}

/** What the `type` keyword of a schema asks for: `a mapping or a list`. */
export function kindsAsked(type: unknown): string {
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  return names.map((name) => kindWords[String(name)] ?? String(name)).join(' or ');
}
