import { problem } from '#errors/index.js';
import type { Place, Problem } from '#model/problem.js';
import type { DocumentKind } from '#schema/documents.gen.js';
import type { DataPath, ShapeIssue } from '#schema/shape-issue.js';
import { checkDocument } from '#schema/validator.js';
import { type Fault, type Faults, separateFaults } from './faults.js';
import { type Hidden, resolveInside } from './inside-root.js';
import { sortByPlace } from './problem-list.js';
import { maxYamlBytes, readText } from './read-file.js';
import type { FlawedPart } from './yaml-source/source-node.js';
import { parseYaml, type YamlSource } from './yaml-source.js';

/** A document of the library and the problems of its shape. */
export interface Document extends Omit<Faults, 'readable'> {
  /** The parsed file; null if it cannot be read or is not YAML. */
  readonly source: YamlSource | null;
  readonly problems: readonly Problem[];
  /** Returns the problems of shape at or below a path. */
  within(path: DataPath): readonly Problem[];
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

/** Reads a YAML document anywhere on the disk and checks its shape. `file` is its name in problems. */
export function documentAt(kind: DocumentKind, path: string, file: string = path): Document {
  const text = readText(path, file, maxYamlBytes);
  if (text.value === null) return unread(text.problems);
  return documentIn(kind, text.value, file);
}

/** Reads the text of a YAML document and checks its shape. */
export function documentIn(kind: DocumentKind, text: string, file: string): Document {
  const parsed = parseYaml(text, file);
  return parsed.value ? checkShape(kind, parsed.value, parsed.problems) : unread(parsed.problems);
}

function unread(problems: readonly Problem[]): Document {
  return { source: null, problems, isSound: () => false, holds: () => false, lacks: () => false, within: () => [] };
}

/** Checks the shape of a document. `read` has the problems of reading it. `rephrase` rewords an issue, or drops it with null. */
export function checkShape(
  kind: DocumentKind,
  source: YamlSource,
  read: readonly Problem[],
  rephrase: (issue: ShapeIssue) => ShapeIssue | null = (issue) => issue,
): Document {
  const issues = checkDocument(kind, source.value).flatMap((issue) => rephrase(issue) ?? []);
  const shapeProblems = issues
    .filter((issue) => !source.flaws.some((flaw) => explains(flaw, issue)))
    .map((issue) => ({ path: issue.path, problem: shapeProblem(issue, source) }));
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
function faultOf({ path, on, key, meant }: ShapeIssue): Fault {
  if (on === 'key') return { path, kind: 'strange', meant };
  const isEntry = typeof path.at(-1) !== 'string';
  if (key === 'EVA_ONE_KEY' || (key === 'EVA_MISSING_KEY' && isEntry)) return { path, kind: 'lacking' };
  return { path, kind: 'useless' };
}

function shapeProblem({ path, on, key, params }: ShapeIssue, source: YamlSource): Problem {
  return problem(key, params as never, { at: discreet(source.place(path, on)) });
}

/** Removes the line of a place if it mentions keys, secrets or passwords: somebody may have written the secret itself there. */
export function discreet(at: Place): Place {
  const { source: line, ...rest } = at;
  return line !== undefined && /api[_-]?key|secret|password/i.test(line) ? rest : at;
}
