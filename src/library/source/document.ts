import { isObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { placed } from '#model/problem.js';
import type { DocumentKind, ShapeIssue } from '#model/schema/documents.js';
import { checkDocument, type ProgramDocument } from '#model/schema/validator.js';
import { invisibleTextTraps, pieceOfFile } from '../traps/text-traps.js';
import { type Hidden, resolveInside } from './inside-root.js';
import type { Layer, Settings } from './layer.js';
import { discreet, type Path, sortByPlace, valueAt } from './place.js';
import { maxYamlBytes, readText } from './read-file.js';
import { parseYaml, type YamlSource } from './yaml-source.js';

/** Takes problems that a reader finds. */
export type ReportProblems = (problems: readonly Problem[]) => void;

/** A part of a document: what is written at a path, and where. */
export class DocumentPart {
  /** The document, without its flawed entries. */
  readonly source: YamlSource;
  readonly path: Path;
  /** The value, without entries whose shape has a flaw: such an item of a list is undefined. Undefined if nothing is written. */
  readonly value: JsonValue | undefined;
  readonly #shape: Shape;

  constructor(source: YamlSource, shape: Shape, path: Path, value: JsonValue | undefined) {
    this.source = source;
    this.path = path;
    this.value = value;
    this.#shape = shape;
  }

  /** Returns a part of this one, which need not be written. */
  in(...steps: Path): DocumentPart {
    return new DocumentPart(this.source, this.#shape, [...this.path, ...steps], valueAt(this.value, steps));
  }

  /** Returns another part of the document, by its path from the top. */
  elsewhere(path: Path): DocumentPart {
    return new DocumentPart(this.source, this.#shape, path, valueAt(this.source.value, path));
  }

  /** The case or scenario that it is in: the part two steps below the top. */
  get entry(): DocumentPart {
    return this.elsewhere(this.path.slice(0, 2));
  }

  /** True if something is written, even with a flaw. */
  get isWritten(): boolean {
    return valueAt(this.#shape.written, this.path) !== undefined;
  }

  /** True if it has no flaw of shape, and no misspelt key of the document may mean it. Each part of an entry that can be read is sound. */
  get isSound(): boolean {
    return this.#shape.isSound(this.path);
  }

  place(): Place {
    return this.source.place(this.path);
  }

  placeOfKey(): Place {
    return this.source.place(this.path, 'key');
  }

  /** Returns the items of a list without a flaw; none without one. */
  items(): readonly DocumentPart[] {
    const list = this.value;
    return Array.isArray(list) ? list.flatMap((item, index) => (item === undefined ? [] : [this.in(index)])) : [];
  }

  /** Returns the settings of a mapping as a layer; none without a mapping. */
  layers(): readonly Layer[] {
    if (!isObject(this.value)) return [];
    const values = this.value as Settings;
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
    .map(({ path, on, problem }) => placed(problem, discreet(source.place(path, on))));
  const shape = new Shape(source, issues, entryDepth[kind]);
  return {
    value: new DocumentPart({ ...source, value: shape.sound }, shape, [], shape.sound),
    problems: sortByPlace([...read, ...shapeProblems]),
  };
}

/** Returns true if `path` is `part` or below it. */
function isWithin(part: Path, path: Path): boolean {
  return part.every((step, index) => path[index] === step);
}

/** The number of steps from the top of a document to its entries, such as a case, a default or a provider. */
const entryDepth: Readonly<Record<DocumentKind, 1 | 2>> = {
  meta: 1,
  messages: 1,
  inputs: 1,
  tools: 1,
  eval: 2,
  rubrics: 2,
  mutations: 2,
  'eva-config': 2,
};

/** Parts a document into entries of sound shape, on which rules of meaning run, and those that have a flaw. */
class Shape {
  readonly written: JsonValue;
  /** What is written, without the flawed entries: their keys are omitted, and items of a list are undefined. */
  readonly sound: JsonValue;
  /** The flawed entries, and what they are in. */
  readonly #flawed = new Set<string>();
  /** True if a key at the top is unknown, or may be missing. */
  readonly #hidesKeys: boolean;

  constructor({ value, flaws }: YamlSource, issues: readonly ShapeIssue[], depth: number) {
    this.written = value;
    const cut = new Set<string>();
    const note = (path: Path, isPartial: boolean) => {
      for (let length = 0; length <= depth; length++) this.#flawed.add(idOf(path.slice(0, length)));
      if (!isPartial || path.length >= depth) cut.add(idOf(path.slice(0, depth)));
    };
    for (const { path, flaw } of flaws) note(path, flaw === 'incomplete');
    for (const { path, keys, missing } of issues) note(path, path.length === 0 && (keys ?? missing) !== undefined);
    this.#hidesKeys =
      flaws.some(({ path }) => path.length === 0) || issues.some(({ path, on }) => on === 'key' && path.length === 1);
    this.sound = cut.size === 0 ? value : (withoutEntries(value, cut, []) ?? null);
  }

  isSound(path: Path): boolean {
    const [top] = path;
    const mayBeMisspelt = this.#hidesKeys && top !== undefined && valueAt(this.written, [top]) === undefined;
    return !mayBeMisspelt && !this.#flawed.has(idOf(path.slice(0, mostDepth)));
  }
}

const mostDepth = 2;

function idOf(path: Path): string {
  return JSON.stringify(path);
}

function withoutEntries(value: JsonValue, cut: ReadonlySet<string>, path: Path): JsonValue | undefined {
  if (cut.has(idOf(path))) return undefined;
  if (path.length === mostDepth || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value))
    return value.map((item: JsonValue, index) => withoutEntries(item, cut, [...path, index])) as JsonValue;
  const kept = Object.entries(value).flatMap(([key, inner]) => {
    const sound = withoutEntries(inner, cut, [...path, key]);
    return sound === undefined ? [] : [[key, sound] as const];
  });
  return Object.fromEntries(kept);
}
