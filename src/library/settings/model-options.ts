import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import type { ModelOptions, Reasoning, ResponseFormat } from '#model/reply/exchange.js';
import { readUserSchema } from '#model/schema/user-schema.js';
import { refusedKeys } from '#model/sentences/load-settings.js';
import { problem } from '#model/sentences/sentence.js';
import type { SubjectSettings } from '#model/settings.js';
import { quoted, short } from '#model/text/quoted.js';
import { findType } from '#provider/types/index.js';
import { type EvalContext, hiddenFilesOf } from '../cases/eval-context.js';
import { candidatesFor, type Hidden, type InsidePath, resolveInside } from '../source/inside-root.js';
import { type Layer, nearestLayer, nearestNumber, nearestSetting } from '../source/layer.js';
import { type Path, spot } from '../source/place.js';
import { silentKeywords } from '../traps/silent-checks.js';
import { readToolChoice, readTools } from './tools.js';

/** The maximum number of tokens of a reply of the model under test, if no layer sets it. */
export const defaultMaxTokens = 4096;

/** The names of the settings that only the model under test has. */
export const optionNames = [
  'top_p',
  'top_k',
  'stop',
  'sampling_seed',
  'reasoning',
  'response_format',
  'tools',
  'tool_choice',
  'extra',
] as const;

type Options = ModelOptions & Pick<SubjectSettings, 'extra'>;

/**
 * Reads the options of the model under test, each from the nearest layer that sets it, and reports their problems. The result has only those
 * that are set. `path` is the case or scenario, whose `allow_hidden` holds for the files that they name.
 */
export function readModelOptions(context: EvalContext, path: Path, layers: readonly Layer[]): Options {
  const hidden = hiddenFilesOf(context, path);
  const tools = readTools(context, path, layers, hidden);
  const options = {
    top_p: nearestNumber(layers, 'top_p'),
    top_k: nearestNumber(layers, 'top_k'),
    stop: stopOf(layers),
    sampling_seed: nearestNumber(layers, 'sampling_seed'),
    reasoning: readReasoning(context, layers),
    response_format: readFormat(context, layers, hidden),
    tools,
    tool_choice: readToolChoice(context, path, layers, tools),
    extra: readExtra(context, layers),
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

function stopOf(layers: readonly Layer[]): readonly string[] | undefined {
  const value = nearestSetting(layers, 'stop')?.value;
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : undefined;
}

/** Reads `reasoning`. Reports a budget that leaves no token for the answer. */
function readReasoning({ report }: EvalContext, layers: readonly Layer[]): Reasoning | undefined {
  const layer = nearestLayer(layers, 'reasoning');
  const value = layer?.values['reasoning'];
  if (!layer || !isObject(value)) return undefined;
  const { effort, budget_tokens: budget } = value;
  if (typeof effort === 'string') return { effort };
  if (typeof budget !== 'number') return undefined;
  const most = nearestNumber(layers, 'max_tokens') ?? defaultMaxTokens;
  if (budget >= most) {
    const at = layer.at('reasoning', 'budget_tokens');
    report([
      problem(
        'EVA_CONTRADICTION:thinking',
        `the model may use ${budget} tokens to think, and its whole reply has at most ${most}`,
        { hint: `set max_tokens above ${budget}, or lower "budget_tokens"`, at },
      ),
    ]);
  }
  return { budget_tokens: budget };
}

function readFormat(
  context: EvalContext,
  layers: readonly Layer[],
  hidden: 'all' | 'none',
): ResponseFormat | undefined {
  const layer = nearestLayer(layers, 'response_format');
  const value = layer?.values['response_format'];
  if (!layer || value === undefined || value === 'json') return layer && value === 'json' ? value : undefined;
  if (!isObject(value)) return undefined;
  const { json_schema: written, name, strict } = value;
  if (written === undefined || written === null) return undefined;
  const at = layer.at('response_format', 'json_schema');
  const schema = readSchema(context, written, { key: 'json_schema', at, hidden });
  if (!schema) return undefined;
  return {
    json_schema: schema,
    ...(typeof name === 'string' && { name }),
    ...(typeof strict === 'boolean' && { strict }),
  };
}

/** Keys that would carry secrets into the body of a request. */
const headers = { headers: [], extra_headers: [] };

/** Reads `extra`. Reports the keys that eva writes itself, and headers. */
function readExtra({ report }: EvalContext, layers: readonly Layer[]): SubjectSettings['extra'] | undefined {
  const layer = nearestLayer(layers, 'extra');
  const value = layer?.values['extra'];
  if (!layer || !isObject(value)) return undefined;
  const types = Object.entries(value).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  for (const [type, keys] of types) {
    const reserved: Readonly<Record<string, readonly string[]>> = { ...findType(type)?.reservedKeys, ...headers };
    for (const key of Object.keys(keys).filter((name) => Object.hasOwn(reserved, name))) {
      const at = layer.keyAt('extra', type, key);
      report([
        problem(
          'EVA_BAD_VALUE:extra',
          `"extra" for ${short(type)} cannot hold ${quoted(key)}${refusedKeys[key]?.[0] ?? ', which eva writes itself'}`,
          { hint: refusedKeys[key]?.[1] ?? `remove it, and use ${(reserved[key] ?? []).map(quoted).join(' or ')}`, at },
        ),
      ]);
    }
  }
  return types.length > 0 ? Object.fromEntries(types) : undefined;
}

/** The setting that has a schema: its key, and the place of the schema or of its path. */
interface SchemaSetting extends WrittenPath {
  readonly key: 'json_schema' | 'input_schema';
}

/** Reads the JSON Schema of a setting, written there or in a file that it names. Reports a problem and returns undefined if it cannot be used. */
export function readSchema(context: EvalContext, written: JsonValue, setting: SchemaSetting): JsonObject | undefined {
  const { report } = context;
  const { key, at } = setting;
  const schema = typeof written === 'string' ? readNamed(context, written, setting) : written;
  if (schema === undefined) return undefined;
  const flaw = flawOf(schema, key);
  const wrong =
    flaw === null
      ? context.checkSchema(schema as JsonObject, { key, at })
      : problem('EVA_BAD_SCHEMA:setting', `${key}: ${short(flaw)}`, { hint: 'correct the schema', at });
  if (!wrong) report(silentKeywords(schema, false, () => at));
  if (!wrong) return schema as JsonObject;
  report([wrong]);
  return undefined;
}

function readNamed(context: EvalContext, written: string, setting: SchemaSetting): JsonValue | undefined {
  const { folder, report } = context;
  if (!folder) {
    report([problem('EVA_BAD_VALUE:no_folder', { key: setting.key }, { at: setting.at })]);
    return undefined;
  }
  const { value, problems } = readSchemaFile(context, folder, written, setting);
  report(problems);
  return value === null || problems.length > 0 ? undefined : value;
}

/** Says why a schema cannot be used; null if it can. */
function flawOf(schema: JsonValue, key: SchemaSetting['key']): string | null {
  if (!isObject(schema)) return 'a JSON Schema is a mapping';
  const read = readUserSchema(schema);
  if ('problem' in read) return read.problem;
  const type = schema['type'];
  if (key === 'json_schema' || type === undefined || type === 'object') return null;
  return `the arguments of a tool are a mapping, so "type" is object and not ${JSON.stringify(type)}`;
}

/** The place where a path is written, and the hidden files that it may lead to. */
interface WrittenPath {
  readonly at: Place;
  readonly hidden: Exclude<Hidden, 'unlinked'>;
}

/** Finds a file that a setting names: in the library's root, then in the prompt's folder. */
export function findFile(
  folder: NonNullable<EvalContext['folder']>,
  written: string,
  { at, hidden }: WrittenPath,
): Loaded<InsidePath> {
  return resolveInside(folder.root, candidatesFor(folder.id, written), at, hidden);
}

export function readSchemaFile(
  { schemaFiles }: EvalContext,
  folder: NonNullable<EvalContext['folder']>,
  written: string,
  path: WrittenPath,
): Loaded<JsonValue> {
  const { value: named, problems } = findFile(folder, written, path);
  return named ? schemaFiles.read(named, path.at) : { value: null, problems };
}

/** A setting that excludes another one. */
interface Setting {
  readonly key: string;
  readonly at: Place;
}

type Excluded = 'EVA_CONTRADICTION:draws_of_file' | 'EVA_CONTRADICTION:class_units' | 'EVA_CONTRADICTION:look';

/** Makes the problem of two settings that exclude each other, at the second of the two. */
export function contradiction(key: Excluded, a: Setting, b: Setting): Problem {
  const [first, second] = isBefore(a.at, b.at) ? [a, b] : [b, a];
  const params = { first: first.key, firstAt: spot(first.at, second.at), second: second.key };
  return problem(key, params, { at: second.at });
}

/** A place in another file counts as earlier: it is a default. */
function isBefore(a: Place, b: Place): boolean {
  if (a.file !== b.file) return a.file.endsWith('eva.yml');
  return (a.line ?? 0) - (b.line ?? 0) < 0 || (a.line === b.line && (a.column ?? 0) < (b.column ?? 0));
}
