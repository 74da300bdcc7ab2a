import { posix } from 'node:path';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { DraftCase, PromptFile, Traced } from '../draft.js';
import type { BodyInput, ImportedTest } from '../imported.js';
import { areEqual, withAllSources } from './hoist.js';

export interface InputsWanted {
  /** The inputs of all bodies that the case is asked with. */
  readonly body: readonly BodyInput[];
  /**
   * True if code looks at the case: it gets all variables of the test. One that the body shows in another form than JSON, such as a list, has a
   * second input with `__json` at the end of its name, which the code gets in its place.
   */
  readonly needsAllVars: boolean;
}

/** A case with the tests that it asks: one, or those of the items of its data set. */
export interface TestCase extends DraftCase {
  readonly tests: readonly ImportedTest[];
  readonly extras: Extras;
}

/**
 * Makes one case of all rows of a file that have the same kinds of checks. Their inputs, and expected values that differ, become fields of
 * a data file, and so do their extras; those of a case that is left are in its comment. A row that has the only one of its form stays a case,
 * and so do rows whose rubrics differ. A run asks every row, as promptfoo does, also after one that is wrong.
 */
export function foldRows(cases: readonly TestCase[]) {
  const groups = groupsOf(cases);
  const files: PromptFile[] = [];
  const names = new Set<string>(cases.map(({ name }) => name));
  const paths = new Set<string>();
  const folded = new Map<TestCase, TestCase>();
  const dropped = new Set<TestCase>();
  const numbers = rowNumbers(cases);
  for (const group of groups.values()) {
    const [first, second] = group;
    if (!first || !second) continue;
    const { one, file } = foldGroup(group, names, paths, numbers);
    files.push(file);
    folded.set(first, one);
    for (const other of group.slice(1)) dropped.add(other);
  }
  const left = cases.filter((one) => !dropped.has(one));
  return {
    cases: left.map(
      (one) =>
        folded.get(one) ?? {
          ...one,
          comments: [
            ...linesOf('metadata', one.extras.metadata),
            ...linesOf('variables that nothing uses', one.extras.vars),
            ...one.comments,
          ],
        },
    ),
    files,
  };
}

function groupsOf(cases: readonly TestCase[]): ReadonlyMap<string, readonly TestCase[]> {
  const groups = new Map<string, TestCase[]>();
  for (const one of cases) {
    const file = one.tests[0]?.rowsFile;
    if (file === undefined || one.isLook || one.setup['files'] !== undefined) continue;
    if (one.setup['inputs'] === undefined) continue;
    const key = JSON.stringify([file, formOf(one)]);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** Describes a case without the values that may differ between the items of a data set. */
function formOf({ setup, expects }: TestCase): JsonValue {
  const { inputs = {}, ...others } = setup;
  return [
    Object.keys(inputs as JsonObject).sort(),
    others,
    expects.assert.map(({ item }) => formOfCheck(item)),
    expects.rubric.map(({ item }) => item),
    { ...expects.rest, reference: expects.rest.reference === undefined ? null : true } as JsonObject,
  ];
}

function formOfCheck(check: JsonObject): JsonValue {
  const [op, value] = operation(check);
  const { [op]: _value, ...others } = check;
  if (!foldable.includes(op)) return [op, value, others];
  return [op, Array.isArray(value) ? 'list' : typeof value, others];
}

/** The checks whose value may be a field, as a text, number or list. */
const textOps = ['contains', 'icontains', 'equals', 'starts_with', 'ends_with', 'matches'];

const foldable: readonly string[] = [
  ...textOps.flatMap((op) => [op, `not_${op}`, `${op}_any`, `not_${op}_any`]),
  'contains_all',
  'icontains_all',
];

function operation(check: JsonObject): readonly [op: string, value: JsonValue] {
  const [op = '', value = null] = Object.entries(check).find(([key]) => key !== 'about' && key !== 'extract') ?? [];
  return [op, value];
}

/** Numbers the tests of each file from 1, so that an item of a data set is found in the file that it comes from. */
function rowNumbers(cases: readonly TestCase[]): ReadonlyMap<TestCase, number> {
  const counts = new Map<string, number>();
  return new Map(
    cases.flatMap((one) => {
      const file = one.tests[0]?.rowsFile;
      if (file === undefined) return [];
      const number = (counts.get(file) ?? 0) + 1;
      counts.set(file, number);
      return [[one, number] as const];
    }),
  );
}

function foldGroup(
  group: readonly TestCase[],
  names: Set<string>,
  paths: Set<string>,
  numbers: ReadonlyMap<TestCase, number>,
): { readonly one: TestCase; readonly file: PromptFile } {
  const first = group[0] as TestCase;
  const fields = new FieldNames(group);
  const rows = group.map((one) => rowOf(one, numbers.get(one) ?? 0, fields));
  const assert = withAllSources(
    first.expects.assert,
    group.map(({ expects }) => expects.assert),
  ).map((traced, at): Traced<JsonObject> => {
    const [op] = operation(traced.item);
    const values = group.map(({ expects }) => operation(expects.assert[at]?.item ?? {})[1]);
    if (!foldable.includes(op) || areEqual(values)) return traced;
    const field = fields.add('expected');
    for (const [row, value] of values.entries()) rows[row]?.set(field, value);
    return { ...traced, item: { ...traced.item, [op]: { field } } };
  });
  const references = group.map(({ expects }) => expects.rest.reference);
  const rest = { ...first.expects.rest };
  if (rest.reference !== undefined && !(areEqual(references) && isObject(rest.reference))) {
    const field = fields.add('reference');
    for (const [row, value] of references.entries()) rows[row]?.set(field, value ?? '');
    rest.reference = { field };
  }
  const stem = posix.basename(first.tests[0]?.rowsFile ?? 'rows').replace(/\.\w+$/, '');
  const file = dataFile(rows, stem, /\.csv$/i.test(first.tests[0]?.rowsFile ?? ''), paths);
  const { inputs: _inputs, ...setup } = first.setup;
  const dataset = { file: file.path, id: fields.id };
  const one: TestCase = {
    name: freeTitle(stem, names),
    isLook: false,
    tests: group.flatMap(({ tests }) => tests),
    extras: first.extras,
    setup: { dataset, stop_early: false, ...setup },
    expects: {
      assert,
      rubric: withAllSources(
        first.expects.rubric,
        group.map(({ expects }) => expects.rubric),
      ),
      rest,
    },
    comments: [...new Set(group.flatMap(({ comments }) => comments))],
  };
  return { one, file };
}

/** The names of the fields of a data file: those of the inputs first. */
class FieldNames {
  readonly id: string;
  readonly description: string | undefined;
  readonly metadata: ReadonlyMap<string, string>;
  readonly vars: ReadonlyMap<string, string>;
  readonly #taken: Set<string>;

  constructor(group: readonly TestCase[]) {
    this.#taken = new Set(group.flatMap(({ setup }) => Object.keys((setup['inputs'] ?? {}) as JsonObject)));
    this.vars = this.#addAll(group.map(({ extras }) => extras.vars));
    this.id = this.add('row');
    const isDescribed = group.some(({ tests }) => tests[0]?.description !== undefined);
    this.description = isDescribed ? this.add('description') : undefined;
    this.metadata = this.#addAll(group.map(({ extras }) => extras.metadata));
  }

  #addAll(values: readonly JsonObject[]): ReadonlyMap<string, string> {
    const keys = new Set(values.flatMap((one) => Object.keys(one)));
    return new Map([...keys].map((key) => [key, this.add(key)]));
  }

  add(wished: string): string {
    let name = wished;
    for (let count = 2; this.#taken.has(name); count++) name = `${wished}_${count}`;
    this.#taken.add(name);
    return name;
  }
}

function rowOf({ setup, extras, tests: [test] }: TestCase, number: number, fields: FieldNames): Map<string, JsonValue> {
  const row = new Map<string, JsonValue>();
  row.set(fields.id, String(number));
  if (fields.description !== undefined) row.set(fields.description, test?.description ?? '');
  for (const [name, value] of Object.entries((setup['inputs'] ?? {}) as JsonObject)) row.set(name, value);
  for (const [key, field] of fields.vars) row.set(field, extras.vars[key] ?? '');
  for (const [key, field] of fields.metadata) row.set(field, extras.metadata[key] ?? '');
  return row;
}

/** Returns a name that is not taken yet, and takes it: `NAME (2)` for the second of a name. */
export function freeTitle(wished: string, taken: Set<string>): string {
  let name = wished;
  for (let count = 2; taken.has(name); count++) name = `${wished} (${count})`;
  taken.add(name);
  return name;
}

/** Writes the rows of a data set: as CSV if they come from one and have flat values, else one JSON object a line. */
function dataFile(
  rows: readonly ReadonlyMap<string, JsonValue>[],
  stem: string,
  isOfCsv: boolean,
  taken: Set<string>,
): PromptFile {
  const fields = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const isFlat = rows.every((row) => fields.every((field) => isCell(row.get(field))));
  const isCsv = isOfCsv && isFlat;
  const path = freePath(stem, isCsv ? 'csv' : 'jsonl', taken);
  return {
    path,
    content: isCsv ? csvText(rows, fields) : rows.map((row) => `${JSON.stringify(Object.fromEntries(row))}\n`).join(''),
  };
}

/** Returns true if a CSV cell gives the value back: a text that is there, or the text of a number or boolean. */
function isCell(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}

function csvText(rows: readonly ReadonlyMap<string, JsonValue>[], fields: readonly string[]): string {
  const lines = [fields, ...rows.map((row) => fields.map((field) => String(row.get(field))))];
  return lines.map((cells) => `${cells.map(cellText).join(',')}\n`).join('');
}

function cellText(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
}

function freePath(stem: string, ending: string, taken: Set<string>): string {
  const base =
    stem
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'rows';
  let path = `data/${base}.${ending}`;
  for (let count = 2; taken.has(path); count++) path = `data/${base}-${count}.${ending}`;
  taken.add(path);
  return path;
}

/** What a test says besides what is asked and checked. It changes no verdict, but people read it, and split results by it. */
interface Extras {
  readonly metadata: JsonObject;
  /** Variables that neither the body nor a check uses. */
  readonly vars: JsonObject;
}

/** A text in a comment is cut at this length, and a list of values after so many. */
const longText = 200;

const mostValues = 30;

/** Returns the extras of a test. A variable that an assertion may name is not among them. */
export function extrasOf({ vars, asserts, metadata = {} }: ImportedTest, { body, needsAllVars }: InputsWanted): Extras {
  if (needsAllVars) return { metadata, vars: {} };
  const read = new Set(body.flatMap(({ name, reads }) => [name, ...reads]));
  const unread = Object.entries(vars).filter(([name]) => !read.has(name));
  if (unread.length === 0) return { metadata, vars: {} };
  const checks = JSON.stringify(asserts.map(({ value }) => value));
  const unused = unread.filter(([name]) => !checks.includes(JSON.stringify(name).slice(1, -1)));
  return {
    metadata,
    vars: Object.fromEntries(unused.map(([name, value]) => [name, value.kind === 'media' ? value.file : value.value])),
  };
}

function linesOf(what: string, values: JsonObject): readonly string[] {
  const count = Object.keys(values).length;
  if (count === 0) return [];
  const rest = count > mostValues ? ` and ${count - mostValues} more` : '';
  return [`${what}: ${JSON.stringify(shortened(values))}${rest}`];
}

function shortened(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.length > longText ? `${value.slice(0, longText)}…` : value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).slice(0, mostValues).map(shortened);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostValues)
      .map(([key, inner]) => [key, shortened(inner)]),
  );
}
