import type { ConfigNode } from '../../config-node.js';
import { azureTarget } from './hosts/azure.js';
import { chatHost } from './hosts/chat-hosts.js';
import { chatTarget } from './hosts/chat-target.js';
import { openaiServer } from './hosts/openai.js';
import { ollamaTarget } from './hosts/own-protocols.js';
import { reasons } from './reasons.js';
import type { Found } from './target.js';

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
export function embeddingTarget(id: string, config: ConfigNode | undefined): Found | undefined {
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
