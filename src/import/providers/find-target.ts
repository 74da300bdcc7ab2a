import type { ConfigNode } from '../config-node.js';
import { chatHost, chatTarget } from './chat-hosts.js';
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
import { type FoundTarget, isTemplate, type Named, type Unreachable, whyUnreachable } from './target.js';
import { anthropicTarget, azureTarget, bedrockTarget, googleTarget, openaiTarget, vertexTarget } from './vendors.js';

/** The providers with rules of their own, by the word before the first colon of an id. */
const finders: Readonly<Record<string, (named: Named) => FoundTarget>> = {
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
export function findTarget(id: string, config: ConfigNode | undefined): FoundTarget {
  const [, word = '', rest = ''] = /^([^:]*):?(.*)$/s.exec(id.trim()) ?? [];
  if (isTemplate(word)) return whyUnreachable.in_environment;
  const named = { rest, config };
  if (Object.hasOwn(finders, word)) return finders[word]?.(named) ?? whyUnreachable.unknown;
  const host = chatHost(word);
  if (!host) return ownAddressTarget(word, named) ?? outOfReach(id, word);
  if (word === 'groq' && rest.startsWith('responses:')) {
    return responsesTarget(word, { url: host.baseUrl, key: host.key, rest });
  }
  return chatTarget(host, named);
}

/** The words before the first colon of ids that eva cannot carry over, by the reason. */
const groups: readonly (readonly [Unreachable, readonly string[]])[] = [
  [whyUnreachable.own_code, ['exec', 'golang', 'package', 'python', 'ruby']],
  [whyUnreachable.turns, ['sequence']],
  [whyUnreachable.own_http, ['a2a', 'browser', 'http', 'https', 'n8n', 'slack', 'webhook', 'websocket', 'ws', 'wss']],
  [whyUnreachable.agent, ['bedrock-agent', 'mcp', 'openclaw', 'opencode', 'openinterpreter']],
  [whyUnreachable.no_chat, ['elevenlabs', 'fal', 'llama', 'modelslab', 'quiverai', 'voyage']],
  [whyUnreachable.headers, ['portkey']],
  [whyUnreachable.internal, ['promptfoo', 'agentic']],
  [whyUnreachable.other_api, ['adaline', 'bam', 'ibm', 'replicate', 'sagemaker', 'snowflake', 'vercel', 'watsonx']],
  [whyUnreachable.other_api, ['transformers', 'transformers.js']],
];

/** Returns why an id has no model that eva can ask. `word` is its part before the first colon. */
function outOfReach(id: string, word: string): Unreachable {
  if (/^file:\/\//.test(id) || /\.(?:[cm]?[jt]sx?|py|go|rb|sh)(?::\w+)?$/.test(id)) return whyUnreachable.own_code;
  return groups.find(([, words]) => words.includes(word))?.[0] ?? whyUnreachable.unknown;
}
