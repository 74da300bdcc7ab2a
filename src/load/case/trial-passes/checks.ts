import { problem } from '#errors/index.js';
import { type CheckSpec, checksIn } from '#model/case/grader.js';
import { moduleCheckValue } from '#model/case/module-use.js';
import { isReference } from '#model/case/value-reference.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { Check } from '#model/documents.gen.js';
import { hasErrors, type Loaded, type Place, type Problem } from '#model/problem.js';
import { resolveInputs } from '#model/references.js';
import { readSchemaFile } from '../../settings/schema-file.js';
import type { Document } from '../../source/document.js';
import { type Path, valueAt } from '../../source/place.js';
import { type EvalContext, hiddenFilesOf } from '../eval-context.js';
import { readModuleUse } from '../module-file.js';
import { extractOfCheck } from './extract.js';

/**
 * Reads the `assert:` lists at these paths as one, with the schema files and the inputs that they name. Reports and omits checks that cannot be
 * read. `inputs` are those that all trials share.
 */
export function readChecks(
  context: EvalContext,
  lists: readonly Path[],
  inputs: Readonly<Record<string, string>>,
): readonly CheckSpec[] {
  const specs = lists.flatMap((list) => readList(context, list));
  const resolved = specs.map((spec) => resolveInputs(spec, inputs));
  context.report([...contradictions(resolved, 'tokens'), ...contradictions(resolved, 'chars')]);
  return resolved;
}

/** Caches the checks of defaults, which many cases share, so that each is prepared once. */
const inherited = new WeakMap<Document, readonly CheckSpec[]>();

function readList(context: EvalContext, path: Path): readonly CheckSpec[] {
  const known = path[0] === 'defaults' ? inherited.get(context.document) : undefined;
  if (known) return known;
  const items = (valueAt(context.source.value, path) ?? []) as readonly (Check | null)[];
  const specs = items.flatMap((item, index) => readItem(context, [...path, index], item ?? {}));
  if (path[0] === 'defaults') inherited.set(context.document, specs);
  return specs;
}

/** Reads an item of `assert`. */
function readItem(context: EvalContext, path: Path, item: Check): readonly CheckSpec[] {
  return checksIn(item).flatMap(([op, value]) => {
    const spec = readCheck(context, [...path, op], op, value);
    const about = item.about === undefined ? {} : { about: item.about };
    return spec ? [{ ...spec, ...about, ...extractOfCheck(context, [...path, 'extract']) }] : [];
  });
}

/** Checks whose value is a JSON Schema or the path of one. */
const schemaChecks: readonly string[] = ['json_schema', 'not_json_schema'];

function readCheck(context: EvalContext, path: Path, op: string, value: JsonValue): CheckSpec | undefined {
  if (!context.document.isSound(path)) return undefined;
  const at = context.source.place(path);
  if (op === 'module') return readModule(context, path, value);
  if (!schemaChecks.includes(op)) return { op, value, at };
  const schema = typeof value === 'string' ? readSchema(context, path, value) : { value, problems: [] };
  context.report(schema.problems);
  if (schema.value === null || hasErrors(schema.problems)) return undefined;
  if (isReference(schema.value)) context.report([problem('EVA_BAD_CHECK:schema_field', schema.value, { at })]);
  if (acceptsAll(schema.value)) context.report([acceptsAnything(at)]);
  return { op, value: schema.value, at };
}

/** Reads a `module` check. The path of its module is then relative to the prompt's folder. */
function readModule(context: EvalContext, path: Path, value: JsonValue): CheckSpec | undefined {
  const isText = typeof value === 'string';
  const written = moduleCheckValue(value)?.use ?? '';
  const use = readModuleUse(context, isText ? path : [...path, 'use'], written);
  if (use === undefined) return undefined;
  return { op: 'module', value: isText ? use : { ...(value as object), use }, at: context.source.place(path) };
}

/** Keys of a schema that describe values without restricting them. */
const remarks = ['$id', '$comment', '$defs', 'definitions', 'title', 'description', 'examples', 'default'];

function acceptsAll(schema: JsonValue): boolean {
  if (schema === true) return true;
  return isObject(schema) && Object.keys(schema).every((key) => remarks.includes(key));
}

function acceptsAnything(at: Place): Problem {
  return problem('EVA_BAD_CHECK:any_json', null, { at });
}

/** Reads a JSON Schema from its file. */
function readSchema(context: EvalContext, path: Path, written: string): Loaded<JsonValue> {
  const { folder, source } = context;
  const at = source.place(path);
  if (!folder) return { value: null, problems: [noFolderFor(at)] };
  return readSchemaFile(context, folder, written, { at, hidden: hiddenFilesOf(context, path) });
}

function noFolderFor(at: Place): Problem {
  return problem('EVA_BAD_CHECK:no_folder', null, { at });
}

function contradictions(specs: readonly CheckSpec[], unit: 'tokens' | 'chars'): readonly Problem[] {
  const least = Math.max(...numbers(specs, `min_${unit}`));
  const most = Math.min(...numbers(specs, `max_${unit}`));
  if (least <= most) return [];
  const at = specs.findLast((spec) => spec.op === `max_${unit}` && spec.value === most)?.at;
  return [problem('EVA_CONTRADICTION:length', { least, most, unit }, { at })];
}

function numbers(specs: readonly CheckSpec[], op: string): readonly number[] {
  return specs.flatMap((spec) => (spec.op === op && typeof spec.value === 'number' ? [spec.value] : []));
}
