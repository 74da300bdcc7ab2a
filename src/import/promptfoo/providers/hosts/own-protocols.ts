import { reasons } from '../reasons.js';
import { compact, configText, type Found, type Named } from '../target.js';
import { checked } from './addresses.js';
import { chatEntry } from './chat-target.js';
import { modelIn, modelNamed } from './model-names.js';

/** Returns the model of an id that begins with `ollama:`. A completion is asked as a chat of one message. */
export function ollamaTarget(named: Named): Found {
  const isChat = /^chat:/.test(named.rest);
  const found = modelIn(named.rest.replace(/^completion:/, ''));
  if ('unreachable' in found) return found;
  const key = 'OLLAMA_API_KEY';
  return {
    type: 'openai',
    dialect: 'ollama',
    model: found.model,
    key,
    read: [],
    entry: chatEntry('ollama', { url: 'http://localhost:11434/v1', key, tools: false, model: found.model }),
    samplesAlways: true,
    ...(!isChat && { note: 'eva asks it as a chat of one message' }),
  };
}

/** Returns the model of an id that begins with `cohere:`, at the address where Cohere speaks the chat-completions protocol. */
export function cohereTarget(named: Named): Found {
  const found = modelIn(named.rest);
  if ('unreachable' in found) return found;
  const key = 'COHERE_API_KEY';
  const url = 'https://api.cohere.ai/compatibility/v1';
  return {
    type: 'openai',
    dialect: 'cohere',
    model: found.model,
    key,
    read: [],
    entry: chatEntry('cohere', { url, key, model: found.model }),
    defaults: { temperature: 0.3, top_p: 0.75 },
    note: 'eva asks it at the address where Cohere speaks the chat-completions protocol',
  };
}

/** Returns the program that repeats the prompt. */
export function echoTarget(): Found {
  return {
    type: 'command',
    dialect: 'none',
    model: '',
    key: '',
    read: [],
    entry: { name: 'echo', config: { type: 'command', command: ['cat'] } },
  };
}

/** Returns the model of an id with the word `responses` at a server that is not OpenAI. */
export function responsesTarget(name: string, { url, key, rest }: { url: string; key: string; rest: string }): Found {
  const found = modelNamed(rest.replace(/^responses:/, ''));
  if ('unreachable' in found) return found;
  const config = compact({ type: 'openai-responses', base_url: url, api_key_env: key });
  return {
    type: 'openai-responses',
    dialect: 'responses',
    model: found.model,
    key,
    read: ['region'],
    entry: { name: `${name}-responses`, config },
  };
}

/** Returns the model of an id that begins with `xai:`. */
export function xaiTarget(named: Named): Found {
  const region = configText(named, 'region');
  const address = checked(`https://${region === undefined ? '' : `${region}.`}api.x.ai/v1`);
  if ('unreachable' in address || address.url === undefined) return reasons.bad_address;
  const key = 'XAI_API_KEY';
  if (named.rest.startsWith('responses:')) return responsesTarget('xai', { url: address.url, key, rest: named.rest });
  const found = modelIn(named.rest);
  if ('unreachable' in found) return found;
  const entry = chatEntry('xai', { url: address.url, key, model: found.model });
  return {
    type: 'openai',
    dialect: 'chat',
    model: found.model,
    key,
    read: ['region'],
    entry,
    sends: ['search_parameters'],
    samplesAlways: true,
  };
}

/** Returns the model of an id that begins with `meta:`. A name without an endpoint means the Responses protocol. */
export function metaTarget({ rest }: Named): Found {
  if (/^messages(:|$)/.test(rest)) return reasons.other_api;
  const key = 'MODEL_API_KEY';
  const url = 'https://api.meta.ai/v1';
  if (!/^chat(:|$)/.test(rest)) {
    const found = modelIn(rest.replace(/^responses(:|$)/, ''), 'muse-spark-1.1');
    return 'unreachable' in found ? found : responsesTarget('meta', { url, key, rest: found.model });
  }
  const found = modelIn(rest, 'muse-spark-1.1');
  if ('unreachable' in found) return found;
  return {
    type: 'openai',
    dialect: 'chat',
    model: found.model,
    key,
    read: [],
    entry: chatEntry('meta', { url, key, model: found.model }),
  };
}
