import type { JsonObject } from '#model/data/json.js';
import { addressKeys, addressOf, hostName, keyVariable, modelIn, modelNamed } from './addresses.js';
import { chatEntry, chatModel } from './chat-hosts.js';
import {
  compact,
  type Dialect,
  type FoundTarget,
  isTemplate,
  type Named,
  trimmedText,
  whyUnreachable,
} from './target.js';

/** Returns the model of an id that begins with `bedrock:`. Only models of Anthropic have the protocol that eva speaks there. */
export function bedrockTarget(named: Named): FoundTarget {
  const name = named.rest.replace(/^(?:messages|converse|completion):/, '');
  const found = modelNamed(name);
  if ('unreachable' in found) return found;
  if (/^(?:agents|kb|knowledge-base)(:|$)/.test(name)) return whyUnreachable.agent;
  if (/^(?:embeddings?|video|nova-sonic)(:|$)/.test(name)) return whyUnreachable.no_chat;
  if (!isClaude(name, trimmedText(named, 'inferenceModelType'))) return whyUnreachable.other_api;
  if (/claude-(?:v\d|instant)/.test(name)) return whyUnreachable.no_chat;
  const region = placeAt(named, 'region');
  const read = ['region', 'inferenceModelType'];
  return cloudTarget('bedrock', name, {
    dialect: 'bedrock',
    key: 'AWS_BEARER_TOKEN_BEDROCK',
    read,
    places: { region },
    ...(named.rest.startsWith('converse:') && { defaults: {} }),
  });
}

function isClaude(name: string, family: string | undefined): boolean {
  return (
    /^(?:[a-z-]+\.)?anthropic\.claude-/.test(name) ||
    (/^arn:aws[a-z-]*:bedrock:/.test(name) && (family === 'claude' || name.includes('anthropic.claude')))
  );
}

/** Returns the model of an id that begins with `vertex:`. Other models than Claude need a token of Google that ends after an hour. */
export function vertexTarget(named: Named): FoundTarget {
  const name = named.rest.replace(/^chat:/, '');
  const found = modelNamed(name);
  if ('unreachable' in found) return found;
  if (/^(?:embeddings?|video|image|live)(:|$)/.test(name)) return whyUnreachable.no_chat;
  if (!/^claude-[^\s/]+$/.test(name)) return whyUnreachable.other_api;
  const [region, project] = [placeAt(named, 'region'), placeAt(named, 'projectId')];
  const read = [...(region === undefined ? [] : ['region']), ...(project === undefined ? [] : ['projectId'])];
  return cloudTarget('vertex', name, { dialect: 'gemini', key: '', read, places: { region, project } });
}

interface Cloud {
  readonly dialect: Dialect;
  readonly key: string;
  readonly read: readonly string[];
  readonly places: { readonly region: string | undefined; readonly project?: string | undefined };
  readonly defaults?: JsonObject;
}

function cloudTarget(type: string, model: string, { places, ...common }: Cloud): FoundTarget {
  const { region, project } = places;
  const config = compact({ type, region, project });
  const name = [type, region ?? project].join('-');
  return { type, model, ...common, ...(Object.keys(config).length > 1 && { entry: { name, config } }) };
}

/** Returns a region or a project that eva can use; undefined for none, and for one that is in the environment. */
function placeAt(named: Named, key: string): string | undefined {
  const text = trimmedText(named, key);
  return text !== undefined && !isTemplate(text) && /^[a-z0-9][a-z0-9.:-]{0,40}$/.test(text) ? text : undefined;
}

/** Returns the model of an id that begins with `google:`, at the address where Google speaks the chat-completions protocol. */
export function googleTarget({ rest }: Named): FoundTarget {
  const [word = ''] = rest.split(':');
  if (['live', 'image', 'video', 'embedding', 'embeddings'].includes(word)) return whyUnreachable.no_chat;
  const found = modelNamed(rest.replace(/^chat:/, ''));
  if ('unreachable' in found) return found;
  const { model } = found;
  if (!/^(?:models\/)?(?:gemini|gemma|learnlm)/.test(model)) return whyUnreachable.other_api;
  if (/-(?:image|tts|live|omni|native-audio|embedding)\b/.test(model)) return whyUnreachable.no_chat;
  const url = 'https://generativelanguage.googleapis.com/v1beta/openai';
  return chatModel(
    'google',
    { url, key: 'GOOGLE_API_KEY', model },
    {
      dialect: 'gemini',
      samplesAlways: true,
      note: 'eva asks it at the address where Google speaks the chat-completions protocol',
    },
  );
}

const form = { endsWithV1: false, isResource: true };

/** The environment variable with the key, unless `config` names another. */
const key = 'AZURE_OPENAI_API_KEY';

/** Returns the deployment of an id that begins with `azure:` or `azureopenai:`. */
export function azureTarget(named: Named): FoundTarget {
  const { rest } = named;
  if (/^(?:assistant|foundry-agent)(:|$)/.test(rest)) return whyUnreachable.agent;
  const usesResponses = /^responses(:|$)/.test(rest);
  const written = rest.replace(/^responses(:|$)/, '');
  const found = usesResponses ? modelNamed(written || 'gpt-4.1-2025-04-14') : modelIn(rest);
  if ('unreachable' in found) return found;
  const address = addressOf(named, '', form);
  if ('unreachable' in address) return address;
  const { url } = address;
  return usesResponses ? responsesOf(named, found.model, url) : deploymentOf(named, found.model, url);
}

function deploymentOf(named: Named, model: string, url: string | undefined): FoundTarget {
  const variable = keyVariable(named);
  const version = versionFor(named, url);
  const common = {
    type: 'azure',
    dialect: 'chat' as const,
    model,
    key: variable ?? key,
    read: [...addressKeys(named), ...(version === undefined ? [] : ['apiVersion'])],
    sends: ['dataSources', 'data_sources', 'deployment_id'],
  };
  if (url === undefined && variable === undefined) return common;
  const config = compact({ type: 'azure', base_url: url, api_key_env: variable, api_version: version });
  return { ...common, entry: { name: resourceName('azure', url), config } };
}

/** Returns the dated version of an address without `/openai/v1`, which has none. */
function versionFor(named: Named, url: string | undefined): string | undefined {
  const version = trimmedText(named, 'apiVersion');
  if (url === undefined || url.endsWith('/openai/v1')) return undefined;
  return version !== undefined && /^\d{4}-\d{2}-\d{2}(-preview)?$/.test(version) ? version : undefined;
}

function responsesOf(named: Named, model: string, url: string | undefined): FoundTarget {
  if (url === undefined) return whyUnreachable.no_address;
  const variable = keyVariable(named) ?? key;
  const base_url = `${url.replace(/\/openai(\/v1)?$/, '')}/openai/v1`;
  return {
    type: 'openai-responses',
    dialect: 'responses',
    model,
    key: variable,
    read: addressKeys(named),
    entry: {
      name: resourceName('azure-responses', url),
      config: compact({ type: 'openai-responses', base_url, api_key_env: variable }),
    },
  };
}

/** Returns a name for the entry of a resource: `azure-NAME` for https://NAME.openai.azure.com. */
function resourceName(prefix: string, url: string | undefined): string {
  return url === undefined
    ? `${prefix}-own-key`
    : `${prefix}-${hostName(url).replace(/\.(?:openai\.azure|cognitiveservices\.azure|services\.ai\.azure)\.com$/, '')}`;
}

const anthropicUrl = 'https://api.anthropic.com';

/** Returns the model of an id that begins with `anthropic:`. */
export function anthropicTarget(named: Named): FoundTarget {
  const { rest } = named;
  if (/^claude-(?:agent-sdk|code)\b/.test(rest)) return whyUnreachable.agent;
  if (/^completion(:|$)|^claude-(?:2|instant)/.test(rest)) return whyUnreachable.no_chat;
  const found = modelNamed(rest.replace(/^messages(:|$)/, ''));
  if ('unreachable' in found) return found;
  const address = addressOf(named, '', { endsWithV1: false });
  if ('unreachable' in address) return address;
  const url = address.url === anthropicUrl ? undefined : address.url;
  const variable = keyVariable(named, url);
  const common = {
    type: 'anthropic',
    dialect: 'messages' as const,
    model: found.model,
    key: variable ?? 'ANTHROPIC_API_KEY',
    read: addressKeys(named),
    ignoresOthers: true as const,
  };
  if (url === undefined && variable === undefined) return common;
  const name = `anthropic-${url === undefined ? slug(variable ?? '') : hostName(url)}`;
  return { ...common, entry: { name, config: compact({ type: 'anthropic', base_url: url, api_key_env: variable }) } };
}

const openaiUrl = 'https://api.openai.com/v1';

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
  if (agents.test(word)) return whyUnreachable.agent;
  if (otherEndpoints.test(word)) return whyUnreachable.no_chat;
  const isEndpoint = word === 'chat' || word === 'responses';
  const model = isEndpoint ? name || trimmedText(named, 'model') || byDefault : named.rest;
  const found = modelNamed(model);
  if ('unreachable' in found) return found;
  if (noChatModels.test(model)) return whyUnreachable.no_chat;
  if (toolModels.test(model)) return whyUnreachable.tools;
  const usesResponses = isEndpoint ? word === 'responses' : responsesModels.test(model);
  return openaiServer(named, found.model, usesResponses);
}

/** Returns a model at OpenAI, or at the server that `config` names. */
export function openaiServer(named: Named, model: string, usesResponses: boolean): FoundTarget {
  const address = addressOf(named, '/v1');
  if ('unreachable' in address) return address;
  const url = address.url === openaiUrl ? undefined : address.url;
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
function slug(variable: string): string {
  return variable.toLowerCase().replaceAll('_', '-');
}
