import { groupBy } from '#model/data/collections.js';
import { sha256 } from '#model/data/digest.js';
import type { JsonObject } from '#model/data/json.js';
import { problem } from '#model/problem.js';
import { groupedDigits, quoted } from '#model/text/quoted.js';
import { fieldText, type IndexOptions } from './item.js';
import { visitEqual } from './item-columns.js';
import { bitsOf, type Duplicates, type KeptItems } from './item-index.js';
import { countedBy, type ItemSource } from './item-source.js';
import type { ProblemList } from './record-place.js';

interface DuplicateSearch {
  readonly source: ItemSource;
  readonly kept: KeptItems;
  readonly options: IndexOptions;
  readonly header: readonly string[] | undefined;
}

const mostShown = 60;

/** Numbers the ids of items that are alike in all inputs, and warns of such items. Reports ids of the file that are there twice. */
export function findDuplicates(items: DuplicateSearch, problems: ProblemList): Duplicates {
  const { kept, source, options, header } = items;
  if (options.id !== undefined) reportRepeatedIds(items, problems);
  const groups = groupsOfEqual(kept.length, (index) => kept.inputs.at(index));
  const conflicts = groups.filter((group) => !settle(group, items, problems)).length;
  const lines = (groups[0] ?? []).slice(0, 2).map((index) => kept.lines.at(index));
  if (groups.length > 0) {
    const count = groups.reduce((sum, group) => sum + group.length, 0);
    const params = { texts: groups.length, items: count, unit: countedBy(source), lines };
    const at = kept.place(groups[0]?.[1] ?? 0, undefined, header);
    problems.add(
      problem(
        'EVA_DATA_TWICE',
        `${groupedDigits(params.items)} items have the same inputs as another item, for example ${params.unit}s ${params.lines.join(' and ')}`,
        { hint: 'remove the copies, or name a cluster that they share', at, severity: 'warning' },
      ),
    );
  }
  return { texts: groups.length, conflicts, lines };
}

/** The items of a group that are alike in all used values; `values` are those of the first. */
interface Alike {
  readonly indexes: readonly number[];
  readonly values: JsonObject;
  readonly text: string;
}

/** Numbers the ids of a group if they come from its inputs. Warns, and returns false, if its items expect different values. */
function settle(group: readonly number[], items: DuplicateSearch, problems: ProblemList): boolean {
  const { kept, options, header } = items;
  const alike = [...groupBy(group, (index) => kept.othersAt(index)).values()].map((indexes): Alike => {
    const values = kept.reread(indexes[0] ?? 0, header);
    return { indexes, values, text: kept.used.othersText(values) };
  });
  if (options.id === undefined) renumber(alike, kept);
  const fills = new Set(Object.values(options.inputs));
  const expected = options.used.filter((field) => !fills.has(field));
  const conflict = conflictIn(alike, expected);
  if (conflict) warn(conflict, items, problems);
  return conflict === undefined;
}

/** Appends `-2`, `-3` to equal ids, in the order of the items' used values and then of the file. */
function renumber(alike: readonly Alike[], kept: KeptItems): void {
  let number = 0;
  for (const { indexes, values } of [...alike].sort((a, b) => (a.text < b.text ? -1 : 1))) {
    for (const index of indexes) {
      number++;
      if (number > 1) kept.rename(index, `${kept.ids.at(index)}-${number}`, values);
    }
  }
}

/** Groups indexes with equal keys, in ascending order; only groups of two or more. */
function groupsOfEqual(count: number, keyAt: (index: number) => number): readonly (readonly number[])[] {
  const groups: number[][] = [];
  visitEqual(count, keyAt, (group) => groups.push([...group]));
  return groups.sort(([a = 0], [b = 0]) => a - b);
}

interface Conflict {
  readonly field: string;
  readonly first: Alike;
  readonly second: Alike;
}

/** Returns the first items of a group that expect different values. */
function conflictIn([first, ...others]: readonly Alike[], fields: readonly string[]): Conflict | undefined {
  if (!first) return undefined;
  for (const field of fields) {
    const known = expectedText(first, field);
    const second = others.find((item) => expectedText(item, field) !== known);
    if (second) return { field, first, second };
  }
  return undefined;
}

function warn(
  { field, first, second }: Conflict,
  { kept, source, header }: DuplicateSearch,
  problems: ProblemList,
): void {
  problems.offer({ code: 'EVA_DATA_CONFLICT', severity: 'warning' }, () => {
    const indexes = [first, second].map(({ indexes: [index = 0] }) => index);
    const lines = indexes.map((index) => kept.lines.at(index));
    const values = [first, second].map((item) => expectedText(item, field).slice(0, mostShown));
    const at = kept.place(indexes[1] ?? 0, field, header);
    const unit = countedBy(source);
    const [one = '', other = ''] = values.map(quoted);
    return problem(
      'EVA_DATA_CONFLICT',
      `${unit} ${lines[0]} has ${one} in ${quoted(field)}, ${unit} ${lines[1]} ${other}, for the same inputs`,
      { hint: 'correct one of them', at, severity: 'warning' },
    );
  });
}

function expectedText({ values }: Alike, field: string): string {
  return fieldText(values, field) ?? '';
}

function reportRepeatedIds({ kept, source, header, options }: DuplicateSearch, problems: ProblemList): void {
  const { ids, lines } = kept;
  const keys = Float64Array.from({ length: kept.length }, (_, index) => bitsOf(sha256(ids.at(index))));
  for (const group of groupsOfEqual(kept.length, (index) => keys[index] ?? 0)) {
    const [first = 0, ...others] = group;
    for (const other of others.filter((index) => ids.at(index) === ids.at(first))) {
      problems.offer({ code: 'EVA_DATA_ID' }, () => {
        const params = { id: ids.at(first), unit: countedBy(source), line: lines.at(first) };
        return problem(
          'EVA_DATA_ID:twice',
          `the id ${quoted(params.id)} is already used at ${params.unit} ${params.line}`,
          {
            hint: 'give every item an id of its own, or remove id: from the data set',
            at: kept.place(other, options.id, header),
          },
        );
      });
    }
  }
}
