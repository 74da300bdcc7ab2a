import { isObject, type JsonObject } from '#model/data/json.js';
import { findType } from '#provider/types/index.js';
import { findStart, modelNameOf, startOfModel } from '#provider/types/starts.js';
import type { ConfigNode } from '../config-node.js';
import type { ImportContext, ImportedModel } from '../imported.js';
import { chatHost, chatTarget } from './chat-hosts.js';
import { findTarget } from './find-target.js';
import { ollamaTarget } from './own-addresses.js';
import { type ProviderRef, providerRefs } from './provider-ref.js';
import { type NamedModel, nameModel, readModel } from './read-models.js';
import { type FoundTarget, whyUnreachable } from './target.js';
import { azureTarget, openaiServer } from './vendors.js';

/**
 * Returns the judge for a library whose configuration names none: the judge beside the type of its first model, at the same provider, or that
 * model itself at any other server. Undefined if no model can judge.
 */
export function judgeFor(models: readonly ImportedModel[]): string | undefined {
  const model = models.find(
    (one) => !one.entry || findType(String(one.entry.config['type']))?.modelNames.isBuiltIn === true,
  );
  if (!model) return undefined;
  const { entry } = model;
  if (!entry) return besideBuiltIn(model.model);
  const { type, base_url: url } = entry.config;
  const judge = url === undefined ? findStart(String(type))?.judge : undefined;
  return judge ? `${entry.name}:${judge}` : model.model;
}

function besideBuiltIn(model: string): string {
  const start = startOfModel(model);
  return start && start.judge !== null && start.entry === undefined ? modelNameOf(start, start.judge) : model;
}

/** A model that an assertion names, or why eva cannot ask it. */
type Reached = (NamedModel & { readonly settings: JsonObject }) | { readonly unreachable: string };

const ofJudges = ['temperature', 'max_tokens'];

/**
 * Finds the model of a grader: an id, a mapping with an id, or a mapping by purpose, whose `text` counts. Its settings are those that a judge
 * takes. Lists the others, except those that only promptfoo needs.
 */
export function reachModel(node: ConfigNode, given: ImportContext): Reached {
  const ref = refFor(node, 'text', given);
  if (!ref) return { unreachable: 'it names no model for texts' };
  const model = readModel(ref, { ...given, taken: given.taken ?? new Map() });
  if ('why' in model) return { unreachable: model.why.unreachable };
  const settings = Object.entries(model.settings);
  for (const [key] of settings.filter(([name]) => !ofJudges.includes(name))) {
    const reason = 'a judge has no such setting';
    given.ledger.add('left_out', 'setting', ref.options ?? node, { what: `provider.${key}`, reason });
  }
  return {
    model: model.model,
    ...(model.entry && { entry: model.entry }),
    settings: Object.fromEntries(settings.filter(([name]) => ofJudges.includes(name))),
  };
}

/** The model that promptfoo asks for embeddings if none is named. */
const byDefault = { type: 'openai', model: 'text-embedding-3-large' };

/** Finds the model that makes embeddings. A provider for texts, an id of OpenAI without `embedding`, and none at all mean promptfoo's default. */
export function reachEmbedding(
  node: ConfigNode | undefined,
  given: ImportContext,
): NamedModel | { readonly unreachable: string } {
  const taken = given.taken ?? new Map<string, string>();
  const ref = node && refFor(node, 'embedding', given);
  const usual = nameModel({ ...byDefault, dialect: 'chat', read: [], key: '' }, taken);
  if (!ref) return usual;
  if (ref.broken) return { unreachable: ref.broken.unreachable };
  const config = ref.options?.child('config');
  const found = embeddingTarget(ref.id, config);
  if (found) return 'unreachable' in found ? { unreachable: found.unreachable } : nameModel(found, taken);
  if (/^openai:text-embedding-/.test(ref.id)) return usual;
  const text = findTarget(ref.id, config);
  return 'unreachable' in text ? { unreachable: text.unreachable } : usual;
}

/** Returns the provider of a mapping by purpose, or the only provider that a value names. */
function refFor(node: ConfigNode, purpose: 'text' | 'embedding', context: ImportContext): ProviderRef | undefined {
  const { value } = node;
  const isByPurpose = isObject(value) && !('id' in value) && purposes.some((key) => key in value);
  const own = isByPurpose ? node.child(purpose) : node;
  return own && providerRefs(own, context)[0];
}

const purposes = ['text', 'embedding', 'classification', 'moderation'];

/** Models that promptfoo asks for embeddings if an id names none. */
const defaults = new Map([
  ['openai', 'text-embedding-3-large'],
  ['azure', 'text-embedding-ada-002'],
  ['azureopenai', 'text-embedding-ada-002'],
  ['mistral', 'mistral-embed'],
]);

/** Words before the first colon of ids that only make embeddings, or compare texts. */
const others =
  /^(?:voyage:|(?:transformers|transformers\.js):(?:feature-extraction|embeddings):|(?:huggingface|hf):(?:feature-extraction|sentence-similarity):)/;

/** Finds the model of an id for embeddings; undefined for an id that is not for embeddings. */
function embeddingTarget(id: string, config: ConfigNode | undefined): FoundTarget | undefined {
  if (others.test(id)) return whyUnreachable.other_api;
  const [, word = '', name = ''] = /^([^:]+):embeddings?(?::(.*))?$/s.exec(id.trim()) ?? [];
  if (word === '') return undefined;
  const model = name || (defaults.get(word) ?? '');
  if (model === '') return whyUnreachable.bad_name;
  const named = { rest: `chat:${model}`, config };
  if (word === 'openai') return openaiServer(named, model, false);
  if (word === 'azure' || word === 'azureopenai') return azureTarget(named);
  if (word === 'ollama') return ollamaTarget(named);
  const host = chatHost(word);
  return host ? chatTarget(host, named) : whyUnreachable.other_api;
}
