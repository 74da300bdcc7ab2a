import type { JsonValue } from '#model/data/json.js';
import { hasErrors, type Place, type Problem, problem, type Severity } from '#model/problem.js';

/** The maximum length of a line that a problem shows, in UTF-16 units. */
const maxShownLine = 2000;

/** The text of a file and the offsets of its lines, to convert offsets to places. */
export interface PlacedText {
  readonly file: string;
  readonly text: string;
  /** The offset of each line. */
  readonly starts: readonly number[];
}

/** Finds the lines of a text, which CRLF or LF ends. */
export function placedText(text: string, file: string): PlacedText {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return { file, text, starts };
}

/** Returns the place of `text[start, end)`. It marks only the first line. */
export function placeAt({ file, text, starts }: PlacedText, start: number, end: number = start + 1): Place {
  const index = lineIndex(starts, start);
  const lineStart = starts[index] ?? 0;
  const lineEnd = (starts[index + 1] ?? text.length + 1) - 1;
  const line = text.slice(lineStart, text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd);
  const column = start - lineStart;
  const length = Math.max(1, Math.min(end - start, line.length - column));
  const source = line.length <= maxShownLine ? { source: line } : {};
  return { file, line: index + 1, column: column + 1, length, ...source };
}

function lineIndex(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Matches a line in which somebody may have written a secret: it mentions keys or passwords, or has an address with a login or a query. */
const secretLine = /api[_-]?key|secret|password|authorization|:\S*@|:\/\/.*[@?]/i;

/** Removes the line of a place if it may hold a secret. */
export function discreet(at: Place): Place {
  const { source: line, ...rest } = at;
  return line !== undefined && secretLine.test(line) ? rest : at;
}

/** Describes a place, relative to `from`: `line 3`, `line 3 of eva.yml`, `judge.scale`, `judge.scale of defaults`. */
export function spot({ file, line, property }: Place, from: Place | undefined): string {
  const part = property ?? `line ${line}`;
  if (file === from?.file) return part;
  return part === '' ? file : `${part} of ${file}`;
}

/** Describes the place of the first of two duplicates, for a message at the second. */
export function earlier(first: Place, from: Place | undefined): Earlier {
  return { spot: spot(first, from), isLine: first.property === undefined };
}

/** The keys and indexes that lead from the top of a document to one of its parts. */
export type Path = readonly (string | number)[];

/** Returns the value at a path, or undefined. */
export function valueAt(root: JsonValue | undefined, path: Path): JsonValue | undefined {
  let value = root;
  for (const step of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string | number, JsonValue>>)[step];
  }
  return value;
}

/** The greatest number of problems that are listed. */
export const mostProblems = 50;

/** Returns the first fifty problems and one that counts the others. It is an error if one of them is. */
export function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const rest = problems.slice(mostProblems);
  if (rest.length === 0) return problems;
  const file = problems[0]?.at?.file;
  const at = file === undefined ? undefined : { file };
  return [...problems.slice(0, mostProblems), moreProblems(rest.length, at, hasErrors(rest) ? 'error' : 'warning')];
}

/** Sorts problems by file, line and column; keeps the order of problems at one place. */
export function sortByPlace(problems: readonly Problem[]): readonly Problem[] {
  const byFile = new Map<string | undefined, Problem[]>();
  for (const entry of problems) {
    const group = byFile.get(entry.at?.file) ?? [];
    group.push(entry);
    byFile.set(entry.at?.file, group);
  }
  return [...byFile.values()].flatMap((group) => group.sort(byLine));
}

export function byLine(a: Problem, b: Problem): number {
  return (a.at?.line ?? 0) - (b.at?.line ?? 0) || (a.at?.column ?? 0) - (b.at?.column ?? 0);
}

/** The place of an earlier item with the same name: `line 3`, `line 3 of eva.yml`, or a property. */
interface Earlier {
  readonly spot: string;
  readonly isLine: boolean;
}

/** Describes the place of the first of two duplicates. */
export function stands({ spot, isLine }: Earlier): string {
  return `it is already ${isLine ? 'on' : 'at'} ${spot}`;
}

/** Makes the entry that counts the problems which are not listed. */
export function moreProblems(more: number, at: Place | undefined, severity: Severity): Problem {
  return problem('EVA_MORE_PROBLEMS', `and ${more} more problem${more === 1 ? '' : 's'}`, {
    hint: 'fix these first',
    at,
    severity,
  });
}
