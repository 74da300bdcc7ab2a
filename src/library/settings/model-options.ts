import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { ToolSetting } from '#model/documents.gen.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { ModelOptions, Reasoning, ResponseFormat, ToolChoice, ToolSpec } from '#model/reply/exchange.js';
import { readUserSchema } from '#model/schema/user-schema.js';
import type { SubjectSettings } from '#model/settings.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { findType } from '#provider/types/index.js';
import { type CheckSchema, type Choice, type EvalFiles, type Findings, hiddenFilesOf } from '../cases/reading.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { type Layer, nearestLayer, nearestValue, noFolder } from '../source/layer.js';
import { earlier, type Path, spot, stands } from '../source/place.js';
import { refused } from '../source/read-file.js';
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

/** What the options of a model are read with: the files that they may name, how schemas are checked, and what takes the problems. */
interface OptionReader {
  readonly files: EvalFiles;
  readonly checkSchema: CheckSchema;
  readonly hidden: 'all' | 'none';
  readonly report: ReportProblems;
}

/**
 * Reads the options of the model under test, each from the nearest layer that sets it, and reports their problems. The result has only those
 * that are set. The `allow_hidden` of the case or scenario holds for the files that they name.
 */
export function readModelOptions(
  files: EvalFiles,
  choice: Choice,
  findings: Findings,
  entry: DocumentPart,
  layers: readonly Layer[],
): Options {
  const { report } = findings;
  const reader = { files, checkSchema: choice.checkSchema, hidden: hiddenFilesOf(entry), report };
  const written = writtenTools(reader, layers);
  const isHidden = written ? written.includes(undefined) : !lacksTools(files, choice, layers);
  if (isHidden) findings.unreadTools.add(entry.path.join('/'));
  const tools = !written || isHidden || written.length === 0 ? undefined : written.flatMap((tool) => tool ?? []);
  const options = {
    top_p: nearestValue(layers, 'top_p'),
    top_k: nearestValue(layers, 'top_k'),
    stop: nearestValue(layers, 'stop'),
    sampling_seed: nearestValue(layers, 'sampling_seed'),
    reasoning: readReasoning(layers, report),
    response_format: readFormat(reader, layers),
    tools,
    tool_choice: readToolChoice(files, choice, layers, tools, report),
    extra: readExtra(layers, report),
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

/** Reads `reasoning`. Reports a budget that leaves no token for the answer. */
function readReasoning(layers: readonly Layer[], report: ReportProblems): Reasoning | undefined {
  const layer = nearestLayer(layers, 'reasoning');
  const { effort, budget_tokens: budget } = layer?.values.reasoning ?? {};
  if (effort !== undefined) return { effort };
  if (!layer || budget === undefined) return undefined;
  const most = nearestValue(layers, 'max_tokens') ?? defaultMaxTokens;
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

function readFormat(reader: OptionReader, layers: readonly Layer[]): ResponseFormat | undefined {
  const layer = nearestLayer(layers, 'response_format');
  const value = layer?.values.response_format;
  if (!layer || value === undefined) return undefined;
  if (value === 'json') return value;
  const { name, strict } = value;
  const json_schema = readSchema(reader, value.json_schema, 'json_schema', layer.at('response_format', 'json_schema'));
  return json_schema && { json_schema, ...(name !== undefined && { name }), ...(strict !== undefined && { strict }) };
}

/** Keys that would carry secrets into the body of a request. */
const headers = { headers: [], extra_headers: [] };

/** Reads `extra`. Reports the keys that eva writes itself, and headers. */
function readExtra(layers: readonly Layer[], report: ReportProblems): SubjectSettings['extra'] | undefined {
  const layer = nearestLayer(layers, 'extra');
  if (!layer) return undefined;
  const extra = layer.values.extra as Readonly<Record<string, JsonObject>>;
  for (const [type, keys] of Object.entries(extra)) {
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
  return extra;
}

/** The settings that have a schema. */
type SchemaKey = 'json_schema' | 'input_schema';

/** Reads the JSON Schema of a setting, written there or in a file that it names. Reports a problem and returns undefined if it cannot be used. */
function readSchema(reader: OptionReader, written: object | string, key: SchemaKey, at: Place): JsonObject | undefined {
  const { checkSchema, report } = reader;
  const schema = typeof written === 'string' ? readNamedSchema(reader, written, key, at) : (written as JsonObject);
  if (schema === undefined) return undefined;
  const flaw = flawOf(schema, key);
  const wrong =
    flaw === null
      ? checkSchema(schema as JsonObject, { key, at })
      : problem('EVA_BAD_SCHEMA:setting', `${key}: ${short(flaw)}`, { hint: 'correct the schema', at });
  report(wrong ? [wrong] : silentKeywords(schema, false, () => at));
  return wrong ? undefined : (schema as JsonObject);
}

function readNamedSchema(
  { files: { named }, hidden, report }: OptionReader,
  written: string,
  key: SchemaKey,
  at: Place,
): JsonValue | undefined {
  const { value, problems } = named.folder ? named.schema(written, { at, hidden }) : refused(noFolder(key, at));
  report(problems);
  return value === null || problems.length > 0 ? undefined : value;
}

/** Says why a schema cannot be used; null if it can. */
function flawOf(schema: JsonValue, key: SchemaKey): string | null {
  if (!isObject(schema)) return 'a JSON Schema is a mapping';
  const read = readUserSchema(schema);
  if ('problem' in read) return read.problem;
  const type = schema['type'];
  if (key === 'json_schema' || type === undefined || type === 'object') return null;
  return `the arguments of a tool are a mapping, so "type" is object and not ${JSON.stringify(type)}`;
}

/** A setting that excludes another one. */
interface Setting {
  readonly key: string;
  readonly at: Place;
}

/** Why two settings exclude each other, and what to do. */
const exclusions = {
  'EVA_CONTRADICTION:draws_of_file':
    'a claim about all answers to the items of a file needs every answer: remove one of them',
  'EVA_CONTRADICTION:class_units':
    'recall and precision count single items with one answer each: remove one of them, or move "class" to another case',
  'EVA_CONTRADICTION:look': 'a look is shown and not judged: remove one of them',
} as const;

/** Makes the problem of two settings that exclude each other, at the second of the two. */
export function contradiction(key: keyof typeof exclusions, a: Setting, b: Setting): Problem {
  const [first, second] = isBefore(a.at, b.at) ? [a, b] : [b, a];
  const together = `cannot be used together with ${quoted(first.key)} (${short(spot(first.at, second.at))})`;
  return problem(key, `${quoted(second.key)} ${together}`, { hint: exclusions[key], at: second.at });
}

/** A place in another file counts as earlier: it is a default. */
function isBefore(a: Place, b: Place): boolean {
  if (a.file !== b.file) return a.file.endsWith('eva.yml');
  return (a.line ?? 0) - (b.line ?? 0) < 0 || (a.line === b.line && (a.column ?? 0) < (b.column ?? 0));
}

/** A list of tools as written, and the place of each part. */
interface WrittenTools {
  /** Undefined for a tool of a file that has a flaw of shape. */
  readonly items: readonly (ToolSetting | undefined)[];
  readonly at: (...inside: Path) => Place;
}

/**
 * Reads `tools` of the nearest layer, or the file that it names. Reports all problems. Returns undefined for each tool that cannot be read,
 * and without a list of tools.
 */
function writtenTools(reader: OptionReader, layers: readonly Layer[]): readonly (ToolSpec | undefined)[] | undefined {
  const layer = nearestLayer(layers, 'tools');
  const value = layer?.values.tools;
  if (!layer || value === undefined) return undefined;
  const written =
    typeof value === 'string'
      ? toolsOfFile(reader, value, layer.at('tools'))
      : { items: value, at: (...inside: Path) => layer.at('tools', ...inside) };
  if (!written) return undefined;
  reader.report(repeatedTools(written));
  return written.items.map((tool, index) => {
    const input_schema =
      tool && readSchema(reader, tool.input_schema, 'input_schema', written.at(index, 'input_schema'));
    if (!input_schema) return undefined;
    const { name, description } = tool;
    return { name, ...(description !== undefined && { description }), input_schema };
  });
}

function toolsOfFile(
  { files: { named }, hidden, report }: OptionReader,
  value: string,
  at: Place,
): WrittenTools | undefined {
  const { value: document, problems } = named.folder
    ? named.tools(value, { at, hidden })
    : refused(noFolder('tools', at));
  report(problems);
  const source = document?.source;
  return source && Array.isArray(source.value)
    ? { items: source.value as (ToolSetting | undefined)[], at: (...inside) => source.place(inside) }
    : undefined;
}

function repeatedTools({ items, at }: WrittenTools): readonly Problem[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    if (!item) return [];
    const { name } = item;
    const known = first.get(name);
    if (known === undefined) {
      first.set(name, index);
      return [];
    }
    const place = at(index, 'name');
    return [
      problem('EVA_DUPLICATE_NAME:tool', `two tools have the name ${quoted(name)}`, {
        hint: `${stands(earlier(at(known, 'name'), place))}; give one of them another name, or remove it`,
        at: place,
      }),
    ];
  });
}

/** Reads `tool_choice` of the nearest layer. Reports a choice without tools, or of a tool that is not declared. */
function readToolChoice(
  files: EvalFiles,
  choice: Choice,
  layers: readonly Layer[],
  tools: readonly ToolSpec[] | undefined,
  report: ReportProblems,
): ToolChoice | undefined {
  const layer = nearestLayer(layers, 'tool_choice');
  const value = layer?.values.tool_choice;
  if (!layer || value === undefined) return undefined;
  if (!tools) {
    if (lacksTools(files, choice, layers))
      report([
        problem('EVA_MISSING_KEY:tools', '"tool_choice" needs tools', {
          hint: 'add tools: with a list of { name, description, input_schema }, or remove "tool_choice"',
          at: layer.keyAt('tool_choice'),
        }),
      ]);
    return undefined;
  }
  if (typeof value === 'string') return value;
  const { tool } = value;
  const known = tools.map(({ name }) => name);
  if (!known.includes(tool)) {
    const meant = nearest(tool, known);
    report([
      problem('EVA_BAD_VALUE:tool', `"tools" declares no tool ${quoted(tool)}`, {
        hint: meant === undefined ? `declared tools: ${known.map(short).join(', ')}` : `did you mean ${quoted(meant)}?`,
        at: layer.at('tool_choice', 'tool'),
      }),
    ]);
  }
  return { tool };
}

/** Returns true if no layer and no variant has tools, and none can be hidden in defaults with a flaw. */
function lacksTools({ knowsDefaults }: EvalFiles, { variants }: Choice, layers: readonly Layer[]): boolean {
  return knowsDefaults && !nearestLayer([...layers, ...variants.all.map(({ layer }) => layer)], 'tools');
}

const carriesKeys = [': headers carry keys', 'remove it; name the key in api_key_env of the entry in eva.yml'] as const;

const earlierReply = [
  ': the answer would depend on replies that the server keeps',
  'remove it, and write the earlier messages into messages.yml',
] as const;

/** Keys that no setting replaces: why eva refuses them, and what to do. */
const refusedKeys: Readonly<Record<string, readonly [why: string, hint: string] | undefined>> = {
  n: [': each trial is a request of its own', 'remove it, and set "sample_size"'],
  stream: [': eva reads whole replies', 'remove it'],
  stream_options: [': eva reads whole replies', 'remove it'],
  functions: [', the old form of tools', 'remove it, and set "tools"'],
  function_call: [', the old form of tool_choice', 'remove it, and set "tool_choice"'],
  ['__proto__']: [', which is no key of a request', 'remove it'],
  messages: [', which eva writes itself', 'remove it, and write the messages into messages.yml'],
  system: [', which eva writes itself', 'remove it, and write a system message into messages.yml'],
  input: [', which eva writes itself', 'remove it, and write the messages into messages.yml'],
  instructions: [', which eva writes itself', 'remove it, and write a system message into messages.yml'],
  background: [': eva waits for each reply', 'remove it'],
  previous_response_id: earlierReply,
  conversation: earlierReply,
  headers: carriesKeys,
  extra_headers: carriesKeys,
};
