import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import type { ModelOptions, Reasoning, ResponseFormat, ToolChoice, ToolSpec } from '#model/reply/exchange.js';
import { readUserSchema } from '#model/schema/user-schema.js';
import { stands } from '#model/sentences/load-cases.js';
import { refusedKeys } from '#model/sentences/load-settings.js';
import { problem } from '#model/sentences/sentence.js';
import type { SubjectSettings } from '#model/settings.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { findType } from '#provider/types/index.js';
import { type EvalContext, hiddenFilesOf } from '../cases/eval-context.js';
import { documentAt } from '../source/document.js';
import { candidatesFor, type Hidden, type InsidePath, resolveInside } from '../source/inside-root.js';
import { type Layer, nearestLayer, nearestNumber, nearestSetting } from '../source/layer.js';
import { earlier, mappingsIn, type Path, spot } from '../source/place.js';
import { silentKeywords } from '../traps/silent-checks.js';

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

/** A list of tools as written, and the place of each part. */
interface WrittenTools {
  readonly items: readonly JsonValue[];
  readonly at: (...inside: Path) => Place;
}

/**
 * Reads `tools` of the nearest layer, or the file that it names. Reports all problems. Returns undefined without tools, and if a mistake hides
 * one of them: then `context.unreadTools` has the path of the case or scenario.
 */
function readTools(
  context: EvalContext,
  path: Path,
  layers: readonly Layer[],
  hidden: 'all' | 'none',
): readonly ToolSpec[] | undefined {
  const tools = nearestTools(context, layers, hidden);
  const isHidden = tools ? tools.includes(undefined) : !lacksTools(context, path, layers);
  if (isHidden) context.unreadTools.add(path.join('/'));
  return !tools || isHidden || tools.length === 0 ? undefined : tools.flatMap((tool) => tool ?? []);
}

/** Returns the tools of the nearest layer, undefined for each that cannot be read; undefined without a list of tools. */
function nearestTools(
  context: EvalContext,
  layers: readonly Layer[],
  hidden: 'all' | 'none',
): readonly (ToolSpec | undefined)[] | undefined {
  const layer = nearestLayer(layers, 'tools');
  const value = layer?.values['tools'];
  if (!layer || value === undefined) return undefined;
  const written = Array.isArray(value)
    ? { items: value, at: (...inside: Path) => layer.at('tools', ...inside) }
    : toolsOfFile(context, value, { at: layer.at('tools'), hidden });
  if (!written) return undefined;
  reportRepeated(context, written);
  return written.items.map((item, index) => readTool(context, item, { index, written, hidden }));
}

function toolsOfFile(
  context: EvalContext,
  value: JsonValue,
  { at, hidden }: { readonly at: Place; readonly hidden: 'all' | 'none' },
): WrittenTools | undefined {
  const { folder, toolFiles, report } = context;
  if (typeof value !== 'string') return undefined;
  if (!folder) {
    report([problem('EVA_BAD_VALUE:no_folder', { key: 'tools' }, { at })]);
    return undefined;
  }
  const { value: named, problems } = findFile(folder, value, { at, hidden });
  report(problems);
  if (!named) return undefined;
  const document = toolFiles.get(named.path) ?? documentAt('tools', named.path, named.file);
  toolFiles.set(named.path, document);
  report(document.problems);
  const { source } = document;
  return source && Array.isArray(source.value)
    ? { items: source.value, at: (...inside) => source.place(inside) }
    : undefined;
}

interface ToolItem {
  readonly index: number;
  readonly written: WrittenTools;
  readonly hidden: 'all' | 'none';
}

function readTool(context: EvalContext, item: JsonValue, { index, written, hidden }: ToolItem): ToolSpec | undefined {
  if (!isObject(item)) return undefined;
  const { name, description, input_schema: schema } = item;
  if (typeof name !== 'string' || schema === undefined || schema === null) return undefined;
  const at = written.at(index, 'input_schema');
  const input_schema = readSchema(context, schema, { key: 'input_schema', at, hidden });
  if (!input_schema) return undefined;
  return { name, ...(typeof description === 'string' && { description }), input_schema };
}

function reportRepeated({ report }: EvalContext, { items, at }: WrittenTools): void {
  const first = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const name = isObject(item) ? item['name'] : undefined;
    if (typeof name !== 'string') continue;
    const known = first.get(name);
    if (known === undefined) {
      first.set(name, index);
      continue;
    }
    const place = at(index, 'name');
    report([
      problem('EVA_DUPLICATE_NAME:tool', `two tools have the name ${quoted(name)}`, {
        hint: `${stands(earlier(at(known, 'name'), place))}; give one of them another name, or remove it`,
        at: place,
      }),
    ]);
  }
}

/** Reads `tool_choice` of the nearest layer. Reports a choice without tools, or of a tool that is not declared. */
function readToolChoice(
  context: EvalContext,
  path: Path,
  layers: readonly Layer[],
  tools: readonly ToolSpec[] | undefined,
): ToolChoice | undefined {
  const layer = nearestLayer(layers, 'tool_choice');
  const value = layer?.values['tool_choice'];
  if (!layer || value === undefined) return undefined;
  if (!tools) {
    if (lacksTools(context, path, layers)) {
      context.report([
        problem('EVA_MISSING_KEY:tools', '"tool_choice" needs tools', {
          hint: 'add tools: with a list of { name, description, input_schema }, or remove "tool_choice"',
          at: layer.keyAt('tool_choice'),
        }),
      ]);
    }
    return undefined;
  }
  if (!isObject(value)) return value as ToolChoice;
  const { tool } = value;
  if (typeof tool !== 'string') return undefined;
  const known = tools.map(({ name }) => name);
  if (!known.includes(tool)) {
    const at = layer.at('tool_choice', 'tool');
    context.report([
      problem('EVA_BAD_VALUE:tool', { name: tool, nearest: nearest(tool, known) ?? null, known }, { at }),
    ]);
  }
  return { tool };
}

/** Returns true if no layer has tools, not even some that cannot be read. */
function lacksTools(context: EvalContext, path: Path, layers: readonly Layer[]): boolean {
  const { document, source, folder, providers, own } = context;
  const hidesDefaults = folder !== null && providers === null;
  if (hidesDefaults || nearestLayer(layers, 'tools')) return false;
  const files = own ? [{ document, source }, own] : [{ document, source }];
  const ofFiles = files.every((file) =>
    [['defaults'], ...mappingsIn(file.source.value, ['defaults', 'models'])].every(
      (owner) => !file.document.holds(owner) || file.document.lacks(owner, 'tools'),
    ),
  );
  return ofFiles && [path, [...path, 'app']].every((owner) => !document.holds(owner) || document.lacks(owner, 'tools'));
}
