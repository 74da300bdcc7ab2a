import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { placed } from '#model/problem.js';
import type { DocumentKind } from '#model/schema/documents.js';
import type { ShapeIssue } from '#model/schema/shape-issue.js';
import { checkDocument, type ProgramDocument } from '#model/schema/validator.js';
import { invisibleTextTraps, pieceOfFile } from '../traps/text-traps.js';
import { type Hidden, resolveInside } from './inside-root.js';
import type { Layer } from './layer.js';
import { discreet, type Path, sortByPlace, valueAt } from './place.js';
import { maxYamlBytes, readText } from './read-file.js';
import { parseYaml, type YamlSource } from './yaml-source.js';

/** Takes problems that a reader finds. */
export type ReportProblems = (problems: readonly Problem[]) => void;

/** A part of a document: what is written at a path, where, and whether it can be used. */
export class DocumentPart {
  /** The document, without the parts that cannot be used. */
  readonly source: YamlSource;
  readonly path: Path;
  /** The value without its useless parts; undefined if there is none. */
  readonly value: JsonValue | undefined;
  readonly #faults: Faults;

  constructor(source: YamlSource, faults: Faults, path: Path, value: JsonValue | undefined) {
    this.source = source;
    this.path = path;
    this.value = value;
    this.#faults = faults;
  }

  /** Returns a part of this one, which need not be written. */
  in(...steps: Path): DocumentPart {
    return new DocumentPart(this.source, this.#faults, [...this.path, ...steps], valueAt(this.value, steps));
  }

  /** Returns another part of the document, by its path from the top. */
  elsewhere(path: Path): DocumentPart {
    return new DocumentPart(this.source, this.#faults, path, valueAt(this.source.value, path));
  }

  /** The case or scenario that it is in: the part two steps below the top. */
  get entry(): DocumentPart {
    return this.elsewhere(this.path.slice(0, 2));
  }

  /** True if something is written, even a useless value. */
  get isWritten(): boolean {
    return this.#faults.holds(this.path);
  }

  /** True if nothing is written, not even under a misspelt key. */
  get isAbsent(): boolean {
    return this.#faults.lacks(this.path);
  }

  /** True if there is no fault in it. */
  get isSound(): boolean {
    return this.#faults.isSound(this.path);
  }

  /** Returns the problems of its shape. */
  shapeProblems(): readonly Problem[] {
    return this.#faults.problemsIn(this.path);
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
    const values = this.value;
    if (!isObject(values)) return [];
    const at = (...inside: Path) => this.in(...inside).place();
    return [{ values, at, keyAt: (...inside) => this.in(...inside).placeOfKey() }];
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
): Loaded<DocumentPart> {
  const inside = resolveInside(root, candidates, at, hidden);
  if (!inside.value) return { value: null, problems: inside.problems };
  return documentAt(kind, inside.value.path, inside.value.file);
}

/** The documents that `readingOnce` has read so far, by kind, path and name; null outside of it. */
let alreadyRead: Map<string, Loaded<DocumentPart>> | null = null;

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
export function documentAt(kind: DocumentKind, path: string, file: string = path): Loaded<DocumentPart> {
  const key = JSON.stringify([kind, path, file]);
  const document = alreadyRead?.get(key) ?? readAt(kind, path, file);
  alreadyRead?.set(key, document);
  return document;
}

function readAt(kind: DocumentKind, path: string, file: string): Loaded<DocumentPart> {
  const text = readText(path, file, maxYamlBytes);
  if (text.value === null) return { value: null, problems: text.problems };
  const { value, problems } = documentIn(kind, text.value, file);
  const traps = kindsWithTexts.includes(kind) && value ? invisibleTextTraps(pieceOfFile(text.value, file)) : [];
  return { value, problems: [...problems, ...traps] };
}

/** The documents whose texts a model reads: invisible text in them is reported. */
const kindsWithTexts: readonly DocumentKind[] = ['eval', 'inputs', 'rubrics'];

/** Reads the text of a YAML document and checks its shape. */
export function documentIn(kind: DocumentKind, text: string, file: string): Loaded<DocumentPart> {
  const { value, problems } = parseYaml(text, file);
  return value ? checkShape(kind, value, problems) : { value, problems };
}

/** Checks the shape of a document. `read` has the problems of reading it; `program` is null for a file. */
export function checkShape(
  kind: DocumentKind,
  source: YamlSource,
  read: readonly Problem[],
  program: ProgramDocument | null = null,
): { readonly value: DocumentPart; readonly problems: readonly Problem[] } {
  const issues = checkDocument(kind, source.value, program);
  // An issue that follows from a part that could not be read needs no problem of its own.
  const isExplained = (issue: ShapeIssue) =>
    source.flaws.some(
      ({ path, flaw }) => isWithin(path, issue.path) && (flaw === 'unreadable' || issue.path.length === path.length),
    );
  const shapeProblems = issues
    .filter((issue) => !isExplained(issue))
    .map(({ path, on, problem }) => ({ path, problem: placed(problem, discreet(source.place(path, on))) }));
  const faults = new Faults(source, issues, shapeProblems);
  return {
    value: new DocumentPart({ ...source, value: faults.readable }, faults, [], faults.readable),
    problems: sortByPlace([...read, ...shapeProblems.map((issue) => issue.problem)]),
  };
}

/** Returns true if `path` is `part` or below it. */
function isWithin(part: Path, path: Path): boolean {
  return part.every((step, index) => path[index] === step);
}

/** The faults at a part of a document, and below it. */
interface Spot {
  /** True for a value that cannot be used, and for one with an unknown key. */
  isCut: boolean;
  /** True if a part of the value is missing. */
  isIncomplete: boolean;
  /** The known keys that its unknown keys probably mean; undefined for one without a likely meaning. */
  readonly meant: (string | undefined)[];
  readonly below: Map<string | number, Spot>;
}

/** Tells which parts of a document can be used. */
class Faults {
  /** The value without its useless parts: keys are omitted, and items of a list are null. */
  readonly readable: JsonValue;
  readonly #written: JsonValue;
  readonly #problems: readonly PlacedProblem[];
  readonly #root = newSpot();
  readonly #isSound: boolean;

  constructor({ value, flaws }: YamlSource, issues: readonly ShapeIssue[], problems: readonly PlacedProblem[]) {
    this.#written = value;
    this.#problems = problems;
    this.#isSound = flaws.length === 0 && issues.length === 0;
    for (const { path, flaw } of flaws) {
      const spot = this.#spotFor(path);
      spot.isCut ||= flaw === 'unreadable';
      spot.isIncomplete ||= flaw === 'incomplete';
    }
    for (const { path, on, keys, missing, meant } of issues) {
      if (on === 'key') this.#spotFor(path.slice(0, -1)).meant.push(meant);
      // A mapping that lacks a key, or has too many, is useless, except as an item of a list.
      const isEntry = typeof path.at(-1) !== 'string';
      const isLacking = on !== 'key' && (keys || (missing !== undefined && isEntry));
      this.#spotFor(path).isCut ||= !isLacking;
    }
    this.readable = readable(value, this.#root);
  }

  /** Returns true if there is no fault at or below a path. */
  isSound(path: Path): boolean {
    return path.length === 0 ? this.#isSound : !this.#spotAt(path);
  }

  /** Returns true if a path has a value, even a useless one. */
  holds(path: Path): boolean {
    return valueAt(this.#written, path) !== undefined;
  }

  /** Returns true if nothing is written at a path, and no key beside it is a misspelling of its last one. */
  lacks(path: Path): boolean {
    const owner = path.slice(0, -1);
    const key = path.at(-1);
    if (this.holds(path)) return false;
    const spot = this.#spotAt(owner);
    if (spot?.isCut || spot?.isIncomplete) return false;
    if (spot?.meant.some((meant) => meant === undefined || meant === key)) return false;
    return typeof owner.at(-1) !== 'string' || this.holds(owner) || this.lacks(owner);
  }

  /** Returns the problems of shape at or below a path. */
  problemsIn(part: Path): readonly Problem[] {
    return this.#problems.flatMap(({ path, problem }) => (isWithin(part, path) ? [problem] : []));
  }

  #spotAt(path: Path): Spot | undefined {
    let spot: Spot | undefined = this.#root;
    for (const step of path) spot = spot?.below.get(step);
    return spot;
  }

  /** Returns the spot of a path, a new one if there is none. */
  #spotFor(path: Path): Spot {
    let spot = this.#root;
    for (const step of path) {
      const next = spot.below.get(step) ?? newSpot();
      spot.below.set(step, next);
      spot = next;
    }
    return spot;
  }
}

/** A problem of shape, and the path that it is about. */
interface PlacedProblem {
  readonly path: Path;
  readonly problem: Problem;
}

function newSpot(): Spot {
  return { isCut: false, isIncomplete: false, meant: [], below: new Map() };
}

function readable(value: JsonValue, spot: Spot): JsonValue {
  if (spot.isCut) return null;
  if (spot.below.size === 0 || value === null || typeof value !== 'object') return value;
  const part = (key: string | number, inner: JsonValue) => {
    const below = spot.below.get(key);
    return below ? readable(inner, below) : inner;
  };
  if (Array.isArray(value)) return value.map((item: JsonValue, index) => part(index, item));
  const kept = Object.entries(value as JsonObject).filter(([key]) => !spot.below.get(key)?.isCut);
  return Object.fromEntries(kept.map(([key, inner]) => [key, part(key, inner)]));
}
