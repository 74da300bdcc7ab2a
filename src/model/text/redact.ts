import type { JsonObject, JsonValue } from '../data/json.js';

/** The minimum length of a secret. Hiding shorter texts would hide ordinary words. */
const minSecretLength = 8;
/** The length of the parts of a secret that are hidden. */
const windowLength = 16;

export const redacted = '[redacted]';

/** A part of a text: UTF-16 offsets from 0, end excluded. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Matches what can be between the characters of a secret that was wrapped or spaced: colours, white space, the bar beside an excerpt of a file. */
const gap = /\p{Cc}\[[\d;]*m|[\s|]/gu;

/**
 * Returns a function that replaces secrets in a text: in plain text, in part (16 consecutive characters or more), reversed, URL-encoded, in
 * hexadecimal digits, and in base64 and base64url, also inside an encoded text such as `user:KEY`; each also with blanks or line ends between
 * its characters. Ignores secrets shorter than 8 characters.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= minSecretLength);
  if (long.length === 0) return (text) => text;
  const find = finderOf(long);
  const findWithoutGaps = finderOf(long.map((secret) => secret.replace(gap, '')));
  return (text) => {
    const spans = findWithoutGaps(text.replace(gap, ''));
    const rest = spans.length === 0 ? text : hideAround(text, spans);
    return hide(rest, find(rest));
  };
}

function hide(text: string, spans: readonly Span[]): string {
  const kept = spans.map(({ start }, i) => text.slice(spans[i - 1]?.end ?? 0, start) + redacted);
  return spans.length === 0 ? text : kept.join('') + text.slice(spans.at(-1)?.end);
}

/** Replaces spans of a text whose offsets do not count its gaps. Keeps the gaps. */
function hideAround(text: string, spans: readonly Span[]): string {
  let at = 0;
  let index = 0;
  return text.replace(new RegExp(`(${gap.source})|[^]`, 'gu'), (character, ownGap?: string) => {
    if (ownGap !== undefined) return ownGap;
    const start = at;
    at += character.length;
    while ((spans[index]?.end ?? at) <= start) index++;
    const span = spans[index];
    if (!span || span.start >= at) return character;
    return span.start >= start ? redacted : '';
  });
}

/** Returns a function that finds the secrets in a text, in order and without overlaps. */
function finderOf(secrets: readonly string[]): (text: string) => readonly Span[] {
  const pieces = new Set(secrets.flatMap(forms).flatMap(windows));
  const lengths = [...new Set([...pieces].map((piece) => piece.length))].sort((a, b) => b - a);
  const step = Math.floor((Math.min(...lengths) + 1) / 2);
  const samples = new Set([...pieces].flatMap((piece) => substringsOf(piece, step)));
  return (text) => spansIn(text, (at) => lengths.find((one) => pieces.has(text.slice(at, at + one))), samples, step);
}

/** Lists the forms of a secret. In base64 it has three, one for each remainder of its unknown offset divided by 3. */
function forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((offset) => {
    const base64 = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const ownFrom = Math.ceil((offset * 8) / 6);
    const ownTo = Math.floor(((offset + bytes.length) * 8) / 6);
    return base64.slice(ownFrom, ownTo);
  });
  const hex = bytes.toString('hex');
  const inBase64Url = encoded.map((base64) => base64.replaceAll('+', '-').replaceAll('/', '_'));
  const reversed = [...secret].reverse().join('');
  return [secret, reversed, inUrl(secret), hex, hex.toUpperCase(), ...encoded, ...inBase64Url];
}

/** Encodes a text for a URL. Converts it to bytes first: encodeURIComponent throws on a lone surrogate. */
function inUrl(secret: string): string {
  return encodeURIComponent(Buffer.from(secret).toString());
}

function windows(form: string): string[] {
  return form.length <= windowLength ? [form] : substringsOf(form, windowLength);
}

function substringsOf(text: string, length: number): string[] {
  return Array.from({ length: text.length - length + 1 }, (_, start) => text.slice(start, start + length));
}

/**
 * Finds pieces of secrets. Long texts contain few secrets, so only every `step`-th position is tested first: each piece is long enough
 * to cover a whole sample of `step` characters at one of these positions. `pieceAt` then finds the piece itself.
 */
function spansIn(
  text: string,
  pieceAt: (at: number) => number | undefined,
  samples: ReadonlySet<string>,
  step: number,
): readonly Span[] {
  const spans: { readonly start: number; end: number }[] = [];
  for (let sampled = 0; sampled + step <= text.length; sampled += step) {
    if (!samples.has(text.slice(sampled, sampled + step))) continue;
    for (let at = Math.max(0, sampled - step + 1); at <= sampled; at++) {
      const length = pieceAt(at);
      if (length === undefined) continue;
      const last = spans.at(-1);
      if (last && at < last.end) last.end = Math.max(last.end, at + length);
      else spans.push({ start: at, end: at + length });
    }
  }
  return spans;
}

/** Redacts every string of a JSON value, including the names of its fields. */
export function redactJson(value: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => redactJson(item, redact));
  return redactObject(value as JsonObject, redact);
}

/** Redacts every string of a JSON object, including the names of its fields. */
export function redactObject(object: JsonObject, redact: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [redact(key), redactJson(value, redact)]));
}

/** Redacts every string in arrays and objects, but not the names of fields. For values of types whose fields have fixed names. */
export function redactTexts<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, redactTexts(field, redact)])) as T;
}

const secretWord = /(?:^|_|API|AUTH|ACCESS)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?(?:_|$)/i;
/** Matches names of variables that hold the path or the name of a secret, not the secret itself. */
const pointer = /_(?:FILE|PATH|DIR|URL|NAME)$|^GOOGLE_APPLICATION_CREDENTIALS$/i;

/** Returns true if an environment variable has the name of a key, a token or a password. */
export function namesSecret(variable: string): boolean {
  return secretWord.test(variable) && !pointer.test(variable);
}
