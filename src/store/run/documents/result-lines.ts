import { isUtf8 } from 'node:buffer';
import { BoundedCache } from '#model/data/collections.js';
import { excessOf, fileBounds, isObject } from '#model/data/json.js';
import { linesOf } from '../../files/line-reader.js';

/** The lists of a case in `result.json` that have one line for each trial. */
const listNames = ['trials', 'scores'] as const;
type ListName = (typeof listNames)[number];

/** The most bytes of a result without its trials and scores. */
const mostBytesOfFacts = 256 * 1024 * 1024;

/**
 * Parses an open `result.json` line by line, as `resultPieces` writes it, so that it may be larger than a text can be. Equal parts of trials
 * are one object in memory. Returns undefined for a file of another form.
 */
export function parseResultLines(fd: number, path: string): unknown {
  const facts: string[] = [];
  let bytesOfFacts = 0;
  const lists: Record<ListName, object[]>[] = [];
  let open: object[] | null = null;
  const shared = new SharedParts();
  for (const { bytes } of linesOf(fd, path)) {
    if (bytes === null) return undefined;
    if (open !== null && isItem(bytes)) {
      const item = parsedItem(bytes);
      if (item === undefined) return undefined;
      open.push(shared.of(item));
      continue;
    }
    open = null;
    bytesOfFacts += bytes.length;
    if (bytesOfFacts > mostBytesOfFacts || !isUtf8(bytes)) return undefined;
    const line = bytes.toString('utf8');
    facts.push(line);
    if (line === '    {') lists.push({ trials: [], scores: [] });
    const name = listNames.find((one) => line === `      "${one}": [`);
    if (name) open = lists.at(-1)?.[name] ?? null;
  }
  return filled(parsed(facts.join('\n')), lists);
}

const fourSpaces = 0x20202020;
const comma = 0x2c;

/** Returns true for a line that is deeper than the fields of a case: one trial, or one score. */
function isItem(bytes: Buffer): boolean {
  return bytes.length > 8 && bytes.readUInt32LE(0) === fourSpaces && bytes.readUInt32LE(4) === fourSpaces;
}

function parsedItem(bytes: Buffer): Record<string, unknown> | undefined {
  if (!isUtf8(bytes)) return undefined;
  const end = bytes.at(-1) === comma ? bytes.length - 1 : bytes.length;
  const item = parsed(bytes.toString('utf8', 0, end));
  return isObject(item) ? item : undefined;
}

function parsed(text: string): unknown {
  if (text.length > fileBounds.levels && excessOf(text, fileBounds)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Puts the lists into the cases of a result; undefined unless it has as many cases. */
function filled(value: unknown, lists: readonly Record<ListName, object[]>[]): unknown {
  const cases = isObject(value) ? value['cases'] : null;
  if (!isObject(value) || !Array.isArray(cases) || cases.length !== lists.length) return undefined;
  return { ...value, cases: cases.map((one, at) => (isObject(one) ? { ...one, ...lists[at] } : one)) };
}

/** The length of JSON above which two parts are hardly ever equal. */
const longestShared = 1000;

/** Makes equal parts of trials and scores one object: a run can have a million of them. */
class SharedParts {
  readonly #parts = new BoundedCache<string, unknown>();

  /** Returns the item, whose parts are replaced by equal ones of earlier items. */
  of(item: Record<string, unknown>): object {
    for (const [key, value] of Object.entries(item)) {
      if (typeof value !== 'object' || value === null) continue;
      item[key] = key === 'origin' ? this.of(value as Record<string, unknown>) : this.#shared(value);
    }
    return item;
  }

  #shared(value: object): unknown {
    const text = JSON.stringify(value);
    return text.length > longestShared ? value : this.#parts.of(text, () => value);
  }
}
