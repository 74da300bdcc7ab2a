import { createHash, timingSafeEqual } from 'node:crypto';

/** What a server knows of itself when it admits a request. */
export interface Door {
  readonly port: number;
  /** The secret of the first address, which a person opens. */
  readonly token: string;
  /** The secret of the cookie that the first address sets. */
  readonly session: string;
}

/** A request before anything of it is trusted. */
interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** Names and values in turn, as they came. */
  readonly headers: readonly string[];
}

interface AdmittedAddress {
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface Admitted extends AdmittedAddress {
  /** Aborted once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** `enter`: the request has the token, so it gets the cookie and goes on to `to`, the same address without the token. */
export type DoorAdmission =
  | { readonly kind: 'admitted'; readonly request: AdmittedAddress }
  | { readonly kind: 'enter'; readonly to: string; readonly isFromElsewhere: boolean }
  | { readonly kind: 'refused'; readonly status: 400 | 403 | 405 | 421; readonly reason: string };

/** The longest target of a request, in UTF-16 units. */
const longestTarget = 4096;

export const tokenParameter = 'token';

/** Returns the name of the cookie. Browsers share cookies between ports, so the port is part of the name. */
export function cookieName({ port }: Pick<Door, 'port'>): string {
  return `eva_view_${port}`;
}

/**
 * Decides whether a request is answered. It must be for this machine by its Host header, so that no other site can point its name at this
 * server; it must only read; and it must have the cookie of this server or the token of the first address. A page of another origin cannot
 * use the cookie, not even a page of this machine from another port.
 */
export function admit(request: RawRequest, door: Door): DoorAdmission {
  const { method, target, headers } = request;
  const hosts = valuesOf('host', headers);
  const isOwnHost =
    hosts.length === 1 && [`127.0.0.1:${door.port}`, `localhost:${door.port}`].includes((hosts[0] ?? '').toLowerCase());
  if (!isOwnHost) return refused(421, 'This server answers only to its own address.');
  if (method !== 'GET' && method !== 'HEAD') return refused(405, 'This server only shows runs: it knows GET and HEAD.');
  const url = urlOf(target);
  if (!url) return refused(400, 'This is not an address of this server.');
  const token = url.searchParams.get(tokenParameter);
  if (token !== null && isSame(token, door.token)) return enter(url, headers);
  const isOwnPage = valuesOf('sec-fetch-site', headers).every((site) => site === 'same-origin' || site === 'none');
  const hasCookie = cookiesOf(headers).some(
    ({ name, value }) => name === cookieName(door) && isSame(value, door.session),
  );
  if (!hasCookie || !isOwnPage)
    return refused(403, 'Open the address that `eva view` printed: it lets this browser in.');
  return { kind: 'admitted', request: { path: url.pathname, query: url.searchParams } };
}

function refused(status: 400 | 403 | 405 | 421, reason: string): DoorAdmission {
  return { kind: 'refused', status, reason };
}

function enter(url: URL, headers: readonly string[]): DoorAdmission {
  url.searchParams.delete(tokenParameter);
  const isFromElsewhere = valuesOf('sec-fetch-site', headers).some((site) => site.endsWith('-site'));
  return { kind: 'enter', to: `${url.pathname}${url.search}`, isFromElsewhere };
}

/** Parses a target that is a path; null for any other. Two slashes would begin the name of another server. */
function urlOf(target: string): URL | null {
  if (!/^\/(?![/\\])/.test(target) || target.length > longestTarget) return null;
  const url = URL.canParse(target, 'http://127.0.0.1') ? new URL(target, 'http://127.0.0.1') : null;
  return url?.host === '127.0.0.1' && !url.pathname.startsWith('//') ? url : null;
}

function valuesOf(wanted: string, headers: readonly string[]): readonly string[] {
  return headers.flatMap((name, at) => (at % 2 === 0 && name.toLowerCase() === wanted ? [headers[at + 1] ?? ''] : []));
}

function cookiesOf(headers: readonly string[]): readonly { readonly name: string; readonly value: string }[] {
  return valuesOf('cookie', headers)
    .flatMap((header) => header.split(';'))
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name: name.trim(), value: value.join('=').trim() };
    });
}

/** Compares two secrets in a time that does not depend on them. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
