import { problem } from '#errors/index.js';
import type { JsonObject } from '#model/data/json.js';
import { canonicalItemJson, fieldOf, textOf } from '../item.js';
import { orderKey } from '../order.js';
import type { ProblemList } from '../reading/problem-list.js';
import { bitsOf, groupsOfEqual } from './groups.js';
import type { IndexOptions } from './options.js';
import { usedValues } from './used-values.js';

/** Where a kept item is, and the first 48 bits of the digest of its inputs. */
export interface KeptRow {
  readonly start: number;
  readonly length: number;
  readonly line: number;
  readonly inputs: number;
}

/** Items that are alike in all inputs. */
export interface Duplicates {
  /** The number of texts that more than one item has, and of those whose items expect different values. */
  readonly texts: number;
  readonly conflicts: number;
  /** The lines of the first item that is there twice. */
  readonly lines: readonly number[];
  /** The index and the new id of each item that gets a number after its id. */
  readonly renamed: readonly (readonly [number, string])[];
}

interface DuplicateSearch {
  readonly file: string;
  readonly rows: readonly KeptRow[];
  /** The id of each item. */
  readonly ids: readonly string[];
  readonly options: IndexOptions;
  readonly reread: (index: number) => JsonObject;
}

const mostShown = 60;

/** Numbers the ids of items that are alike in all inputs, and warns of such items. Reports ids of the file that are there twice. */
export function findDuplicates(items: DuplicateSearch, problems: ProblemList): Duplicates {
  const { rows, file, options } = items;
  if (options.id !== undefined) reportRepeatedIds(items, problems);
  const groups = groupsOfEqual(rows.map(({ inputs }) => inputs));
  const lineOf = (index: number) => rows[index]?.line ?? 0;
  const fills = new Set(Object.values(options.inputs));
  const expected = options.used.filter((field) => !fills.has(field));
  const renamed: (readonly [number, string])[] = [];
  let conflicts = 0;
  for (const group of groups) {
    const values = group.map(items.reread);
    if (options.id === undefined) renamed.push(...numbered(group, values, items));
    const conflict = conflictIn(group, values, expected);
    if (!conflict) continue;
    conflicts++;
    const { field, first, second, texts } = conflict;
    const lines = [lineOf(first), lineOf(second)] as const;
    const at = { file, line: lines[1] };
    problems.add(problem('EVA_DATA_CONFLICT', { field, lines, values: texts }, { at, severity: 'warning' }));
  }
  const lines = (groups[0] ?? []).slice(0, 2).map(lineOf);
  if (groups.length > 0) {
    const more = groups.reduce((sum, group) => sum + group.length, 0);
    const params = { texts: groups.length, items: more, lines };
    problems.add(problem('EVA_DATA_TWICE', params, { at: { file, line: lines[1] ?? 1 }, severity: 'warning' }));
  }
  return { texts: groups.length, conflicts, lines, renamed };
}

/** Appends `-2`, `-3` to equal ids, in the order of the items' used values and then of the file. Returns the new ids. */
function numbered(group: readonly number[], values: readonly JsonObject[], { ids, options }: DuplicateSearch) {
  const keyed = group.map((index, at) => ({ index, key: canonicalItemJson(usedValues(values[at] ?? {}, options)) }));
  keyed.sort((a, b) => (a.key === b.key ? a.index - b.index : a.key < b.key ? -1 : 1));
  return keyed.slice(1).map(({ index }, at) => [index, `${ids[index]}-${at + 2}`] as const);
}

interface Conflict {
  readonly field: string;
  readonly first: number;
  readonly second: number;
  readonly texts: readonly [string, string];
}

/** Returns the first two items of a group that expect different values. */
function conflictIn(
  group: readonly number[],
  values: readonly JsonObject[],
  fields: readonly string[],
): Conflict | undefined {
  const [first = 0] = group;
  for (const field of fields) {
    const known = textOf(fieldOf(values[0] ?? {}, field));
    const at = values.findIndex((one) => textOf(fieldOf(one, field)) !== known);
    if (at > 0) {
      const texts = [known, textOf(fieldOf(values[at] ?? {}, field))].map((text) => (text ?? '').slice(0, mostShown));
      return { field, first, second: group[at] ?? 0, texts: [texts[0] ?? '', texts[1] ?? ''] };
    }
  }
  return undefined;
}

function reportRepeatedIds({ file, ids, rows }: DuplicateSearch, problems: ProblemList): void {
  const keys = ids.map((id) => bitsOf(orderKey(0, id)));
  for (const group of groupsOfEqual(keys)) {
    const [first = 0, ...others] = group;
    for (const other of others.filter((index) => ids[index] === ids[first])) {
      const params = { id: ids[first] ?? '', line: rows[first]?.line ?? 0 };
      problems.add(problem('EVA_DATA_ID:twice', params, { at: { file, line: rows[other]?.line ?? 0 } }));
    }
  }
}
