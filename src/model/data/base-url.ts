/** Why the address of a server cannot be used. */
export interface BaseUrlFlaw {
  /** What is wrong, to follow the name of the setting. Never quotes the address. */
  readonly message: string;
  readonly hint: string;
  /** True if the address may hold a password, so that it must not be shown. */
  readonly isSecret: boolean;
}

/** Characters that a base URL may have: many servers refuse longer addresses. */
const longest = 2000;

/**
 * Checks the base URL of a server: an http or https address of at most 2,000 characters without user name, password, `?` and `#`. Paths are appended to it, so
 * a `?` or `#` would swallow them, and a user name can make a stranger's host look like a known one. Only that of the chat-completions
 * protocol ends with /v1: to others `/v1/messages` is appended. Returns null if it can be used.
 */
export function baseUrlFlaw(
  text: string,
  { endsWithV1 }: { readonly endsWithV1: boolean } = { endsWithV1: true },
): BaseUrlFlaw | null {
  const example = endsWithV1 ? 'https://host/v1' : 'https://host';
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSecret = /^[^?#]*@/.test(text); // also in a path: what cannot be parsed may hold a password anywhere
  if (text.length > longest) return flaw('is longer than 2,000 characters', `write it as ${example}`, isSecret);
  if (/^[^\\/?#]*@/.test(text.replace(/^\w*:?[\\/]*/, '')) || (url && (url.username !== '' || url.password !== ''))) {
    return flaw(
      'holds a user name or a password',
      'take out all up to the @; a key goes into an environment variable',
      true,
    );
  }
  if (url === null || !/^https?:$/.test(url.protocol) || !/^https?:\/\/[^/]/i.test(text)) {
    return flaw('is not an http or https address', `write it as ${example}`, isSecret);
  }
  if (/[\\\s]/.test(text)) return flaw('holds white space or a backslash', `write it as ${example}`, isSecret);
  const mark = ['?', '#'].find((one) => text.includes(one));
  if (mark !== undefined)
    return flaw(`holds a "${mark}"`, `end it before the ${mark}: eva appends paths to it`, isSecret);
  if (endsWithV1 || !/\/v1\/*$/.test(text)) return null;
  return flaw('ends with /v1', 'leave out the /v1: /v1/messages is appended to it', isSecret);
}

function flaw(message: string, hint: string, isSecret: boolean): BaseUrlFlaw {
  return { message, hint, isSecret };
}

/**
 * An address as it is written, followed by the one that it leads to if that reads differently: `https://аpi.example` with a Cyrillic
 * letter is `https://xn--pi-6kc.example/`, and `http://2130706433` is this machine.
 */
export function baseUrlInFull(text: string): string {
  if (!URL.canParse(text)) return text;
  const { href } = new URL(text);
  return href.replace(/\/+$/, '') === text.replace(/\/+$/, '') ? text : `${text} (that is ${href})`;
}
