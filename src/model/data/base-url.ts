/**
 * Why a server's address cannot be used. `v1`: it ends with /v1 and must not. `deployment`, `path`: the address of a resource goes on with the
 * path of a deployment, or with another one that belongs to requests. `request`: another server's address ends with the path of a request.
 */
export type BaseUrlFlawKind =
  | 'too_long'
  | 'credentials'
  | 'not_http'
  | 'characters'
  | 'deployment'
  | 'path'
  | 'query'
  | 'fragment'
  | 'v1'
  | 'request';

export interface BaseUrlForm {
  /** True if they must end with /v1. */
  readonly endsWithV1: boolean;
  /** True if each account has an address of its own, with or without /openai/v1. */
  readonly isResource?: boolean;
}

/** A flaw of a server's address. */
export interface BaseUrlFlaw extends BaseUrlForm {
  readonly kind: BaseUrlFlawKind;
  /** For `request`: the path to remove. */
  readonly path?: string;
}

/** The maximum length of a base URL, in characters: many servers refuse longer addresses. */
const longest = 2000;

/**
 * Returns the flaw of a server's base URL; null if eva can use it. It must be an http or https address of at most 2,000 characters
 * without user name, password, `?` and `#`. eva appends paths to it, which would become part of a query or fragment. A user name can
 * make a foreign host look like a known one. Only base URLs of the chat-completions protocol end with /v1: to others eva appends
 * `/v1/messages`.
 */
export function baseUrlFlaw(text: string, form: BaseUrlForm = { endsWithV1: true }): BaseUrlFlaw | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const flaw = (kind: BaseUrlFlawKind) => ({ ...form, kind });
  if (text.length > longest) return flaw('too_long');
  if (/^[^\\/?#]*@/.test(text.replace(/^\w*:?[\\/]*/, '')) || (url && (url.username !== '' || url.password !== ''))) {
    return flaw('credentials');
  }
  if (url === null || !/^https?:$/.test(url.protocol) || !/^https?:\/\/[^/]/i.test(text)) return flaw('not_http');
  if (/[\\\s]/.test(text)) return flaw('characters');
  const ofResource = form.isResource ? resourceFlaw(url.pathname.replace(/\/+$/, '')) : null;
  if (ofResource) return flaw(ofResource);
  if (text.includes('?')) return flaw('query');
  if (text.includes('#')) return flaw('fragment');
  const request = form.isResource ? undefined : requestPath(text, form);
  if (request !== undefined) return { ...flaw('request'), path: request };
  return !form.endsWithV1 && !form.isResource && /\/v1\/*$/.test(text) ? flaw('v1') : null;
}

/** Returns the path of a request at the end of an address, such as `/v1/messages`; undefined for an address without one. */
function requestPath(text: string, { endsWithV1 }: BaseUrlForm): string | undefined {
  const [path] = /(?:\/v1)?\/(?:(?:chat\/)?completions|responses|embeddings|messages)(?=\/*$)/.exec(text) ?? [];
  return endsWithV1 ? path?.replace(/^\/v1/, '') : path;
}

/** Returns the flaw of the path of a resource. A gateway may put other paths before `/openai`. */
function resourceFlaw(path: string): BaseUrlFlawKind | null {
  if (/\/deployments(\/|$)/.test(path)) return 'deployment';
  const isRequest = /\/(completions|embeddings|responses|models)$|\/api\/projects(\/|$)/.test(path);
  return isRequest || (/\/v1$/.test(path) && !/\/openai\/v1$/.test(path)) ? 'path' : null;
}

/**
 * Returns an address as it was written, followed by its canonical form if that differs: `https://аpi.example` with a Cyrillic letter is
 * `https://xn--pi-6kc.example/`, and `http://2130706433` is this machine.
 */
export function baseUrlInFull(text: string): string {
  if (!URL.canParse(text)) return text;
  const { href } = new URL(text);
  return href.replace(/\/+$/, '') === text.replace(/\/+$/, '') ? text : `${text} (that is ${href})`;
}
