import { isPlainObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import type { BodyMessage, Prompt } from '#model/prompt.js';
import { problem } from '#model/sentences/sentence.js';
import { short } from '#model/text/quoted.js';
import { MediaFiles } from '../prompt/media.js';
import { readMessages } from '../prompt/messages.js';
import { checkShape, type ReportProblems } from '../source/document.js';
import { type Path, valueAt } from '../source/place.js';
import { maxYamlBytes } from '../source/read-file.js';
import { type FlawedPart, maxDepth } from '../source/yaml-nodes.js';
import type { YamlSource } from '../source/yaml-source.js';

/** An object of a program as a document, and the paths of its keys with the value undefined, which count as missing. */
interface ReadData extends Loaded<YamlSource> {
  readonly leftOut: readonly Path[];
}

/**
 * Converts a value of a program to a document, with `place` for places. Reports and omits values that are not plain data. The value is
 * null if there is too much data. Never throws, whatever the value contains.
 */
export function dataSource(value: unknown, place: (path: Path) => Place): ReadData {
  const copy: Copy = {
    place,
    problems: [],
    flaws: [],
    leftOut: [],
    sizeOf: ({ length }) => length,
    left: maxYamlBytes,
  };
  const read = copyOf(value, [], [], copy);
  if (copy.left < 0)
    return {
      value: null,
      problems: [
        problem('EVA_TOO_LARGE:object', 'the object is larger than 1 MiB', {
          hint: 'keep long data out of the object',
          at: place([]),
        }),
      ],
      leftOut: [],
    };
  const { problems, flaws, leftOut } = copy;
  return {
    leftOut,
    value: {
      value: read,
      flaws,
      place: nearestPlace(read, place),
      textPlace: nearestPlace(read, place),
      scalarText: () => undefined,
      range: () => undefined,
    },
    problems,
  };
}

/** The part of a program's data that a value is, and the number of bytes that it may have. */
interface CopyOptions {
  readonly path: Path;
  readonly place: (path: Path) => Place;
  readonly limit: number;
}

/** A copy of a value, and its approximate size in bytes, which exceeds the limit if the copy is not complete. */
interface PlainCopy {
  readonly value: JsonValue;
  readonly problems: readonly Problem[];
  readonly size: number;
}

/** Copies a value of a program as plain data. Reports the parts that are not plain data. Never throws, whatever the value contains. */
export function plainCopy(value: unknown, { path, place, limit }: CopyOptions): PlainCopy {
  const copy: Copy = {
    place,
    problems: [],
    flaws: [],
    leftOut: [],
    sizeOf: (text) => Buffer.byteLength(text),
    left: limit,
  };
  const copied = copyOf(value, path, [], copy);
  return { value: copied, problems: copy.problems, size: limit - copy.left };
}

interface Copy {
  readonly place: (path: Path) => Place;
  readonly problems: Problem[];
  readonly flaws: FlawedPart[];
  readonly leftOut: Path[];
  readonly sizeOf: (text: string) => number;
  left: number;
}

function copyOf(value: unknown, path: Path, above: readonly unknown[], copy: Copy): JsonValue {
  copy.left -= typeof value === 'string' ? copy.sizeOf(value) : 1;
  if (copy.left < 0) return null;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const why = notData(value, above);
  if (why !== undefined) return refused(why, path, copy);
  const inside = [...above, value];
  if (Array.isArray(value)) return Array.from(value, (item, index) => copyOf(item, [...path, index], inside, copy));
  return mapping(value as object, path, inside, copy);
}

/** Copies a mapping. Catches errors of getters. */
function mapping(value: object, path: Path, above: readonly unknown[], copy: Copy): JsonValue {
  try {
    const keys = Object.keys(value);
    for (const key of keys) copy.left -= copy.sizeOf(key);
    return Object.fromEntries(keys.flatMap((key) => field([...path, key], Reflect.get(value, key), above, copy)));
  } catch {
    return refused({ is: 'unreadable' }, path, copy);
  }
}

function field(path: Path, value: unknown, above: readonly unknown[], copy: Copy): [string, JsonValue][] {
  if (value !== undefined) return [[String(path.at(-1)), copyOf(value, path, above, copy)]];
  copy.leftOut.push(path);
  return [];
}

/** Returns the reason for which a value cannot be part of a document; undefined if it can. */
function notData(value: unknown, above: readonly unknown[]): NotData | undefined {
  if (typeof value === 'number') return { is: 'number', written: String(value) };
  if (typeof value !== 'object') return { is: 'type', type: typeof value };
  if (above.includes(value)) return { is: 'cycle' };
  if (above.length >= maxDepth) return { is: 'depth', limit: maxDepth };
  if (Array.isArray(value) || isPlainObject(value)) return undefined;
  return { is: 'class', name: Object.prototype.toString.call(value).slice('[object '.length, -1) };
}

function refused(why: NotData, path: Path, copy: Copy): null {
  const last = path.at(-1);
  const key = typeof last === 'string' ? last : null;
  copy.problems.push(
    problem('EVA_NOT_DATA', `${key === null ? 'a value' : `"${short(key)}"`} is ${notDataWords(why)}`, {
      hint: dataAdvice(why),
      at: copy.place(path),
    }),
  );
  copy.flaws.push({ path, flaw: 'unreadable' });
  return null;
}

/** Returns a function that places a missing part at the nearest part above it. */
function nearestPlace(root: JsonValue, place: (path: Path) => Place): (path: Path) => Place {
  return (path) => {
    let there = path;
    while (there.length > 0 && valueAt(root, there) === undefined) there = there.slice(0, -1);
    return place(there);
  };
}

/** Returns a path into an object as code writes it: `then[0].criteria.median_gte`; '' for the whole. */
export function propertyOf(path: Path): string {
  return path.reduce<string>((before, step) => {
    if (typeof step === 'number') return `${before}[${step}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `${before}[${JSON.stringify(step)}]`;
    return before === '' ? step : `${before}.${step}`;
  }, '');
}

/** The system prompt of a program, with the messages that open each conversation. The places are absent for a text. */
export type DataBody = Pick<Prompt, 'body'> & Partial<Pick<Prompt, 'body_places'>>;

/** Reads a prompt that a program gives: a text, or messages by the rules of messages.yml, without files. */
export function bodyFromData(given: unknown, place: (path: Path) => Place): Loaded<DataBody> {
  if (typeof given === 'string') return { value: { body: given }, problems: [] };
  const data = dataSource(given, place);
  if (!data.value) return { value: null, problems: data.problems };
  const { value: list, problems: ofShape } = checkShape('messages', data.value, data.problems);
  const problems = [...ofShape];
  const report: ReportProblems = (reported) => problems.push(...reported);
  const files = { folder: null, hidden: 'none', media: new MediaFiles(), report } as const;
  const read = readMessages(files, list);
  // The schema of messages.yml allows no references, which are the only difference.
  return { value: read && { body: read.messages as readonly BodyMessage[], body_places: read.places }, problems };
}

function dataAdvice(why: NotData): string {
  if (why.is === 'type' && why.type === 'function')
    return 'make a check, metric or criterion of a function with defineCheck, defineMetric or defineCriterion';
  if (why.is === 'class' && why.name === 'RegExp') return 'write the pattern as a text';
  return 'use only texts, numbers, booleans, lists and plain objects';
}

function notDataWords(why: NotData): string {
  switch (why.is) {
    case 'number':
      return `${why.written}, which is not a finite number`;
    case 'type':
      return why.type === 'undefined' ? 'undefined' : `a ${why.type}`;
    case 'cycle':
      return 'an object that holds itself';
    case 'unreadable':
      return 'an object that cannot be read';
    case 'depth':
      return `nested more than ${why.limit} levels deep`;
    case 'class':
      return `an object of the class ${why.name}`;
  }
}

/** Why a value of a program is not plain data. */
type NotData =
  | { readonly is: 'number'; readonly written: string }
  | { readonly is: 'type'; readonly type: string }
  | { readonly is: 'cycle' | 'unreadable' }
  | { readonly is: 'depth'; readonly limit: number }
  | { readonly is: 'class'; readonly name: string };
