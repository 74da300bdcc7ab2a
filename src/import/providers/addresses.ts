import { type BaseUrlForm, baseUrlFlaw } from '#model/data/base-url.js';
import { isTemplate, type Named, trimmedText, type Unreachable, whyUnreachable } from './target.js';

/** An address of a server; undefined if the configuration names none. */
type Address = { readonly url: string | undefined } | Unreachable;

/** Returns the keys of `config` with the address and the key of a server, as far as eva uses them. */
export function addressKeys(named: Named): readonly string[] {
  return ['apiHost', 'apiBaseUrl', ...(namedVariable(named) === undefined ? [] : ['apiKeyEnvar'])];
}

/** Returns the address that `apiHost` or `apiBaseUrl` names. `path` follows a host. */
export function addressOf(named: Named, path: string, form?: BaseUrlForm): Address {
  const host = trimmedText(named, 'apiHost')
    ?.replace(/^https?:\/\//, '')
    .replace(/\/+$/, '');
  return checked(host === undefined ? trimmedText(named, 'apiBaseUrl') : `https://${host}${path}`, form);
}

/** Returns an address without slashes at its end, or why it cannot be used. */
export function checked(text: string | undefined, form?: BaseUrlForm): Address {
  if (text === undefined) return { url: undefined };
  if (isTemplate(text)) return whyUnreachable.in_environment;
  const url = text.replace(/\/+$/, '');
  return baseUrlFlaw(url, form) ? whyUnreachable.bad_address : { url };
}

/**
 * Returns the variable with the key of a server: that of `apiKeyEnvar`, or of `apiKey` if it takes one from the environment. A key that is
 * written beside an address of its own gets a variable of its own, so that no other key is sent there. Undefined for the usual one.
 */
export function keyVariable(named: Named, url?: string): string | undefined {
  const name = namedVariable(named);
  if (name !== undefined) return name;
  const key = trimmedText(named, 'apiKey');
  const [, inEnvironment] = /^\{\{\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}$/.exec(key ?? '') ?? [];
  if (inEnvironment !== undefined || key === undefined || url === undefined) return inEnvironment;
  return `${hostName(url)
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^(?=\d)/, 'HOST_')
    .toUpperCase()}_API_KEY`;
}

function namedVariable(named: Named): string | undefined {
  const name = trimmedText(named, 'apiKeyEnvar');
  return name !== undefined && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : undefined;
}

/** Returns a name for the entry of a server: its host, and its port if it names one. */
export function hostName(url: string): string {
  const { hostname, port } = new URL(url);
  return port === '' ? hostname : `${hostname}-${port}`;
}

/** Words between the name of a server and that of a model, for endpoints that make no chat replies. */
const otherEndpoints = [
  ...['agents', 'audio', 'completion', 'embedding', 'embeddings', 'feature-extraction', 'image', 'live', 'moderation'],
  ...['realtime', 'speech', 'transcription', 'tts', 'video', 'voice'],
];

/** Returns the model that follows the name of a server in an id, without the word `chat`, or why there is none. */
export function modelIn(rest: string, byDefault = ''): { readonly model: string } | Unreachable {
  const [, word = ''] = /^([a-z-]+)(?::|$)/.exec(rest) ?? [];
  if (otherEndpoints.includes(word)) return whyUnreachable.no_chat;
  return modelNamed(rest.replace(/^chat(:|$)/, '') || byDefault);
}

/** Returns a model by its name, or why eva cannot name it. */
export function modelNamed(model: string): { readonly model: string } | Unreachable {
  if (isTemplate(model)) return whyUnreachable.in_environment;
  return /^(?!-)\S+$/.test(model) ? { model } : whyUnreachable.bad_name;
}

/** Returns true for the models of OpenAI that reason, also behind the name of a vendor or as a part of that of a deployment. */
export function isReasoningModel(model: string): boolean {
  return /(?:^|[/-])(?:ft:)?(?:o[134](?![a-z0-9])|gpt-5)/.test(model);
}
