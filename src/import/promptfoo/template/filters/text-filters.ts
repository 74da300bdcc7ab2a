import { limited, outputOf, TemplateFailure, type TemplateValue, textOf } from '../template-value.js';
import { type Filter, type FilterValues, nameOf, strictText, textFor } from './filter.js';

const marksOfHtml: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
  '\\': '&#92;',
};

/** Filters that make a text of a text. */
export const textFilters: Readonly<Record<string, Filter>> = {
  upper: (value) => textFor('upper', value).toUpperCase(),
  lower: (value) => textFor('lower', value).toLowerCase(),
  trim: (value) => strictText('trim', value).trim(),
  capitalize: (value) => capitalized(textFor('capitalize', value)),
  title: (value) => textFor('title', value).split(' ').map(capitalized).join(' '),
  safe: (value) => outputOf(value),
  string: textOfAny,
  escape: (value) => escaped(outputOf(value)),
  nl2br: (value) => (value === undefined || value === null ? '' : withBreaks(strictText('nl2br', value))),
  replace: replaced,
  indent: indented,
  truncate: truncated,
  wordcount: (value) => textFor('wordcount', value).match(/\w+/g)?.length ?? null,
  urlencode: urlEncoded,
};

function capitalized(text: string): string {
  const lower = text.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

function textOfAny(value: TemplateValue): string {
  if (value === undefined || value === null) throw new TemplateFailure(`the filter \`string\` of ${nameOf(value)}`);
  return textOf(value);
}

function escaped(text: string): string {
  return limited(text.replace(/[&"'<>\\]/g, (mark) => marksOfHtml[mark] ?? mark));
}

function withBreaks(text: string): string {
  return limited(text.replace(/\r\n|\n/g, '<br />\n'));
}

function replaced(value: TemplateValue, { list }: FilterValues): TemplateValue {
  const [old, by, most] = list;
  if (typeof old !== 'number' && typeof old !== 'string') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const text = String(value);
  const added = textOf(by);
  if (most !== undefined && (typeof most !== 'number' || !Number.isInteger(most))) {
    throw new TemplateFailure('the filter `replace` with a count that is no whole number');
  }
  if (old === '') return replacedEverywhere(text, added);
  return replacedTimes({ text, old: String(old), by: added, most: most ?? -1 });
}

/** Puts a text before, between and behind all characters. */
function replacedEverywhere(text: string, added: string): string {
  if ((text.length + 1) * added.length > 4_000_000) throw new TemplateFailure('the filter `replace` makes a huge text');
  return added + text.split('').join(added) + added;
}

interface Replacing {
  readonly text: string;
  readonly old: string;
  readonly by: string;
  /** -1 for all. */
  readonly most: number;
}

function replacedTimes({ text, old, by, most }: Replacing): string {
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
  return limited(kept + (end === undefined || end === null ? '...' : textOf(end)));
}

/** Returns the whole number of an argument; the default for 0 and for what is absent. */
function widthOf(filter: string, width: TemplateValue, byDefault: number): number {
  const value = width || byDefault;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 100_000) {
    throw new TemplateFailure(`the filter \`${filter}\` with the width ${textOf(value).slice(0, 40)}`);
  }
  return value;
}

function urlEncoded(value: TemplateValue): string {
  const text = strictText('urlencode', value);
  if (/\p{Surrogate}/u.test(text)) throw new TemplateFailure('the filter `urlencode` of a broken text');
  return limited(encodeURIComponent(text));
}
