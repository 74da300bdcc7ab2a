import { problem } from '#errors/index.js';
import type { JsonObject } from '#model/data/json.js';
import { fieldOf, textOf } from '../item.js';
import { textDigest } from '../order.js';
import type { ProblemList } from '../reading/problem-list.js';
import { bitsOf, groupsOfEqual } from './groups.js';
import type { Duplicates, KeptItems } from './item-columns.js';
import type { IndexOptions } from './options.js';

/** The duplicates, and the index and new id of each item that gets a number after its id. */
interface Found extends Duplicates {
  readonly renamed: readonly (readonly [number, string])[];
}

interface DuplicateSearch {
  readonly file: string;
  readonly kept: KeptItems;
  readonly options: IndexOptions;
  readonly header: readonly string[] | undefined;
}

const mostShown = 60;

/** Numbers the ids of items that are alike in all inputs, and warns of such items. Reports ids of the file that are there twice. */
export function findDuplicates(items: DuplicateSearch, problems: ProblemList): Found {
  const { kept, file, options, header } = items;
  if (options.id !== undefined) reportRepeatedIds(items, problems);
  const groups = groupsOfEqual(kept.inputs.all());
  const lineOf = (index: number) => kept.lines.at(index);
  const fills = new Set(Object.values(options.inputs));
  const expected = options.used.filter((field) => !fills.has(field));
  const renamed: (readonly [number, string])[] = [];
  let conflicts = 0;
  for (const group of groups) {
    const values = group.map((index) => kept.reread(index, header));
    if (options.id === undefined) renamed.push(...numbered(group, values, kept));
    const conflict = conflictIn(group, values, expected);
    if (!conflict) continue;
    conflicts++;
    const { field, first, second, texts } = conflict;
    const lines = [lineOf(first), lineOf(second)];
    const at = kept.place(second, field, header);
    problems.add(problem('EVA_DATA_CONFLICT', { field, lines, values: texts }, { at, severity: 'warning' }));
  }
  const lines = (groups[0] ?? []).slice(0, 2).map(lineOf);
  if (groups.length > 0) {
    const more = groups.reduce((sum, group) => sum + group.length, 0);
    const params = { texts: groups.length, items: more, lines };
    problems.add(
      problem('EVA_DATA_TWICE', params, {
        at: { file, line: lines[1] ?? 1, column: 1, length: 1 },
        severity: 'warning',
      }),
    );
  }
  return { texts: groups.length, conflicts, lines, renamed };
}

/** Appends `-2`, `-3` to equal ids, in the order of the items' used values and then of the file. Returns the new ids. */
function numbered(group: readonly number[], values: readonly JsonObject[], { ids, used }: KeptItems) {
  const keyed = group.map((index, at) => ({ index, key: used.othersText(values[at] ?? {}) }));
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

function reportRepeatedIds(
  { kept, header, options: { id: field = '' } }: DuplicateSearch,
  problems: ProblemList,
): void {
  const { ids, lines } = kept;
  const keys = Float64Array.from(ids, (id) => bitsOf(textDigest(id)));
  for (const group of groupsOfEqual(keys)) {
    const [first = 0, ...others] = group;
    for (const other of others.filter((index) => ids[index] === ids[first])) {
      const params = { id: ids[first] ?? '', line: lines.at(first) };
      problems.add(problem('EVA_DATA_ID:twice', params, { at: kept.place(other, field, header) }));
    }
  }
}
