import { isObject, type JsonObject } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { routeModel } from '#provider/model-name.js';
import { builtInConfig, findType } from '#provider/types/index.js';
import { findStart, modelNameOf } from '#provider/types/starts.js';
import { type ConfigNode, childText, nodeOf } from '../config-node.js';
import type { ProviderEntry } from '../draft.js';
import { listUnknownKeys, openLedger } from '../finding.js';
import type { ImportContext, ImportedModel } from '../imported.js';
import { readSettings } from '../settings/read-settings.js';
import { isClaude, takesNoSampling, thinksAnyway } from '../settings/sampling.js';
import { isReasoning } from '../settings/settle.js';
import { findTarget } from './find-target.js';
import {
  type LostProvider,
  namesOf,
  optionKeys,
  type ProviderRef,
  promptNamesOf,
  providerRefs,
  shownId,
} from './provider-ref.js';
import { type Dialect, type Target, whyUnreachable } from './target.js';

/**
 * Reads `providers` and `targets`, in all forms. Lists each provider that eva cannot ask: as replaced by the model of `--model`, as left out,
 * or as blocking if no model is left. `at` is the place for a configuration without providers.
 */
export function readModels(
  nodes: readonly ConfigNode[],
  given: ImportContext,
  at: Place = { file: 'promptfooconfig.yaml' },
): readonly ImportedModel[] {
  const context = { ...given, taken: given.taken ?? new Map<string, string>() };
  const refs = nodes.flatMap((node) => providerRefs(node, context));
  const read = refs.map((ref) => readSubject(ref, context));
  const models = read.filter((one): one is ImportedModel => 'model' in one);
  const lost = read.filter((one): one is LostProvider => 'why' in one);
  if (read.length === 0) return withoutProviders(context, nodes[0], at);
  if (context.model !== undefined)
    return [...models, ...(lost.length > 0 ? [replacement(lost, context.model, context)] : [])];
  listLost(lost, context, models.length > 0 ? 'left_out' : 'blocks');
  return models;
}

/** Reads one provider. Adds findings only for a provider that eva can ask. */
export function readModel(
  ref: ProviderRef,
  context: ImportContext & { readonly taken: Map<string, string> },
): ImportedModel | LostProvider {
  const { node, options } = ref;
  if (ref.broken) return { ref, why: ref.broken };
  const config = options?.child('config');
  const target = findTarget(ref.id, config);
  if ('unreachable' in target) return { ref, why: target };
  const ledger = openLedger();
  const read = readSettings(config, target, { ...context, ledger });
  if ('unreachable' in read) return { ref, why: read };
  if (target.note) ledger.add('noted', 'provider', node, { what: shownId(ref.id), reason: target.note });
  const own = options ? readOptions(options, { ...context, ledger }) : {};
  for (const { effect, kind, at, ...words } of ledger.all()) context.ledger.add(effect, kind, at, words);
  return {
    node,
    names: namesOf(ref),
    ...nameModel(target, context.taken),
    ...read,
    ...own,
    reportsCalls: target.dialect !== 'none',
  };
}

/** Reads a model under test, with the settings that promptfoo sends if none are set. */
function readSubject(ref: ProviderRef, context: Parameters<typeof readModel>[1]): ImportedModel | LostProvider {
  const model = readModel(ref, context);
  const config = ref.options?.child('config');
  const target = findTarget(ref.id, config);
  if ('why' in model || 'unreachable' in target) return model;
  return {
    ...model,
    settings: { ...defaultsFor(model.settings, target, config), ...model.settings },
    ...(isClaude(target) && { isClaude: true }),
  };
}

const withoutEffect = {
  delay: 'eva waits only where a provider asks for it; this changes no answer',
  inputs: 'promptfoo reads it for attacks alone',
};

function readOptions(options: ConfigNode, { ledger }: ImportContext) {
  const [label, transform] = [childText(options, 'label'), options.child('transform')];
  const prompts = promptNamesOf(options);
  listUnknownKeys(options, optionKeys, { ledger });
  for (const [what, reason] of Object.entries(withoutEffect)) {
    const option = options.child(what);
    if (option) ledger.add('noted', 'setting', option.place('key'), { what, reason });
  }
  listVariables(options, ledger);
  return {
    ...(label && { label }),
    ...(prompts && { prompts }),
    ...(transform && transform.value !== null && { transform }),
  };
}

/** Lists the names in `env`. Their values are not copied. */
function listVariables(options: ConfigNode, ledger: ImportContext['ledger']): void {
  const env = options.child('env');
  const names = Object.keys((env?.value as object | null | undefined) ?? {});
  if (!env || names.length === 0) return;
  const effect = names.every((name) => /(key|token|secret)$/i.test(name)) ? 'noted' : 'left_out';
  const reason = 'values of variables are never copied';
  ledger.add(effect, 'setting', env.place('key'), {
    what: 'env',
    reason,
    todo: `set ${names.join(', ')} in the environment`,
  });
}

function withoutProviders(context: ImportContext, node: ConfigNode | undefined, at: Place): readonly ImportedModel[] {
  if (context.model !== undefined)
    return [{ node: node ?? nodeOf(null, at), names: [], model: context.model, settings: {}, reportsCalls: true }];
  const reason = 'the configuration names no provider';
  context.ledger.add('blocks', 'provider', node ?? at, { what: 'providers', reason, todo: 'add --model NAME' });
  return [];
}

function listLost(lost: readonly LostProvider[], { ledger }: ImportContext, effect: 'left_out' | 'blocks'): void {
  for (const { ref, why } of lost) {
    const what = why === whyUnreachable.no_id ? ref.id : shownId(ref.id);
    ledger.add(effect, 'provider', ref.node, { what, reason: why.unreachable, todo: why.todo });
  }
}

/** The limit for models that reason, to which promptfoo sends none. Each of them takes it, and it has room for reasoning. */
const unlimited = 16_384;

/** The limit that promptfoo sends to a model of Anthropic that thinks. */
const thinking = 2048;

const usual = { temperature: 0, max_tokens: 1024 };

function defaultsFor(settings: JsonObject, target: Target, config: ConfigNode | undefined): JsonObject {
  const { dialect, type, defaults, samplesAlways } = target;
  if (defaults) return defaults;
  if (isClaude(target)) return defaultsOfClaude(settings, target);
  if ((dialect !== 'chat' && dialect !== 'responses') || config?.child('omitDefaults')?.value === true) return {};
  if (samplesAlways || !isReasoning(target)) return usual;
  return { max_tokens: type === 'azure' ? usual.max_tokens : unlimited };
}

/** A budget that does not fit into the limit for thinking has no limit here: promptfoo's request would be refused. */
function defaultsOfClaude({ reasoning, top_p }: JsonObject, { type, model }: Target): JsonObject {
  const budget = isObject(reasoning) ? Number(reasoning['budget_tokens'] ?? 0) : 0;
  if (budget >= thinking) return {};
  const thinks = budget > 0 || thinksAnyway.test(model);
  if (type === 'vertex') return { max_tokens: thinks ? thinking : 512 };
  const max_tokens = thinks ? thinking : usual.max_tokens;
  return budget > 0 || top_p !== undefined || takesNoSampling(model) ? { max_tokens } : { ...usual, max_tokens };
}

/** A model as eva names it, with the entry of eva.yml that it needs. */
export interface NamedModel {
  readonly model: string;
  readonly entry?: ProviderEntry;
}

/** Names the model of a target. Equal entries share a name; an entry never has the name of a built-in provider. */
export function nameModel(target: Target, taken: Map<string, string>): NamedModel {
  const { type, model } = target;
  if (!target.entry) return { model: builtInName(type, model) };
  const entry = nameEntry(target.entry, taken);
  const isProgram = findType(type)?.modelNames.isBuiltIn === false;
  return { model: isProgram ? `${type}:${entry.name}` : `${entry.name}:${model}`, entry };
}

/** Returns the full name of a model of a built-in provider. */
function builtInName(type: string, model: string): string {
  const start = findStart(type);
  return start ? modelNameOf(start, model) : `${type}:${model}`;
}

function nameEntry({ name, config }: ProviderEntry, taken: Map<string, string>): ProviderEntry {
  const settings = JSON.stringify(config);
  const stem = name.replace(/[^A-Za-z0-9_.-]+/g, '-').replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '') || 'model';
  for (let number = 1; ; number++) {
    const own = number === 1 ? stem : `${stem}-${number}`;
    const known = taken.get(own) ?? (builtInConfig(own) || findType(own) ? '' : settings);
    if (known !== settings) continue;
    taken.set(own, settings);
    return { name: own, config };
  }
}

/** The settings that a prompt needs, whatever the model: others were chosen for the model that is replaced. */
const kept = ['tools', 'tool_choice', 'response_format'];

/** Makes the model of `--model` take the place of the providers that eva cannot ask. */
function replacement(lost: readonly LostProvider[], model: string, context: ImportContext): ImportedModel {
  for (const { ref, why } of lost) {
    context.ledger.add('replaced', 'provider', ref.node, {
      what: shownId(ref.id),
      reason: `${why.unreachable}; --model ${model} takes its place`,
    });
  }
  const refs = lost.map(({ ref }) => ref);
  const prompts = refs.map(({ options }) => promptNamesOf(options));
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
