import type { JsonObject, JsonValue } from '#model/data/json.js';
import { listTypes, thresholdTypes, typesInRows } from './assertion-types.js';

const typed = new RegExp(`^(not-)?(${typesInRows.join('|')})(?:\\((\\d+(?:\\.\\d+)?)\\))?(?::([\\s\\S]*))?$`);
const codeFile = /^file:\/\/.*\.(?:[cm]?[jt]s)$/is;
const pythonFile = /^file:\/\/.*\.py(?:$|:)/s;

/** Reads an expected text of a table as the assertion that it stands for; says why if its list cannot be read. */
export function assertionOf(expected: string): JsonObject | { readonly flaw: string } {
  const [, code] = /^(?:javascript|fn|eval):([\s\S]*)$/.exec(expected) ?? [];
  if (code !== undefined) return { type: 'javascript', value: code.trim() };
  if (codeFile.test(expected)) return { type: 'javascript', value: expected.trim() };
  const [, rubric] = /^(?:grade|llm-rubric):([\s\S]*)$/.exec(expected) ?? [];
  if (rubric !== undefined) return { type: 'llm-rubric', value: rubric };
  const [, python] = /^python:([\s\S]*)$/.exec(expected) ?? [];
  if (python !== undefined) return { type: 'python', value: python.trim() };
  if (pythonFile.test(expected)) return { type: 'python', value: expected.trim() };
  const [, not = '', type, threshold, value] = typed.exec(expected) ?? [];
  if (type === undefined) return { type: 'equals', value: expected };
  return typedAssertion(`${not}${type}`, type, { threshold, value });
}

interface Written {
  readonly threshold: string | undefined;
  readonly value: string | undefined;
}

function typedAssertion(type: string, base: string, written: Written): JsonObject | { readonly flaw: string } {
  if (listTypes.includes(base)) {
    const list = written.value ? listIn(written.value) : undefined;
    return list && 'flaw' in list ? list : withValue(type, list?.items);
  }
  if (base === 'contains-json' || base === 'is-json') return withValue(type, written.value);
  const value = written.value?.trim();
  if (!thresholdTypes.includes(base)) return withValue(type, value);
  const usual = base === 'similar' ? 0.8 : 0.75;
  return { ...withValue(type, value), threshold: written.threshold === undefined ? usual : Number(written.threshold) };
}

function withValue(type: string, value: JsonValue | undefined): JsonObject {
  return { type, ...(value !== undefined && { value }) };
}

/** Reads values with commas between them; those with commas or quotes inside are in quotes. */
function listIn(text: string): { readonly items: readonly string[] } | { readonly flaw: string } {
  const items: string[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    if (rest === '') return { items };
    if (!rest.startsWith('"')) {
      const end = rest.includes(',') ? rest.indexOf(',') : rest.length;
      items.push(rest.slice(0, end).trim());
      rest = rest.slice(end);
      continue;
    }
    const end = closingQuote(rest);
    if (end < 0) return { flaw: 'a quote in its list is never closed' };
    items.push(rest.slice(1, end).replace(/\\(["\\])|""/g, (_, escaped?: string) => escaped ?? '"'));
    rest = rest.slice(end + 1).trimStart();
    if (rest !== '' && !rest.startsWith(',')) return { flaw: 'its list lacks a comma after a quote' };
  }
}

/** Returns the index of the quote that ends the one which a text begins with; -1 if there is none. Quotes inside are doubled or follow a backslash. */
function closingQuote(text: string): number {
  for (let at = 1; at < text.length; at++) {
    const [character, next = ''] = [text[at], text[at + 1]];
    const isPair = (character === '\\' && /["\\]/.test(next)) || (character === '"' && next === '"');
    if (isPair) at += 1;
    else if (character === '"') return at;
  }
  return -1;
}
