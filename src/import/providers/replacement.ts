import type { JsonObject } from '#model/data/json.js';
import { routeModel } from '#provider/model-name.js';
import type { ConfigNode } from '../config-node.js';
import { openLedger } from '../finding.js';
import type { ImportContext, ImportedModel } from '../imported.js';
import { readSettings } from '../settings/read-settings.js';
import { findTarget } from './find-target.js';
import { type LostProvider, namesOf, promptsOf, shownId } from './provider-ref.js';
import type { Dialect, Target } from './target.js';

/** The settings that a prompt needs, whatever the model: others were chosen for the model that is replaced. */
const kept = ['tools', 'tool_choice', 'response_format'];

/** Makes the model of `--model` take the place of the providers that eva cannot ask. */
export function replacement(lost: readonly LostProvider[], model: string, context: ImportContext): ImportedModel {
  for (const { ref, why } of lost) {
    context.ledger.add('replaced', 'provider', ref.node, {
      what: shownId(ref.id),
      reason: `${why.unreachable}; --model ${model} takes its place`,
    });
  }
  const refs = lost.map(({ ref }) => ref);
  const prompts = refs.map(({ options }) => promptsOf(options));
  const all = prompts.flatMap((names) => names ?? []);
  const transform = refs.map(({ options }) => options?.child('transform')).find((one) => one !== undefined);
  return {
    node: (refs[0] as LostProvider['ref']).node,
    names: [...new Set(refs.flatMap(namesOf))],
    model,
    ...settingsOf(lost, model, context),
    ...(prompts.every((names) => names !== undefined) && { prompts: [...new Set(all)] }),
    ...(transform && { transform }),
    reportsCalls: true,
  };
}

/** Reads the tools, the format and the system message of the first provider that has some. */
function settingsOf(
  lost: readonly LostProvider[],
  model: string,
  context: ImportContext,
): Pick<ImportedModel, 'settings' | 'system' | 'systemSource'> {
  const route = routeModel(model, {});
  if (!('route' in route)) return { settings: {} };
  const { type } = route.route.config;
  for (const { ref } of lost) {
    const target: Target = { type, model, dialect: dialectOf(ref.id), read: [], key: '' };
    const read = readSettings(ref.options?.child('config'), target, { ...context, ledger: openLedger() });
    if ('unreachable' in read) continue;
    const { system, systemSource: source } = read;
    const settings = Object.fromEntries(Object.entries(read.settings).filter(([key]) => kept.includes(key)));
    if (Object.keys(settings).length > 0 || system)
      return { settings, ...(system !== undefined && { system }), ...(source && { systemSource: source }) };
  }
  return { settings: {} };
}

/** The words in which the configs of providers out of reach are written. Others are read as those of chat completions. */
const dialects: readonly (readonly [RegExp, Dialect])[] = [
  [/^(?:google|palm|vertex):/, 'gemini'],
  [/^(?:bedrock|sagemaker):/, 'bedrock'],
  [/^[a-z]+:responses:/, 'responses'],
];

/** Returns the words in which the config of a provider is written. */
function dialectOf(id: string): Dialect {
  return dialects.find(([pattern]) => pattern.test(id))?.[1] ?? 'chat';
}

/** Reads keys of a provider's `config` that a test or a prompt sets, for a model of the configuration. Lists what is not carried over. */
export function settingsFor(
  node: ConfigNode,
  { model, entry, names }: ImportedModel,
  context: ImportContext,
): JsonObject {
  const target = targetOf(model, names[0] ?? model, entry);
  if (!target) return {};
  const read = readSettings(node, target, context);
  if (!('unreachable' in read)) return read.settings;
  context.ledger.add('left_out', 'setting', node, { what: 'config', reason: read.unreachable });
  return {};
}

function targetOf(model: string, id: string, entry: ImportedModel['entry']): Target | undefined {
  const route = routeModel(model, entry ? ({ [entry.name]: entry.config } as never) : {});
  if (!('route' in route)) return undefined;
  const { type } = route.route.config;
  const found = findTarget(id, undefined);
  const target = { type, model: route.route.model, read: [], key: '', ...(entry && { entry }) };
  if ('unreachable' in found) return { ...target, dialect: dialectOf(id) };
  const ignoresOthers = found.ignoresOthers && !found.sends;
  return { ...target, dialect: found.dialect, ...(ignoresOthers && { ignoresOthers }) };
}

/** Types whose answers have tool calls in the form of chat completions. */
const chatTypes = ['openai', 'azure'];

/** Returns true if promptfoo gives code the tool calls of a model as a chat API lists them. */
export function hasChatCalls({ model, entry }: ImportedModel): boolean {
  const route = routeModel(model, entry ? ({ [entry.name]: entry.config } as never) : {});
  return 'route' in route && chatTypes.includes(route.route.config.type);
}
