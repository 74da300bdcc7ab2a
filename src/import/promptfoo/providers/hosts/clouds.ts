import type { JsonObject } from '#model/data/json.js';
import { reasons } from '../reasons.js';
import { compact, configText, type Dialect, type Found, isTemplate, type Named } from '../target.js';
import { chatEntry } from './chat-target.js';
import { modelNamed } from './model-names.js';

/** Returns the model of an id that begins with `bedrock:`. Only models of Anthropic have the protocol that eva speaks there. */
export function bedrockTarget(named: Named): Found {
  const name = named.rest.replace(/^(?:messages|converse|completion):/, '');
  const found = modelNamed(name);
  if ('unreachable' in found) return found;
  if (/^(?:agents|kb|knowledge-base)(:|$)/.test(name)) return reasons.agent;
  if (/^(?:embeddings?|video|nova-sonic)(:|$)/.test(name)) return reasons.no_chat;
  if (!isClaude(name, configText(named, 'inferenceModelType'))) return reasons.other_api;
  if (/claude-(?:v\d|instant)/.test(name)) return reasons.no_chat;
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
export function vertexTarget(named: Named): Found {
  const name = named.rest.replace(/^chat:/, '');
  const found = modelNamed(name);
  if ('unreachable' in found) return found;
  if (/^(?:embeddings?|video|image|live)(:|$)/.test(name)) return reasons.no_chat;
  if (!/^claude-[^\s/]+$/.test(name)) return reasons.other_api;
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

function cloudTarget(type: string, model: string, { places, ...common }: Cloud): Found {
  const { region, project } = places;
  const config = compact({ type, region, project });
  const name = [type, region ?? project].join('-');
  return { type, model, ...common, ...(Object.keys(config).length > 1 && { entry: { name, config } }) };
}

/** Returns a region or a project that eva can use; undefined for none, and for one that is in the environment. */
function placeAt(named: Named, key: string): string | undefined {
  const text = configText(named, key);
  return text !== undefined && !isTemplate(text) && /^[a-z0-9][a-z0-9.:-]{0,40}$/.test(text) ? text : undefined;
}

/** Returns the model of an id that begins with `google:`, at the address where Google speaks the chat-completions protocol. */
export function googleTarget({ rest }: Named): Found {
  const [word = ''] = rest.split(':');
  if (['live', 'image', 'video', 'embedding', 'embeddings'].includes(word)) return reasons.no_chat;
  const found = modelNamed(rest.replace(/^chat:/, ''));
  if ('unreachable' in found) return found;
  const { model } = found;
  if (!/^(?:models\/)?(?:gemini|gemma|learnlm)/.test(model)) return reasons.other_api;
  if (/-(?:image|tts|live|omni|native-audio|embedding)\b/.test(model)) return reasons.no_chat;
  const url = 'https://generativelanguage.googleapis.com/v1beta/openai';
  const key = 'GOOGLE_API_KEY';
  return {
    type: 'openai',
    dialect: 'gemini',
    model,
    key,
    read: [],
    entry: chatEntry('google', { url, key, model }),
    samplesAlways: true,
    note: 'eva asks it at the address where Google speaks the chat-completions protocol',
  };
}
