import { sha256 } from '#model/data/digest.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { noteWritten } from '#model/data/written.js';
import type { Problem } from '#model/problem.js';
import { EvaError, placed, problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { idleKeys } from '../cases/case-settings.js';
import { type EvalFiles, mentionAt } from '../cases/reading.js';
import { fieldPath } from '../items/item.js';
import {
  type ItemPath,
  type ItemSource,
  isList,
  listKeyOf,
  maxListBytes,
  nameOfItemFile,
  noItems,
  notList,
  tooLargeFile,
} from '../items/item-source.js';
import { readItems } from '../items/read-items.js';
import { ProblemList } from '../items/record-place.js';
import type { ProgramData } from '../program-data/program-items.js';
import type { ReportProblems } from '../source/document.js';
import type { InsidePath } from '../source/inside-root.js';
import { readText } from '../source/read-file.js';
import { parseYaml, type YamlSource } from '../source/yaml-source.js';
import { type DatasetKeys, formatsByEnding } from './dataset-keys.js';

/** Finds the file of a data set; reads it if it is YAML, which only whole files can be. Reports why it cannot be read, and returns null. */
export function findDataFile({ named }: EvalFiles, keys: DatasetKeys, report: ReportProblems): ItemSource | null {
  const { folder, programData } = named;
  if (!folder) return programData && sourceInProgram(programData, keys, report);
  const { value: file, problems } = named.find(keys.file, mentionAt(keys.filePart));
  report(problems);
  return file && openedAs(keys, file, report);
}

function sourceInProgram({ lists, pathOf }: ProgramData, keys: DatasetKeys, report: ReportProblems): ItemSource | null {
  const [, scenario = 0] = keys.part.path;
  const list = lists.get(Number(scenario));
  if (!list) return openedAs(keys, { path: pathOf(keys.file), file: keys.file }, report);
  report([...idleKeys(keys.part, ['format', 'delimiter'], 'items'), ...list.problems]);
  return list.value;
}

function openedAs(
  { format, file, filePart, delimiter }: DatasetKeys,
  path: InsidePath,
  report: ReportProblems,
): ItemSource | null {
  if (format === undefined) {
    report([
      problem('EVA_BAD_VALUE:data_format', `the name ${quoted(file)} does not end with a format that eva reads`, {
        hint: `save it as one of ${Object.keys(formatsByEnding).map(short).join(', ')}, or name the format it has, for example format: csv`,
        at: filePart.place(),
      }),
    ]);
    return null;
  }
  if (format === 'yaml') return readYamlList(path, report);
  if (format === 'jsonl' || format === 'json') return { ...path, format };
  return { ...path, format: 'csv', delimiter: delimiter ?? (format === 'tsv' ? '\t' : ',') };
}

function readYamlList({ path, file }: InsidePath, report: ReportProblems): ItemSource | null {
  const text = readText(path, file, maxListBytes);
  report(text.problems.map(asDataProblem));
  if (text.value === null) return null;
  const { value: yaml, problems } = parseYaml(text.value, file);
  report(problems.map(asDataProblem));
  if (!yaml || problems.length > 0) return null;
  if (!Array.isArray(yaml.value)) {
    report([notList(listKeyOf(yaml.value), yaml.place([]))]);
    return null;
  }
  noteScalars(yaml, yaml.value, []);
  return {
    name: file,
    items: yaml.value,
    sha256: sha256(text.value),
    place: (itemPath) => yaml.place(itemPath),
    literal: (itemPath) => yaml.scalarText(itemPath),
  };
}

/** Notes the numbers and truth values that the file writes differently than JavaScript. */
function noteScalars(yaml: YamlSource, holder: JsonValue, path: ItemPath): void {
  if (holder === null || typeof holder !== 'object') return;
  for (const [key, value] of Array.isArray(holder) ? holder.entries() : Object.entries(holder as JsonObject)) {
    const own = [...path, key];
    const isScalar = typeof value === 'number' || typeof value === 'boolean';
    const written = isScalar ? yaml.scalarText(own) : undefined;
    if (written !== undefined && written !== String(value)) noteWritten(holder, key, written);
    noteScalars(yaml, value, own);
  }
}

/** Rewords the problems of YAML files that are other ones in lists of items. */
function asDataProblem(entry: Problem): Problem {
  const { code, at } = entry;
  if (code === 'EVA_YAML_EMPTY' && at) return placed(noItems(at.file), { ...at, line: 1, column: 1 });
  if (code === 'EVA_YAML_LIMIT')
    return problem('EVA_DATA_LARGE:yaml', 'the file has more values than eva reads from YAML', {
      hint: 'save the items as JSONL, which may be larger',
      at,
    });
  return code === 'EVA_TOO_LARGE' ? tooLargeFile(maxListBytes, at) : entry;
}

/** Thrown to stop reading a file. It never leaves this module. */
class Enough extends Error {}

/** The fields of a file, as far as they were looked for. */
interface FieldsInFile {
  /** Those of the wanted fields that at least one item has. */
  readonly found: ReadonlySet<string>;
  /** The names of all fields of the first item. */
  readonly names: readonly string[];
}

/**
 * Looks for fields in the items of a file. Reads a CSV file up to its first item and other files until all fields are found. Returns null
 * if no item can be read. Ignores problems of the file, which indexing it reports.
 */
export function fieldsInFile(source: ItemSource, fields: readonly string[]): FieldsInFile | null {
  const missing = new Set(fields);
  const hasHeader = !isList(source) && source.format === 'csv';
  let names: readonly string[] | null = null;
  try {
    readItems(
      source,
      ({ values }) => {
        names ??= Object.keys(values);
        for (const field of missing) if (fieldPath(values, field)) missing.delete(field);
        if (hasHeader || missing.size === 0) throw new Enough();
      },
      new ProblemList(nameOfItemFile(source)),
    );
  } catch (error) {
    if (!(error instanceof Enough || error instanceof EvaError)) throw error;
  }
  return names && { found: new Set(fields.filter((field) => !missing.has(field))), names };
}

/** Returns the problem of a CSV file whose header has none of several fields that a case names, nor anything like them: it may be no header. */
export function foreignHeader(
  source: ItemSource,
  names: readonly string[] | null,
  fields: readonly string[],
): Problem | null {
  if (isList(source) || source.format !== 'csv' || !names) return null;
  const wanted = [...new Set(fields)];
  const isKnown = (field: string) =>
    names.some((name) => name.trim() === field.trim()) || nearest(field, names) !== undefined;
  if (wanted.length < 2 || wanted.some(isKnown)) return null;
  const at = { file: source.file, line: 1, column: 1 };
  return problem(
    'EVA_DATA_FIELD:header',
    `the first line has none of the columns that the case names: ${wanted.map(quoted).join(', ')}`,
    {
      hint: `the first line must be the header: add one, or remove what is above it; or use its names in the case: ${names.slice(0, 12).map(quoted).join(', ')}`,
      at,
    },
  );
}
