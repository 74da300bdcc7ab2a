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
  type ModuleUse,
  moduleCheckValue,
  moduleUse,
  ownFunction,
} from '#model/grader.js';
import { hasErrors, type Place, type Problem, problem } from '#model/problem.js';
import { resolveInputs } from '#model/references.js';
import type { EmbeddingSettings } from '#model/settings.js';
import { listed, quoted, short } from '#model/text/quoted.js';
import { providerTypes } from '#provider/types/index.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { nearestSetting } from '../source/layer.js';
import type { Path } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';
import { silentKeywords, silentTexts } from '../traps/silent-checks.js';
import { judgeLayers, judgeSettings } from './judges.js';
import { type Choice, defaultLayers, defaultOf, type EvalFiles, mentionAt } from './reading.js';

/**
 * Reads several `assert:` lists as one, with the schema files and the inputs that they name. Reports and omits checks that cannot be read.
 * `inputs` are those that all trials share.
 */
export function readChecks(
  files: EvalFiles,
  choice: Choice,
  lists: readonly DocumentPart[],
  inputs: Readonly<Record<string, string>>,
  report: ReportProblems,
): readonly CheckSpec[] {
  const specs = lists.flatMap((list) => readList({ files, choice, report }, list));
  const resolved = specs.map((spec) => resolveInputs(spec, inputs));
  report(countedUnits.flatMap((unit) => contradictions(resolved, unit)));
  return resolved;
}

/** Where checks find what they name, and what takes their problems. */
interface CheckReader {
  readonly files: EvalFiles;
  readonly choice: Choice;
  readonly report: ReportProblems;
}

/** The checks of defaults, which many cases share, so that each is prepared once. */
const inherited = new WeakMap<YamlSource, readonly CheckSpec[]>();

function readList(reader: CheckReader, list: DocumentPart): readonly CheckSpec[] {
  const isInherited = list.path[0] === 'defaults';
  const known = isInherited ? inherited.get(list.source) : undefined;
  if (known) return known;
  const specs = list.items().flatMap((item) => readItem(reader, item));
  if (isInherited) inherited.set(list.source, specs);
  return specs;
}

/** Reads an item of `assert`. */
function readItem(reader: CheckReader, item: DocumentPart): readonly CheckSpec[] {
  const written = (item.value ?? {}) as Check;
  return checksIn(written).flatMap(([op, value]) => {
    const part = item.in(op);
    const spec = op === 'at_least' ? readAtLeast(reader, part, value) : readCheck(reader, part, value);
    if (!spec) return [];
    const about = written.about === undefined ? {} : { about: written.about };
    const models = modelsOfCheck(reader, part, spec);
    return [{ ...spec, ...models, ...about, ...extractOfCheck(reader, item.in('extract')) }];
  });
}

/** Returns the settings of the models that a check asks: the judge of its case, and the embedding model. */
function modelsOfCheck(
  reader: CheckReader,
  part: DocumentPart,
  spec: CheckSpec,
): Pick<CheckSpec, 'judge' | 'embedding'> {
  const ops = innerChecks(spec).map(({ op }) => op);
  const embedding = ops.includes(embeddingCheck) ? embeddingSettings(reader, part) : undefined;
  const judge = ops.some((op) => judgedChecks.includes(op)) && judgeSettings(judgeLayers(reader.files, part.entry));
  return { ...(judge && { judge }), ...(embedding && { embedding }) };
}

const embeddingTimeout_s = 60;

const typeWithEmbeddings: string =
  providerTypes.find(({ name, lacks }) => !lacks({ type: name as ProviderConfig['type'] }).includes('embeddings'))
    ?.name ?? 'PROVIDER';

/** Returns the embedding model of `defaults`. If no embedding model is set, reports that at the check that needs one. */
function embeddingSettings({ files, choice, report }: CheckReader, part: DocumentPart): EmbeddingSettings | undefined {
  const named = nearestSetting(defaultLayers(files, choice), 'embedding_model');
  if (named) return { model: named.value, at: named.at, timeout_s: embeddingTimeout_s };
  if (files.knowsDefaults)
    report([
      problem('EVA_MISSING_KEY:embedding', '"similar" needs an embedding model, and "embedding_model" is missing', {
        hint: files.named.folder
          ? `write embedding_model: ${short(typeWithEmbeddings)}:NAME under defaults, or use a \`rubric\` with a \`reference\``
          : `add the option embedding_model: '${short(typeWithEmbeddings)}:NAME' to SigmaEval`,
        at: part.placeOfKey(),
      }),
    ]);
  return undefined;
}

/** Reads the checks of `at_least`, with the schema files that they name. */
function readAtLeast(reader: CheckReader, part: DocumentPart, value: JsonValue): CheckSpec | undefined {
  const items = part.in('of').items();
  const inner = items.flatMap((item) => readItem(reader, item));
  for (const { extract, at } of inner) {
    if (extract !== undefined)
      reader.report([
        problem('EVA_BAD_CHECK:inner_extract', 'at_least: a check in "of" cannot have "extract"', {
          hint: 'write "extract" beside at_least, for all of its checks',
          at,
        }),
      ]);
  }
  if (inner.length < items.length) return undefined;
  const checks = inner.map(({ op, value: own, about }) => ({ ...(about !== undefined && { about }), [op]: own }));
  const inner_at = inner.flatMap(({ at }) => at ?? []);
  return { op: 'at_least', value: { ...(value as JsonObject), of: checks }, inner_at, at: part.place() };
}

/** Checks whose value is a JSON Schema or the path of one. */
const schemaChecks: readonly string[] = ['json_schema', 'not_json_schema'];

/** Checks whose value may have an `arguments_schema`. */
const callChecks: readonly string[] = ['called', 'not_called'];

function readCheck(reader: CheckReader, part: DocumentPart, value: JsonValue): CheckSpec | undefined {
  const { report } = reader;
  const op = String(part.path.at(-1));
  const at = part.place();
  if (op === 'module') return readModule(reader, part, value);
  const placeIn = placeInside(part);
  if (!schemaChecks.includes(op) && op !== 'command')
    report(silentTexts(withoutSchema(value), /^(?:not_)?matches/.test(op), placeIn));
  if (callChecks.includes(op)) {
    const calls = Array.isArray(value)
      ? part.items().map((call) => withSchema(reader, call))
      : withSchema(reader, part);
    const isRead = [calls].flat().every((call) => call !== undefined);
    return isRead ? { op, value: calls as JsonValue, at } : undefined;
  }
  if (!schemaChecks.includes(op)) return { op, value, at };
  const schema = typeof value === 'string' ? readSchema(reader, part, value) : value;
  if (schema === undefined || schema === null) return undefined;
  if (isReference(schema))
    report([
      problem(
        'EVA_BAD_CHECK:schema_field',
        `json_schema: a schema cannot come from the field ${quoted(schema.field)}, since it is the same for all items`,
        { hint: 'write the schema or the path of its file; to compare values of each item, use json_value', at },
      ),
    ]);
  report(silentKeywords(schema, true, typeof value === 'string' ? () => at : placeIn));
  if (acceptsAll(schema))
    report([
      problem('EVA_BAD_CHECK:any_json', 'json_schema: this schema accepts any JSON', {
        hint: 'add a rule to the schema; to accept any JSON, write is_json: true',
        at,
      }),
    ]);
  return { op, value: schema, at };
}

/** Returns a function that places the parts of a value. */
function placeInside(part: DocumentPart) {
  return (inner: Path, on?: 'key') => part.source.place([...part.path, ...inner], on);
}

/** Reads a `module` check. The path of its module is then relative to the prompt's folder. */
function readModule(reader: CheckReader, part: DocumentPart, value: JsonValue): CheckSpec | undefined {
  const isText = typeof value === 'string';
  const use = readModuleUse(reader, isText ? part : part.in('use'), moduleCheckValue(value)?.use ?? '');
  if (use === undefined) return undefined;
  return { op: 'module', value: isText ? use : { ...(value as object), use }, at: part.place() };
}

/** Returns the value of a check without the schemas of arguments, whose texts are read as those of schemas. */
function withoutSchema(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutSchema);
  return isObject(value) && 'arguments_schema' in value ? { ...value, arguments_schema: null } : value;
}

/** Replaces the path of an `arguments_schema` by the schema; undefined if it cannot be read. */
function withSchema(reader: CheckReader, part: DocumentPart): JsonValue | undefined {
  const call = part.value as JsonValue;
  if (!isObject(call)) return call;
  const written = call['arguments_schema'];
  const own = part.in('arguments_schema');
  if (isObject(written)) reader.report(silentKeywords(written, true, placeInside(own)));
  if (typeof written !== 'string') return call;
  const schema = readSchema(reader, own, written);
  if (schema === undefined) return undefined;
  reader.report(silentKeywords(schema, true, () => own.place()));
  return { ...call, arguments_schema: schema };
}

/** Keys of a schema that describe values without restricting them. */
const remarks = ['$id', '$comment', '$defs', 'definitions', 'title', 'description', 'examples', 'default'];

function acceptsAll(schema: JsonValue): boolean {
  if (schema === true) return true;
  return isObject(schema) && Object.keys(schema).every((key) => remarks.includes(key));
}

/** Reads the schema of a file. Reports problems, and returns undefined if there is an error. */
function readSchema({ files, report }: CheckReader, part: DocumentPart, written: string): JsonValue | undefined {
  const mention = mentionAt(part);
  if (!files.named.folder) {
    report([
      problem('EVA_BAD_CHECK:no_folder', 'json_schema: an object has no folder in which to look for the file', {
        hint: 'read the file yourself and pass the schema',
        at: mention.at,
      }),
    ]);
    return undefined;
  }
  const { value, problems } = files.named.schema(written, mention);
  report(problems);
  return value === null || hasErrors(problems) ? undefined : value;
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
 * folder, in which the module runs; `#NAME` of a function of the program as it is. Reports problems at the part, and returns undefined if there is an error.
 */
function readModuleUse(
  { files: { named }, choice, report }: CheckReader,
  part: DocumentPart,
  written: string,
): string | undefined {
  const mention = mentionAt(part);
  const { at } = mention;
  if (choice.ownFunctions.includes(ownFunction(written) ?? '')) return written;
  const use = moduleUse(written);
  if (!use)
    report([
      problem('EVA_BAD_CHECK:not_module_use', `${quoted(written)} names no function of a module`, {
        hint: 'write FILE#NAME, for example checks.mjs#polite',
        at,
      }),
    ]);
  else if (!named.folder)
    report([
      problem(
        'EVA_BAD_CHECK:module_folder',
        'a module is a file of a prompt, and a scenario of a program has no prompt',
        { hint: 'give the function itself: defineCheck({ name, check })', at },
      ),
    ]);
  if (!use || !named.folder) return undefined;
  const { root, id } = named.folder;
  const isModule = (path: string) => path.endsWith('.mjs');
  const { value: found, problems } = isModule(use.file) ? named.find(use.file, mention) : { value: null, problems: [] };
  report(problems);
  if (isModule(use.file) && !found) return undefined;
  if (!found || !isModule(found.path)) {
    report([noModule(use, at)]);
    return undefined;
  }
  return `${relative(join(realpathSync(root), 'prompts', id), found.path)
    .split(sep)
    .join('/')}#${use.name}`;
}

function noModule({ file, name }: ModuleUse, at: Place): Problem {
  const renamed = short(file.replace(/(\.[a-z]{1,5})?$/, '.mjs'));
  return problem(
    'EVA_BAD_CHECK:module_kind',
    `${quoted(file)} is not an .mjs file, and eva loads functions from .mjs files alone`,
    {
      hint: `write module: ${renamed}#${short(name)}, and name the file ${renamed}; it needs import and export instead of require`,
      at,
    },
  );
}

/** The `extract` of a case or of `defaults`, and its place. */
export interface WrittenExtract {
  readonly extract: ExtractSpec;
  readonly extract_at: Place;
}

/** Reads `extract:` of a case, or that of defaults; undefined without one, and for `whole`. Reports one that cannot be used. */
export function readExtract(
  files: EvalFiles,
  choice: Choice,
  entry: DocumentPart,
  report: ReportProblems,
): WrittenExtract | undefined {
  const own = entry.in('extract');
  return readExtractAt({ files, choice, report }, own.isWritten ? own : defaultOf(files, 'extract'));
}

/** Reads `extract:` of a check: `whole`, or a piece. */
function extractOfCheck(reader: CheckReader, part: DocumentPart): Pick<CheckSpec, 'extract' | 'extract_at'> {
  if (part.value === 'whole') return { extract: 'whole' };
  return readExtractAt(reader, part) ?? {};
}

/** The kinds of pieces. `group` goes with `matches`. */
const kinds = ['tag', 'json', 'matches', 'fence', 'module'] as const;

function readExtractAt(reader: CheckReader, part: DocumentPart): WrittenExtract | undefined {
  const { report } = reader;
  const written = part.value;
  if (written === 'json') return { extract: 'json', extract_at: part.place() };
  if (!isObject(written)) return undefined;
  const given = kinds.filter((kind) => written[kind] !== undefined);
  const [kind] = given;
  if (given.length !== 1 || !kind) {
    report([
      problem(
        'EVA_ONE_KEY:extract',
        `an extract has exactly one of tag, json, matches, fence and module, but this one has ${given.length === 0 ? 'none' : listed(given)}`,
        {
          hint: given.length === 0 ? 'write { tag: answer }, { json: /label } or { fence: json }' : 'keep one of them',
          at: part.place(),
        },
      ),
    ]);
    return undefined;
  }
  const { group } = written;
  if (group !== undefined && kind !== 'matches') {
    report([
      problem('EVA_UNKNOWN_KEY:group', `"group" has no effect beside ${kind}: only a pattern has groups`, {
        hint: 'remove group, or write matches:',
        at: part.in('group').placeOfKey(),
      }),
    ]);
    return undefined;
  }
  const piece = part.in(kind);
  const extract_at = piece.place();
  if (kind === 'module') {
    const use = readModuleUse(reader, piece, String(written[kind]));
    return use === undefined ? undefined : { extract: { module: use }, extract_at };
  }
  report(silentTexts(written[kind], kind === 'matches', () => extract_at));
  return { extract: { [kind]: written[kind], ...(group !== undefined && { group }) } as ExtractSpec, extract_at };
}
