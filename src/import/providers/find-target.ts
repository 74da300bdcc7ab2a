import { isObject, type JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../config-node.js';
import type { ImportContext } from '../imported.js';
import { chatHost, chatTarget } from './chat-hosts.js';
import { anthropicTarget, azureTarget, bedrockTarget, googleTarget, vertexTarget } from './clouds.js';
import { openaiServer, openaiTarget } from './openai-host.js';
import {
  cohereTarget,
  echoTarget,
  gatewayTarget,
  huggingfaceTarget,
  metaTarget,
  ollamaTarget,
  ownAddressTarget,
  responsesTarget,
  xaiTarget,
} from './own-addresses.js';
import { type ProviderRef, providerRefs } from './provider-ref.js';
import { type NamedModel, nameModel, readModel } from './read-models.js';
import { type Found, isTemplate, type Named, reasons, type Unreachable } from './target.js';

/** The providers with rules of their own, by the word before the first colon of an id. */
const finders: Readonly<Record<string, (named: Named) => Found>> = {
  anthropic: anthropicTarget,
  azure: azureTarget,
  azureopenai: azureTarget,
  bedrock: bedrockTarget,
  'cloudflare-gateway': gatewayTarget,
  cohere: cohereTarget,
  echo: echoTarget,
  google: googleTarget,
  hf: huggingfaceTarget,
  huggingface: huggingfaceTarget,
  meta: metaTarget,
  ollama: ollamaTarget,
  openai: openaiTarget,
  palm: googleTarget,
  vertex: vertexTarget,
  xai: xaiTarget,
};

/** Finds the model that an id of a provider means, or says why eva cannot ask it. */
export function findTarget(id: string, config: ConfigNode | undefined): Found {
  const [, word = '', rest = ''] = /^([^:]*):?(.*)$/s.exec(id.trim()) ?? [];
  if (isTemplate(word)) return reasons.in_environment;
  const named = { rest, config };
  if (Object.hasOwn(finders, word)) return finders[word]?.(named) ?? reasons.unknown;
  const host = chatHost(word);
  if (!host) return ownAddressTarget(word, named) ?? outOfReach(id, word);
  if (word === 'groq' && rest.startsWith('responses:')) {
    return responsesTarget(word, { url: host.baseUrl, key: host.key, rest });
  }
  return chatTarget(host, named);
}

/** The words before the first colon of ids that eva cannot carry over, by the reason. */
const groups: readonly (readonly [Unreachable, readonly string[]])[] = [
  [reasons.own_code, ['exec', 'golang', 'package', 'python', 'ruby']],
  [reasons.turns, ['sequence']],
  [reasons.own_http, ['a2a', 'browser', 'http', 'https', 'n8n', 'slack', 'webhook', 'websocket', 'ws', 'wss']],
  [reasons.agent, ['bedrock-agent', 'mcp', 'openclaw', 'opencode', 'openinterpreter']],
  [reasons.no_chat, ['elevenlabs', 'fal', 'llama', 'modelslab', 'quiverai', 'voyage']],
  [reasons.headers, ['portkey']],
  [reasons.internal, ['promptfoo', 'agentic']],
  [
    reasons.other_api,
    [
      'adaline',
      'bam',
      'ibm',
      'replicate',
      'sagemaker',
      'snowflake',
      'transformers',
      'transformers.js',
      'vercel',
      'watsonx',
    ],
  ],
];

/** Returns why an id has no model that eva can ask. `word` is its part before the first colon. */
function outOfReach(id: string, word: string): Unreachable {
  if (/^file:\/\//.test(id) || /\.(?:[cm]?[jt]sx?|py|go|rb|sh)(?::\w+)?$/.test(id)) return reasons.own_code;
  return groups.find(([, words]) => words.includes(word))?.[0] ?? reasons.unknown;
}

/** A model that an assertion names, or why eva cannot ask it. */
type Reached = (NamedModel & { readonly settings: JsonObject }) | { readonly unreachable: string };

/** The settings that a judge takes. */
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
function embeddingTarget(id: string, config: ConfigNode | undefined): Found | undefined {
  if (others.test(id)) return reasons.other_api;
  const [, word = '', name = ''] = /^([^:]+):embeddings?(?::(.*))?$/s.exec(id.trim()) ?? [];
  if (word === '') return undefined;
  const model = name || (defaults.get(word) ?? '');
  if (model === '') return reasons.bad_name;
  const named = { rest: `chat:${model}`, config };
  if (word === 'openai') return openaiServer(named, model, false);
  if (word === 'azure' || word === 'azureopenai') return azureTarget(named);
  if (word === 'ollama') return ollamaTarget(named);
  const host = chatHost(word);
  return host ? chatTarget(host, named) : reasons.other_api;
}
