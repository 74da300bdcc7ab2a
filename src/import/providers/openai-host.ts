import { addressKeys, addressOf, hostName, keyVariable, modelNamed } from './addresses.js';
import { chatEntry } from './chat-hosts.js';
import { compact, type FoundTarget, type Named, trimmedText, unreachable } from './target.js';

const official = 'https://api.openai.com/v1';

/** The model of an id without one. */
const byDefault = 'gpt-4.1-2025-04-14';

/** Words for programs with tools of their own. */
const agents = /^(?:agents|assistant|chatkit|codex(?:-(?:app-server|desktop|sdk))?)$/;

/** Words for endpoints that make no chat replies. */
const otherEndpoints = /^(?:completion|embeddings?|image|moderation|realtime|speech|transcription|tts|video)$/;

/** Models for completions, speech, sound and calls in real time. */
const noChatModels =
  /^(?:(?:gpt-3\.5-turbo-instruct|babbage-002|davinci-002)(?:$|-)|(?:tts|whisper|dall-e|sora|text-embedding|omni-moderation)-|gpt-(?:audio|realtime|image)|gpt-4o(?:-mini)?-(?:audio|realtime|tts|transcribe))/;

/** Models that only work with tools which the provider runs. */
const toolModels = /deep-research|^computer-use/;

/** Models that have the Responses protocol alone, or that promptfoo asks with it. */
const responsesModels = /^(?:o\d-pro|gpt-5[\d.]*-(?:codex|pro)|gpt-5\.6-(?:sol|terra|luna)$)/;

/** Returns the model of an id that begins with `openai:`. A name without an endpoint is that of a chat model, if it is not known better. */
export function openaiTarget(named: Named): FoundTarget {
  const [, word = '', name] = /^([^:]*)(?::(.*))?$/s.exec(named.rest) ?? [];
  if (agents.test(word)) return unreachable.agent;
  if (otherEndpoints.test(word)) return unreachable.no_chat;
  const isEndpoint = word === 'chat' || word === 'responses';
  const model = isEndpoint ? name || trimmedText(named, 'model') || byDefault : named.rest;
  const found = modelNamed(model);
  if ('unreachable' in found) return found;
  if (noChatModels.test(model)) return unreachable.no_chat;
  if (toolModels.test(model)) return unreachable.tools;
  const usesResponses = isEndpoint ? word === 'responses' : responsesModels.test(model);
  return openaiServer(named, found.model, usesResponses);
}

/** Returns a model at OpenAI, or at the server that `config` names. */
export function openaiServer(named: Named, model: string, usesResponses: boolean): FoundTarget {
  const address = addressOf(named, '/v1');
  if ('unreachable' in address) return address;
  const url = address.url === official ? undefined : address.url;
  const variable = keyVariable(named, url);
  const type = usesResponses ? 'openai-responses' : 'openai';
  const common = {
    type,
    dialect: usesResponses ? ('responses' as const) : ('chat' as const),
    model,
    key: variable ?? 'OPENAI_API_KEY',
    read: [...addressKeys(named), 'model'],
    ignoresOthers: true as const,
  };
  if (url === undefined && variable === undefined) return common;
  const name = [
    ...(usesResponses || url === undefined ? [type] : []),
    url === undefined ? slug(variable ?? '') : hostName(url),
  ].join('-');
  const entry =
    usesResponses || url === undefined
      ? { name, config: compact({ type, base_url: url, api_key_env: variable }) }
      : chatEntry(name, { url, key: variable, model });
  return { ...common, entry };
}

/** Returns the name of a variable as a part of the name of an entry: `team-key` for TEAM_KEY. */
export function slug(variable: string): string {
  return variable.toLowerCase().replaceAll('_', '-');
}
