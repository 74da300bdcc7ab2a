import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { ProviderConfig } from '#model/config.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Check } from '#model/documents.gen.js';
import {
  type CheckSpec,
  checksIn,
  type ExtractSpec,
  embeddingCheck,
  innerChecks,
  isReference,
  judgedChecks,
  moduleCheckValue,
  moduleUse,
  ownFunction,
} from '#model/grader.js';
import { hasErrors, type Loaded, type Place, type Problem } from '#model/problem.js';
import { resolveInputs } from '#model/references.js';
import { problem } from '#model/sentences/sentence.js';
import type { EmbeddingSettings } from '#model/settings.js';
import { listed, quoted, short } from '#model/text/quoted.js';
import { providerTypes } from '#provider/types/index.js';
import { readSchemaFile } from '../settings/model-options.js';
import type { Document } from '../source/document.js';
import { candidatesFor, resolveInside } from '../source/inside-root.js';
import { nearestSetting } from '../source/layer.js';
import { type Path, valueAt } from '../source/place.js';
import { silentKeywords, silentTexts } from '../traps/silent-checks.js';
import { contextAt, type EvalContext, hiddenFilesOf } from './eval-context.js';
import { judgeLayers, judgeSettings } from './judges.js';

/**
 * Reads the `assert:` lists at these paths as one, with the schema files and the inputs that they name. Reports and omits checks that cannot be
 * read. `inputs` are those that all trials share.
 */
export function readChecks(
  context: EvalContext,
  lists: readonly Path[],
  inputs: Readonly<Record<string, string>>,
): readonly CheckSpec[] {
  const specs = lists.flatMap((list) => readList(contextAt(context, list), list));
  const resolved = specs.map((spec) => resolveInputs(spec, inputs));
  context.report(countedUnits.flatMap((unit) => contradictions(resolved, unit)));
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
    const own = [...path, op];
    const spec = op === 'at_least' ? readAtLeast(context, own, value) : readCheck(context, own, op, value);
    const about = item.about === undefined ? {} : { about: item.about };
    const models = spec && modelsOfCheck(context, own, spec);
    return spec ? [{ ...spec, ...models, ...about, ...extractOfCheck(context, [...path, 'extract']) }] : [];
  });
}

/** Returns the settings of the models that a check asks: the judge of its case, and the embedding model. */
function modelsOfCheck(context: EvalContext, path: Path, spec: CheckSpec): Pick<CheckSpec, 'judge' | 'embedding'> {
  const ops = innerChecks(spec).map(({ op }) => op);
  const embedding = ops.includes(embeddingCheck) ? embeddingSettings(context, path) : undefined;
  const judge = ops.some((op) => judgedChecks.includes(op)) && judgeSettings(judgeLayers(context, path.slice(0, 2)));
  return { ...(judge && { judge }), ...(embedding && { embedding }) };
}

const embeddingTimeout_s = 60;

const typeWithEmbeddings: string =
  providerTypes.find(({ name, lacks }) => !lacks({ type: name as ProviderConfig['type'] }).includes('embeddings'))
    ?.name ?? 'PROVIDER';

/** Returns the embedding model of `defaults`. If no embedding model is set, reports that at the check that needs one. */
function embeddingSettings(
  { defaults, document, source, folder, report }: EvalContext,
  path: Path,
): EmbeddingSettings | undefined {
  const named = nearestSetting(defaults, 'embedding_model');
  if (named) return { model: String(named.value), at: named.at, timeout_s: embeddingTimeout_s };
  if (document.lacks(['defaults'], 'embedding_model')) {
    const params = { type: typeWithEmbeddings, isProgram: folder === null };
    report([
      problem('EVA_MISSING_KEY:embedding', '"similar" needs an embedding model, and "embedding_model" is missing', {
        hint: params.isProgram
          ? `add the option embedding_model: '${short(params.type)}:NAME' to SigmaEval`
          : `write embedding_model: ${short(params.type)}:NAME under defaults, or use a \`rubric\` with a \`reference\``,
        at: source.place(path, 'key'),
      }),
    ]);
  }
  return undefined;
}

/** Reads the checks of `at_least`, with the schema files that they name. */
function readAtLeast(context: EvalContext, path: Path, value: JsonValue): CheckSpec | undefined {
  if (!context.document.isSound(path)) return undefined;
  const items = isObject(value) && Array.isArray(value['of']) ? (value['of'] as readonly Check[]) : [];
  const inner = items.flatMap((item, index) => readItem(context, [...path, 'of', index], item));
  for (const { extract, at } of inner) {
    if (extract !== undefined)
      context.report([
        problem('EVA_BAD_CHECK:inner_extract', 'at_least: a check in "of" cannot have "extract"', {
          hint: 'write "extract" beside at_least, for all of its checks',
          at,
        }),
      ]);
  }
  if (inner.length < items.length) return undefined;
  const of = inner.map(({ op, value: own, about }) => ({ ...(about !== undefined && { about }), [op]: own }));
  const inner_at = inner.flatMap(({ at }) => at ?? []);
  return { op: 'at_least', value: { ...(value as JsonObject), of }, inner_at, at: context.source.place(path) };
}

/** Checks whose value is a JSON Schema or the path of one. */
const schemaChecks: readonly string[] = ['json_schema', 'not_json_schema'];

function readCheck(context: EvalContext, path: Path, op: string, value: JsonValue): CheckSpec | undefined {
  if (!context.document.isSound(path)) return undefined;
  const at = context.source.place(path);
  if (op === 'module') return readModule(context, path, value);
  const placeIn = (inner: Path, on?: 'key') => context.source.place([...path, ...inner], on);
  if (!schemaChecks.includes(op) && op !== 'command')
    context.report(silentTexts(withoutSchema(value), /^(?:not_)?matches/.test(op), placeIn));
  if (callChecks.includes(op)) return readCallCheck(context, path, op, value);
  if (!schemaChecks.includes(op)) return { op, value, at };
  const schema = typeof value === 'string' ? readSchema(context, path, value) : { value, problems: [] };
  context.report(schema.problems);
  if (schema.value === null || hasErrors(schema.problems)) return undefined;
  if (isReference(schema.value))
    context.report([
      problem(
        'EVA_BAD_CHECK:schema_field',
        `json_schema: a schema cannot come from the field ${quoted(schema.value.field)}, since it is the same for all items`,
        { hint: 'write the schema or the path of its file; to compare values of each item, use json_value', at },
      ),
    ]);
  context.report(silentKeywords(schema.value, true, typeof value === 'string' ? () => at : placeIn));
  if (acceptsAll(schema.value))
    context.report([
      problem('EVA_BAD_CHECK:any_json', 'json_schema: this schema accepts any JSON', {
        hint: 'add a rule to the schema; to accept any JSON, write is_json: true',
        at,
      }),
    ]);
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

/** Checks whose value may have an `arguments_schema`. */
const callChecks: readonly string[] = ['called', 'not_called'];

/** Reads a check of calls, with the schema files that it names. */
function readCallCheck(context: EvalContext, path: Path, op: string, value: JsonValue): CheckSpec | undefined {
  const calls = Array.isArray(value)
    ? value.map((one: JsonValue, index) => withSchema(context, [...path, index], one))
    : withSchema(context, path, value);
  const isRead = [calls].flat().every((call) => call !== undefined);
  return isRead ? { op, value: calls as JsonValue, at: context.source.place(path) } : undefined;
}

/** Returns the value of a check without the schemas of arguments, whose texts are read as those of schemas. */
function withoutSchema(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutSchema);
  return isObject(value) && 'arguments_schema' in value ? { ...value, arguments_schema: null } : value;
}

/** Replaces the path of an `arguments_schema` by the schema; undefined if it cannot be read. */
function withSchema(context: EvalContext, path: Path, call: JsonValue): JsonValue | undefined {
  const written = isObject(call) ? call['arguments_schema'] : undefined;
  const own = [...path, 'arguments_schema'];
  if (isObject(call) && isObject(written))
    context.report(silentKeywords(written, true, (inner, on) => context.source.place([...own, ...inner], on)));
  if (!isObject(call) || typeof written !== 'string') return call;
  const schema = readSchema(context, own, written);
  context.report(schema.problems);
  if (schema.value === null || hasErrors(schema.problems)) return undefined;
  context.report(silentKeywords(schema.value, true, () => context.source.place(own)));
  return { ...call, arguments_schema: schema.value };
}

/** Keys of a schema that describe values without restricting them. */
const remarks = ['$id', '$comment', '$defs', 'definitions', 'title', 'description', 'examples', 'default'];

function acceptsAll(schema: JsonValue): boolean {
  if (schema === true) return true;
  return isObject(schema) && Object.keys(schema).every((key) => remarks.includes(key));
}

function readSchema(context: EvalContext, path: Path, written: string): Loaded<JsonValue> {
  const { folder, source } = context;
  const at = source.place(path);
  if (!folder)
    return {
      value: null,
      problems: [
        problem('EVA_BAD_CHECK:no_folder', 'json_schema: an object has no folder in which to look for the file', {
          hint: 'read the file yourself and pass the schema',
          at,
        }),
      ],
    };
  return readSchemaFile(context, folder, written, { at, hidden: hiddenFilesOf(context, path) });
}

/** The units of the checks `min_UNIT` and `max_UNIT`. */
const countedUnits = ['tokens', 'chars', 'calls'] as const;

function contradictions(specs: readonly CheckSpec[], unit: (typeof countedUnits)[number]): readonly Problem[] {
  const least = Math.max(...numbers(specs, `min_${unit}`));
  const most = Math.min(...numbers(specs, `max_${unit}`));
  if (least <= most) return [];
  const at = specs.findLast((spec) => spec.op === `max_${unit}` && spec.value === most)?.at;
  return [
    problem('EVA_CONTRADICTION:length', `no response has at least ${least} and at most ${most} ${unit}`, {
      hint: `min_${unit} must not be above max_${unit}`,
      at,
    }),
  ];
}

function numbers(specs: readonly CheckSpec[], op: string): readonly number[] {
  return specs.flatMap((spec) => (spec.op === op && typeof spec.value === 'number' ? [spec.value] : []));
}

/**
 * Finds the module of `FILE#name`, below the root, else below the prompt's folder. Returns the text with the path relative to the prompt's
 * folder, in which the module runs; `#NAME` of a function of the program as it is. Reports problems at `path`, and returns undefined if there is an error.
 */
export function readModuleUse(context: EvalContext, path: Path, written: string): string | undefined {
  const { folder, source } = context;
  const at = source.place(path);
  if (context.ownFunctions.includes(ownFunction(written) ?? '')) return written;
  const use = moduleUse(written);
  if (!use)
    context.report([
      problem('EVA_BAD_CHECK:not_module_use', `${quoted(written)} names no function of a module`, {
        hint: 'write FILE#NAME, for example checks.mjs#polite',
        at,
      }),
    ]);
  else if (!folder)
    context.report([
      problem(
        'EVA_BAD_CHECK:module_folder',
        'a module is a file of a prompt, and a scenario of a program has no prompt',
        { hint: 'give the function itself: defineCheck({ name, check })', at },
      ),
    ]);
  if (!use || !folder) return undefined;
  const { root, id } = folder;
  if (!use.file.endsWith('.mjs')) {
    context.report([problem('EVA_BAD_CHECK:module_kind', use, { at })]);
    return undefined;
  }
  const found = resolveInside(root, candidatesFor(id, use.file), at, hiddenFilesOf(context, path));
  context.report(found.problems);
  if (!found.value || hasErrors(found.problems)) return undefined;
  if (!found.value.path.endsWith('.mjs')) {
    context.report([problem('EVA_BAD_CHECK:module_kind', use, { at })]);
    return undefined;
  }
  const prompt = join(realpathSync(root), 'prompts', id);
  return `${relative(prompt, found.value.path).split(sep).join('/')}#${use.name}`;
}

/** The `extract` of a case or of `defaults`, and its place. */
export interface WrittenExtract {
  readonly extract: ExtractSpec;
  readonly extract_at: Place;
}

/** Reads `extract:` of the case at a path, or that of defaults; undefined without one, and for `whole`. Reports one that cannot be used. */
export function readExtract(context: EvalContext, path: Path): WrittenExtract | undefined {
  const own = [...path, 'extract'];
  if (context.document.holds(own)) return readExtractAt(context, own);
  const inherited = ['defaults', 'extract'];
  return readExtractAt(contextAt(context, inherited), inherited);
}

/** Reads `extract:` of a check at a path: `whole`, or a piece. */
function extractOfCheck(context: EvalContext, path: Path): Pick<CheckSpec, 'extract' | 'extract_at'> {
  if (valueAt(context.source.value, path) === 'whole') return { extract: 'whole' };
  return readExtractAt(context, path) ?? {};
}

/** The kinds of pieces. `group` goes with `matches`. */
const kinds = ['tag', 'json', 'matches', 'fence', 'module'] as const;

function readExtractAt(context: EvalContext, path: Path): WrittenExtract | undefined {
  const { document, source, report } = context;
  const written = valueAt(source.value, path);
  if (written === 'json') return { extract: 'json', extract_at: source.place(path) };
  if (!isObject(written) || !document.isSound(path)) return undefined;
  const given = kinds.filter((kind) => written[kind] !== undefined);
  const [kind] = given;
  if (given.length !== 1 || !kind) {
    report([
      problem(
        'EVA_ONE_KEY:extract',
        `an extract has exactly one of tag, json, matches, fence and module, but this one has ${given.length === 0 ? 'none' : listed(given)}`,
        {
          hint: given.length === 0 ? 'write { tag: answer }, { json: /label } or { fence: json }' : 'keep one of them',
          at: source.place(path),
        },
      ),
    ]);
    return undefined;
  }
  if (written['group'] !== undefined && kind !== 'matches') {
    report([
      problem('EVA_UNKNOWN_KEY:group', `"group" has no effect beside ${kind}: only a pattern has groups`, {
        hint: 'remove group, or write matches:',
        at: source.place([...path, 'group'], 'key'),
      }),
    ]);
    return undefined;
  }
  const extract_at = source.place([...path, kind]);
  if (kind !== 'module') report(silentTexts(written[kind], kind === 'matches', () => extract_at));
  if (kind === 'module') {
    const use = readModuleUse(context, [...path, kind], String(written[kind]));
    return use === undefined ? undefined : { extract: { module: use }, extract_at };
  }
  const group = written['group'] === undefined ? {} : { group: written['group'] };
  return { extract: { [kind]: written[kind], ...group } as ExtractSpec, extract_at };
}
