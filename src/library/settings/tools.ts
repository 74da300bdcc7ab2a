import { isObject, type JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import type { ToolChoice, ToolSpec } from '#model/reply/exchange.js';
import { stands } from '#model/sentences/load-cases.js';
import { problem } from '#model/sentences/sentence.js';
import { nearest } from '#model/text/nearest.js';
import { quoted } from '#model/text/quoted.js';
import type { EvalContext } from '../cases/eval-context.js';
import { documentAt } from '../source/document.js';
import { type Layer, nearestLayer } from '../source/layer.js';
import { earlier, mappingsIn, type Path } from '../source/place.js';
import { findFile, readSchema } from './model-options.js';

/** A list of tools as written, and the place of each part. */
interface WrittenTools {
  readonly items: readonly JsonValue[];
  readonly at: (...inside: Path) => Place;
}

/**
 * Reads `tools` of the nearest layer, or the file that it names. Reports all problems. Returns undefined without tools, and if a mistake hides
 * one of them: then `context.unreadTools` has the path of the case or scenario.
 */
export function readTools(
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
export function readToolChoice(
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
