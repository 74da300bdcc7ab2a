import type { JsonObject } from '#model/data/json.js';
import { routeModel } from '#provider/model-name.js';
import type { ConfigNode } from '../../config-node.js';
import type { ImportContext, ImportedModel } from '../imported.js';
import { findTarget } from './find-target.js';
import { dialectOf } from './replacement.js';
import { readSettings } from './settings/read-settings.js';
import type { Target } from './target.js';

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
