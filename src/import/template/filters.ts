import { isObject, type JsonValue } from '#model/data/json.js';
import {
  type Expression,
  type Filter,
  type FilterArguments,
  type FilterValues,
  isScalar,
  joinedText,
  limited,
  memberOf,
  shownText,
  strictText,
  TemplateFailure,
  type TemplateValue,
  textFor,
  textOfList,
  typeInWords,
} from './expression.js';

/** Other names of filters. `json` and `tojson` are no filters of Nunjucks, but of its kin; they can only mean this. */
const aliases: Readonly<Record<string, string>> = {
  d: 'default',
  e: 'escape',
  forceescape: 'escape',
  json: 'dump',
  tojson: 'dump',
};

/** Filters that make a text of a text. */
const textFilters: Readonly<Record<string, Filter>> = {
  upper: (value) => textFor('upper', value).toUpperCase(),
  lower: (value) => textFor('lower', value).toLowerCase(),
  trim: (value) => strictText('trim', value).trim(),
  capitalize: (value) => capitalized(textFor('capitalize', value)),
  title: (value) => textFor('title', value).split(' ').map(capitalized).join(' '),
  safe: (value) => shownText(value),
  string: textOfAny,
  escape: (value) => limited(shownText(value).replace(/[&"'<>\\]/g, (mark) => marksOfHtml[mark] ?? mark)),
  nl2br: (value) =>
    value === undefined || value === null ? '' : limited(strictText('nl2br', value).replace(/\r\n|\n/g, '<br />\n')),
  replace: replaced,
  indent: indented,
  truncate: truncated,
  wordcount: (value) => textFor('wordcount', value).match(/\w+/g)?.length ?? null,
  urlencode: urlEncoded,
};

/** Filters of lists, numbers and values of any type. */
const valueFilters: Readonly<Record<string, Filter>> = {
  default: (value, { list: [by, isForEmpty] }) => (isForEmpty ? value || by : value !== undefined ? value : by),
  length: lengthOf,
  join: joined,
  first: (value) => memberOf(present('first', value), 0),
  last: (value) => memberOf(present('last', value), Number(memberOf(value, 'length')) - 1),
  reverse: reversed,
  sort: sorted,
  dump: (value, { list: [spaces] }) => limitedJson(value, spaces),
  load: loaded,
  abs: (value) => Math.abs(numberOf('abs', value)),
  round: rounded,
  int: toInt,
  float: (value, { list: [by] }) => orDefault(Number.parseFloat(joinedText(value)), by),
};

const filters: Readonly<Record<string, Filter>> = { ...textFilters, ...valueFilters };

/** Filters whose result is a text for which some filters mean something else. */
const marksSafe = ['safe', 'escape'];

const readsSafeAlike = [
  'upper',
  'lower',
  'trim',
  'capitalize',
  'title',
  'safe',
  'string',
  'replace',
  'truncate',
  'length',
];

const takesNamed = ['sort', 'int'];

/** Returns the reason why a filter is not carried over, as a clause; null if it is. */
export function refuseFilter(name: string, { of, args }: { of: Expression; args: FilterArguments }): string | null {
  const known = knownName(name);
  if (known === undefined) return `the filter \`${name.slice(0, 40)}\``;
  if (args.named.length > 0 && !takesNamed.includes(known)) return `the filter \`${name}\` with named arguments`;
  const isSafe = safeFilterIn(of);
  return isSafe && !readsSafeAlike.includes(known) ? `the filter \`${name}\` behind \`${isSafe}\`` : null;
}

/** Returns the name of a filter that marks the text of an expression as safe, which most filters pass on. */
function safeFilterIn(of: Expression): string | undefined {
  if (of.kind !== 'filter') return undefined;
  return marksSafe.includes(knownName(of.name) ?? '') ? of.name : safeFilterIn(of.of);
}

export function applyFilter(name: string, value: TemplateValue, args: FilterValues): TemplateValue {
  const filter = filters[knownName(name) ?? ''];
  if (!filter) throw new TemplateFailure(`the filter \`${name}\``);
  return filter(value, args);
}

function knownName(name: string): string | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  return Object.hasOwn(filters, name) ? name : undefined;
}

const marksOfHtml: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
  '\\': '&#92;',
};

function capitalized(text: string): string {
  const lower = text.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

function textOfAny(value: TemplateValue): string {
  if (value === undefined || value === null)
    throw new TemplateFailure(`the filter \`string\` of ${typeInWords(value)}`);
  return joinedText(value);
}

function replaced(value: TemplateValue, { list }: FilterValues): TemplateValue {
  const [old, by, most] = list;
  if (typeof old !== 'number' && typeof old !== 'string') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const text = String(value);
  const added = joinedText(by);
  if (most !== undefined && (typeof most !== 'number' || !Number.isInteger(most))) {
    throw new TemplateFailure('the filter `replace` with a count that is no whole number');
  }
  if (old === '') return replacedEverywhere(text, added);
  return replacedTimes(text, String(old), added, most ?? -1);
}

/** Puts a text before, between and behind all characters. */
function replacedEverywhere(text: string, added: string): string {
  if ((text.length + 1) * added.length > 4_000_000) throw new TemplateFailure('the filter `replace` makes a huge text');
  return added + text.split('').join(added) + added;
}

/** `most` is -1 for all. */
function replacedTimes(text: string, old: string, by: string, most: number): string {
  let next = text.indexOf(old);
  if (most === 0 || next === -1) return text;
  const pieces: string[] = [];
  let from = 0;
  let length = 0;
  for (let count = 0; next !== -1 && (most === -1 || count < most); count++) {
    pieces.push(text.slice(from, next), by);
    length += by.length;
    if (length > 4_000_000) throw new TemplateFailure('the filter `replace` makes a huge text');
    from = next + old.length;
    next = text.indexOf(old, from);
  }
  return limited(pieces.join('') + text.slice(from));
}

function indented(value: TemplateValue, { list }: FilterValues): string {
  const text = textFor('indent', value);
  const [width, isFirstToo] = list;
  const spaces = ' '.repeat(widthOf('indent', width, 4));
  const lines = text === '' ? [] : text.split('\n');
  if (lines.length * spaces.length > 4_000_000) throw new TemplateFailure('the filter `indent` makes a huge text');
  return limited(lines.map((line, index) => (index === 0 && !isFirstToo ? line : spaces + line)).join('\n'));
}

function truncated(value: TemplateValue, { list }: FilterValues): string {
  const text = textFor('truncate', value);
  const [length, killsWords, end] = list;
  const most = widthOf('truncate', length, 255);
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most);
  const kept = text.slice(0, killsWords || space === -1 ? most : space);
  return limited(kept + (end === undefined || end === null ? '...' : joinedText(end)));
}

/** Returns the whole number of an argument; the default for 0 and for what is absent. */
function widthOf(filter: string, width: TemplateValue, byDefault: number): number {
  const value = width || byDefault;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 100_000) {
    throw new TemplateFailure(`the filter \`${filter}\` with the width ${joinedText(value).slice(0, 40)}`);
  }
  return value;
}

function urlEncoded(value: TemplateValue): string {
  const text = strictText('urlencode', value);
  if (/\p{Surrogate}/u.test(text)) throw new TemplateFailure('the filter `urlencode` of a broken text');
  return limited(encodeURIComponent(text));
}

function present(filter: string, value: TemplateValue): TemplateValue {
  if (value === undefined || value === null)
    throw new TemplateFailure(`the filter \`${filter}\` of ${typeInWords(value)}`);
  return value;
}

function lengthOf(value: TemplateValue): TemplateValue {
  if (value === undefined || value === null || value === false) return 0;
  if (isObject(value)) return Object.keys(value).length;
  return typeof value === 'string' || Array.isArray(value) ? value.length : undefined;
}

function joined(value: TemplateValue, { list: [delimiter, key] }: FilterValues): string {
  const items = listOf('join', value);
  const parts = key ? items.map((item) => memberOf(present('join', item), key)) : items;
  return textOfList(parts, delimiter ? joinedText(delimiter) : '');
}

function listOf(filter: string, value: TemplateValue): readonly JsonValue[] {
  if (!Array.isArray(value)) throw new TemplateFailure(`the filter \`${filter}\` of ${typeInWords(value)}`);
  return value as readonly JsonValue[];
}

function reversed(value: TemplateValue): TemplateValue {
  if (typeof value === 'string') return value.split('').reverse().join('');
  return listOf('reverse', value ?? []).toReversed();
}

function sorted(value: TemplateValue, { list, named }: FilterValues): TemplateValue {
  const [isReversed = named['reverse'], isCaseSensitive = named['case_sensitive'], path = named['attribute']] = list;
  const steps = path ? joinedText(path).split('.') : [];
  const keyed = listOf('sort', value ?? []).map((item) => {
    const key = steps.reduce<TemplateValue>((of, step) => memberOf(of, step), item);
    return { item, key: typeof key === 'string' && !isCaseSensitive ? key.toLowerCase() : key };
  });
  const types = new Set(keyed.map(({ key }) => typeof key));
  if (types.size > 1 || !keyed.every(({ key }) => isScalar(key))) {
    throw new TemplateFailure('the filter `sort` of values of several types');
  }
  const sign = isReversed ? -1 : 1;
  return keyed.toSorted((a, b) => sign * compare(a.key, b.key)).map(({ item }) => item);
}

function compare(a: TemplateValue, b: TemplateValue): number {
  if (!isScalar(a) || !isScalar(b)) return 0;
  return a < b ? -1 : a > b ? 1 : 0;
}

function limitedJson(value: TemplateValue, spaces: TemplateValue): TemplateValue {
  if (value === undefined) return undefined;
  const indent = typeof spaces === 'string' || typeof spaces === 'number' ? spaces : undefined;
  return limited(JSON.stringify(value, null, indent));
}

function loaded(value: TemplateValue): TemplateValue {
  try {
    return JSON.parse(limited(joinedText(value))) as JsonValue;
  } catch {
    throw new TemplateFailure('the filter `load` of a text that is no JSON');
  }
}

function numberOf(filter: string, value: TemplateValue): number {
  if (Array.isArray(value) || isObject(value)) {
    throw new TemplateFailure(`the filter \`${filter}\` of ${typeInWords(value)}`);
  }
  return value === undefined ? Number.NaN : Number(value);
}

function rounded(value: TemplateValue, { list: [precision, method] }: FilterValues): TemplateValue {
  const factor = 10 ** numberOf('round', precision || 0);
  const scaled = numberOf('round', value) * factor;
  const whole = method === 'ceil' ? Math.ceil(scaled) : method === 'floor' ? Math.floor(scaled) : Math.round(scaled);
  return whole / factor;
}

function toInt(value: TemplateValue, { list, named }: FilterValues): TemplateValue {
  const [by = named['default'], base = named['base'] ?? 10] = list;
  return orDefault(Number.parseInt(joinedText(value), numberOf('int', base)), by);
}

function orDefault(value: number, by: TemplateValue): TemplateValue {
  return Number.isNaN(value) ? by : value;
}
