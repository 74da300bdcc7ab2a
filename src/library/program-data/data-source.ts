import { isPlainObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { BodyMessage, Prompt } from '#model/prompt.js';
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
  const copy = new DataCopy(place, maxYamlBytes, ({ length }) => length);
  const read = copy.of(value, [], []);
  if (copy.left < 0) {
    const hint = 'keep long data out of the object';
    const tooLarge = problem('EVA_TOO_LARGE:object', 'the object is larger than 1 MiB', { hint, at: place([]) });
    return { value: null, problems: [tooLarge], leftOut: [] };
  }
  const { problems, flaws, leftOut } = copy;
  const placeOfPart = nearestPlace(read, place);
  const source = { value: read, flaws, place: placeOfPart, textPlace: placeOfPart };
  return { leftOut, value: { ...source, scalarText: () => undefined, range: () => undefined }, problems };
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
  const copy = new DataCopy(place, limit, (text) => Buffer.byteLength(text));
  return { value: copy.of(value, path, []), problems: copy.problems, size: limit - copy.left };
}

/** Copies values of a program as plain data, until a number of bytes is used up. */
class DataCopy {
  readonly problems: Problem[] = [];
  readonly flaws: FlawedPart[] = [];
  readonly leftOut: Path[] = [];
  /** The bytes that are left; below 0 if the copy is not complete. */
  left: number;
  readonly #place: (path: Path) => Place;
  readonly #sizeOf: (text: string) => number;

  constructor(place: (path: Path) => Place, limit: number, sizeOf: (text: string) => number) {
    this.#place = place;
    this.left = limit;
    this.#sizeOf = sizeOf;
  }

  /** Copies a value. `above` are the objects that it is in. */
  of(value: unknown, path: Path, above: readonly unknown[]): JsonValue {
    this.left -= typeof value === 'string' ? this.#sizeOf(value) : 1;
    if (this.left < 0) return null;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    const flaw = flawOfData(value, above);
    if (flaw) return this.#refuse(flaw, path);
    const inside = [...above, value];
    if (Array.isArray(value)) return Array.from(value, (item, index) => this.of(item, [...path, index], inside));
    try {
      const keys = Object.keys(value as object);
      for (const key of keys) this.left -= this.#sizeOf(key);
      const entries = keys.flatMap((key) => {
        const own = [...path, key];
        const part: unknown = Reflect.get(value as object, key);
        if (part !== undefined) return [[key, this.of(part, own, inside)] as const];
        this.leftOut.push(own);
        return [];
      });
      return Object.fromEntries(entries);
    } catch {
      // A getter threw an error.
      return this.#refuse({ is: 'an object that cannot be read' }, path);
    }
  }

  #refuse({ is, hint = 'use only texts, numbers, booleans, lists and plain objects' }: DataFlaw, path: Path): null {
    const key = path.at(-1);
    const what = typeof key === 'string' ? `"${short(key)}"` : 'a value';
    this.problems.push(problem('EVA_NOT_DATA', `${what} is ${is}`, { hint, at: this.#place(path) }));
    this.flaws.push({ path, flaw: 'unreadable' });
    return null;
  }
}

/** Why a value of a program is not plain data, in words. */
interface DataFlaw {
  readonly is: string;
  readonly hint?: string;
}

/** Returns the reason for which a value cannot be part of a document; undefined if it can. */
function flawOfData(value: unknown, above: readonly unknown[]): DataFlaw | undefined {
  if (typeof value === 'number') return { is: `${value}, which is not a finite number` };
  if (value === undefined) return { is: 'undefined' };
  if (typeof value === 'function')
    return {
      is: 'a function',
      hint: 'make a check, metric or criterion of a function with defineCheck, defineMetric or defineCriterion',
    };
  if (typeof value !== 'object') return { is: `a ${typeof value}` };
  if (above.includes(value)) return { is: 'an object that holds itself' };
  if (above.length >= maxDepth) return { is: `nested more than ${maxDepth} levels deep` };
  if (Array.isArray(value) || isPlainObject(value)) return undefined;
  const name = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return {
    is: `an object of the class ${short(name)}`,
    ...(name === 'RegExp' && { hint: 'write the pattern as a text' }),
  };
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
  const read = readMessages({ folder: null, hidden: 'none', media: new MediaFiles(), report }, list);
  // The schema of messages.yml allows no references, which are the only difference.
  return { value: read && { body: read.messages as readonly BodyMessage[], body_places: read.places }, problems };
}
