import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import type { DocumentKind } from '#model/schema/documents.js';
import type { DataPath, ShapeIssue } from '#model/schema/shape-issue.js';
import { checkDocument, type ProgramDocument } from '#model/schema/validator.js';
import { placed } from '#model/sentences/sentence.js';
import { invisibleTextTraps, pieceOfFile } from '../traps/text-traps.js';
import { type Hidden, resolveInside } from './inside-root.js';
import { type Layer, layerAt } from './layer.js';
import { discreet, type Path, sortByPlace, valueAt } from './place.js';
import { maxYamlBytes, readText } from './read-file.js';
import type { FlawedPart } from './yaml-nodes.js';
import { parseYaml, type YamlSource } from './yaml-source.js';

/** A document of the library and the problems of its shape. */
export interface Document extends Omit<Faults, 'readable'> {
  /** The parsed file; null if it cannot be read or is not YAML. */
  readonly source: YamlSource | null;
  readonly problems: readonly Problem[];
  /** Returns the problems of shape at or below a path. */
  within(path: DataPath): readonly Problem[];
}

/** Takes problems that a reader finds. */
export type ReportProblems = (problems: readonly Problem[]) => void;

/** A part of a document: what is written at a path, where, and whether it can be used. */
export class DocumentPart {
  readonly document: Document;
  readonly source: YamlSource;
  readonly path: Path;

  constructor(document: Document, source: YamlSource, path: Path = []) {
    this.document = document;
    this.source = source;
    this.path = path;
  }

  /** Returns a part of this one, which need not be written. */
  in(...steps: Path): DocumentPart {
    return new DocumentPart(this.document, this.source, [...this.path, ...steps]);
  }

  /** The case or scenario that it is in: the part two steps below the top. */
  get entry(): DocumentPart {
    return new DocumentPart(this.document, this.source, this.path.slice(0, 2));
  }

  /** The value without its useless parts; undefined if there is none. */
  get value(): JsonValue | undefined {
    return valueAt(this.source.value, this.path);
  }

  /** True if something is written, even a useless value. */
  get isWritten(): boolean {
    return this.document.holds(this.path);
  }

  /** True if nothing is written, not even under a misspelt key. */
  get isAbsent(): boolean {
    return this.document.lacks(this.path.slice(0, -1), String(this.path.at(-1)));
  }

  /** True if there is no fault in it. */
  get isSound(): boolean {
    return this.document.isSound(this.path);
  }

  place(): Place {
    return this.source.place(this.path);
  }

  placeOfKey(): Place {
    return this.source.place(this.path, 'key');
  }

  /** Returns the items of a list; none without one. */
  items(): readonly DocumentPart[] {
    const list = this.value;
    return Array.isArray(list) ? list.map((_item, index) => this.in(index)) : [];
  }

  /** Returns the items of a list that are mappings. */
  mappings(): readonly DocumentPart[] {
    return this.items().filter((item) => isObject(item.value));
  }

  /** Returns the settings of a mapping as a layer; none without a mapping. */
  layers(): readonly Layer[] {
    return layerAt(this.source, this.path);
  }
}

/** The place where a path is written, and the hidden files that it may lead to. */
interface NamedPath {
  readonly at?: Place | undefined;
  readonly hidden?: Hidden | undefined;
}

/** Reads a YAML document of the library and checks its shape. Tries `candidates`, paths relative to the root, in turn. */
export function readDocument(
  root: string,
  kind: DocumentKind,
  candidates: readonly string[],
  { at = candidates[0] === undefined ? undefined : { file: candidates[0] }, hidden }: NamedPath = {},
): Document {
  const inside = resolveInside(root, candidates, at, hidden);
  if (!inside.value) return unread(inside.problems);
  const { path, file } = inside.value;
  return documentAt(kind, path, file);
}

/** The documents that `readingOnce` has read so far, by kind, path and name; null outside of it. */
let alreadyRead: Map<string, Document> | null = null;

/**
 * Returns the result of `work`, during which each document is read once, however often it is asked for. `work` is synchronous, so that a
 * program that runs for long reads a file again after it was changed.
 */
export function readingOnce<T>(work: () => T): T {
  if (alreadyRead) return work();
  alreadyRead = new Map();
  try {
    return work();
  } finally {
    alreadyRead = null;
  }
}

/** Reads a YAML document anywhere on the disk and checks its shape. `file` is its name in problems. */
export function documentAt(kind: DocumentKind, path: string, file: string = path): Document {
  const key = JSON.stringify([kind, path, file]);
  const document = alreadyRead?.get(key) ?? readAt(kind, path, file);
  alreadyRead?.set(key, document);
  return document;
}

function readAt(kind: DocumentKind, path: string, file: string): Document {
  const text = readText(path, file, maxYamlBytes);
  if (text.value === null) return unread(text.problems);
  const document = documentIn(kind, text.value, file);
  if (!kindsWithTexts.includes(kind)) return document;
  return { ...document, problems: [...document.problems, ...invisibleTextTraps(pieceOfFile(text.value, file))] };
}

/** The documents whose texts a model reads: invisible text in them is reported. */
const kindsWithTexts: readonly DocumentKind[] = ['eval', 'inputs', 'rubrics'];

/** Reads the text of a YAML document and checks its shape. */
export function documentIn(kind: DocumentKind, text: string, file: string): Document {
  const parsed = parseYaml(text, file);
  return parsed.value ? checkShape(kind, parsed.value, parsed.problems) : unread(parsed.problems);
}

function unread(problems: readonly Problem[]): Document {
  return { source: null, problems, isSound: () => false, holds: () => false, lacks: () => false, within: () => [] };
}

/** Checks the shape of a document. `read` has the problems of reading it; `program` is null for a file. */
export function checkShape(
  kind: DocumentKind,
  source: YamlSource,
  read: readonly Problem[],
  program: ProgramDocument | null = null,
): Document {
  const issues = checkDocument(kind, source.value, program);
  const shapeProblems = issues
    .filter((issue) => !source.flaws.some((flaw) => explains(flaw, issue)))
    .map(({ path, on, problem }) => ({ path, problem: placed(problem, discreet(source.place(path, on))) }));
  const { readable, isSound, holds, lacks } = separateFaults(source.value, [
    ...source.flaws.map(faultOfFlaw),
    ...issues.map(faultOf),
  ]);
  return {
    isSound,
    holds,
    lacks,
    source: readable === source.value ? source : { ...source, value: readable },
    problems: sortByPlace([...read, ...shapeProblems.map((issue) => issue.problem)]),
    within: (path) => shapeProblems.filter((issue) => isWithin(path, issue.path)).map((issue) => issue.problem),
  };
}

/** Returns true if an issue of shape follows from a part that could not be read, and needs no problem of its own. */
function explains({ path, flaw }: FlawedPart, issue: ShapeIssue): boolean {
  return isWithin(path, issue.path) && (flaw === 'unreadable' || issue.path.length === path.length);
}

/** Returns true if `path` is `part` or below it. */
function isWithin(part: DataPath, path: DataPath): boolean {
  return part.every((step, index) => path[index] === step);
}

function faultOfFlaw({ path, flaw }: FlawedPart): Fault {
  return { path, kind: flaw === 'unreadable' ? 'useless' : 'incomplete' };
}

/** Converts an issue to a fault. A mapping that lacks a key is useless, except as an item of a list. */
function faultOf({ path, on, keys, missing, meant }: ShapeIssue): Fault {
  if (on === 'key') return { path, kind: 'strange', meant };
  const isEntry = typeof path.at(-1) !== 'string';
  if (keys || (missing !== undefined && isEntry)) return { path, kind: 'lacking' };
  return { path, kind: 'useless' };
}

/** A fault of a part of a document. */
export interface Fault {
  readonly path: DataPath;
  /**
   * `useless`: the value cannot be used. `strange`: the key is unknown. `lacking`: the value is readable, but has too few or too many keys.
   * `incomplete`: a part of the value is missing.
   */
  readonly kind: 'useless' | 'strange' | 'lacking' | 'incomplete';
  /** The known key that an unknown one probably means. */
  readonly meant?: string | undefined;
}

/** The faults at a part of a document, and below it. */
interface Spot {
  isCut: boolean;
  isIncomplete: boolean;
  /** The known keys that its unknown keys probably mean; undefined for one without a likely meaning. */
  readonly meant: (string | undefined)[];
  readonly below: Map<string | number, Spot>;
}

/** Tells which parts of a document can be used. */
export interface Faults {
  /** The value without its useless parts: keys are omitted, and items of a list are null. */
  readonly readable: JsonValue;
  /** Returns true if there is no fault at or below a path. */
  isSound(path: DataPath): boolean;
  /** Returns true if a path has a value, even a useless one. */
  holds(path: DataPath): boolean;
  /** Returns true if the mapping at a path has no such key, and no other key is a misspelling of it. */
  lacks(path: DataPath, key: string): boolean;
}

/** Separates the usable parts of a document from its faults. */
function separateFaults(value: JsonValue, faults: readonly Fault[]): Faults {
  const root = newSpot();
  for (const fault of faults) add(root, fault);
  const holds = (path: DataPath) => valueAt(value, path) !== undefined;
  if (faults.length === 0)
    return { readable: value, isSound: () => true, holds, lacks: (path, key) => !holds([...path, key]) };
  const lacks = (path: DataPath, key: string): boolean => {
    if (holds([...path, key])) return false;
    const spot = spotAt(root, path);
    if (spot?.isCut || spot?.isIncomplete) return false;
    if (spot?.meant.some((meant) => meant === undefined || meant === key)) return false;
    const last = path.at(-1);
    return typeof last !== 'string' || holds(path) || lacks(path.slice(0, -1), last);
  };
  const isSound = (path: DataPath) => (path.length === 0 ? faults.length === 0 : !spotAt(root, path));
  return { readable: readable(value, root), isSound, holds, lacks };
}

function newSpot(): Spot {
  return { isCut: false, isIncomplete: false, meant: [], below: new Map() };
}

function add(root: Spot, { path, kind, meant }: Fault): void {
  let spot = root;
  for (const [index, step] of path.entries()) {
    if (kind === 'strange' && index === path.length - 1) spot.meant.push(meant);
    const next = spot.below.get(step) ?? newSpot();
    spot.below.set(step, next);
    spot = next;
  }
  spot.isCut ||= kind === 'useless' || kind === 'strange';
  spot.isIncomplete ||= kind === 'incomplete';
}

function spotAt(root: Spot, path: DataPath): Spot | undefined {
  let spot: Spot | undefined = root;
  for (const step of path) spot = spot?.below.get(step);
  return spot;
}

function readable(value: JsonValue, spot: Spot): JsonValue {
  if (spot.isCut) return null;
  if (spot.below.size === 0 || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) => {
      const below = spot.below.get(index);
      return below ? readable(item, below) : item;
    });
  }
  const kept = Object.entries(value as JsonObject).filter(([key]) => !spot.below.get(key)?.isCut);
  return Object.fromEntries(
    kept.map(([key, one]) => {
      const below = spot.below.get(key);
      return [key, below ? readable(one, below) : one];
    }),
  );
}
