import { compact, type Found, type Named } from '../target.js';
import { addressKeys, addressOf, keyVariable } from './addresses.js';
import type { ChatHost } from './chat-hosts.js';
import { isReasoningModel, modelIn } from './model-names.js';

/** Returns the model of a server with the chat-completions protocol. */
export function chatTarget(host: ChatHost, named: Named): Found {
  const found = modelIn(named.rest, host.model);
  if ('unreachable' in found) return found;
  const address = host.isFixed ? { url: undefined } : addressOf(named, '/v1');
  if ('unreachable' in address) return address;
  const { url = host.baseUrl } = address;
  const own = host.isFixed ? undefined : keyVariable(named, address.url);
  return {
    type: 'openai',
    dialect: 'chat',
    model: found.model,
    key: own ?? host.key,
    read: host.isFixed ? [] : addressKeys(named),
    entry: chatEntry(host.names[0], {
      url,
      key: own ?? host.key,
      tools: host.mayIgnoreChoice ? false : undefined,
      model: found.model,
    }),
    ...(host.sendsAll ? { sendsAll: true } : { ignoresOthers: true }),
    ...(host.sends && { sends: host.sends }),
    ...(host.ignores && { ignores: host.ignores }),
    ...(host.samplesAlways && { samplesAlways: true }),
    ...(host.defaults && { defaults: host.defaults }),
  };
}

interface ChatServer {
  readonly url: string;
  readonly key?: string | undefined;
  readonly tools?: false | undefined;
  readonly model: string;
}

/** Makes the entry of a server with the chat-completions protocol. Models of OpenAI that reason take no `max_tokens`. */
export function chatEntry(name: string, { url, key, tools, model }: ChatServer) {
  const config = compact({
    type: 'openai',
    base_url: url,
    api_key_env: key,
    tools,
    max_tokens_as: isReasoningModel(model) ? 'max_completion_tokens' : undefined,
  });
  return { name, config };
}
