import type { JsonValue } from '#model/data/json.js';
import type { MediaType } from '#model/reply/exchange.js';
import type { VarValue } from '../imported.js';

/** The ending of the name of a file of each type that eva sends. */
const endings: Readonly<Record<MediaType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** The first characters of each type in base64. */
const starts: readonly (readonly [start: string, MediaType])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi0', 'application/pdf'],
];

/** The bytes of a picture or PDF, with the ending of its name. */
export interface Media {
  readonly content: Buffer;
  readonly ending: string;
}

/** Reads a data URL, or base64 alone. Returns the reason as a clause if it is no picture or PDF that eva sends. */
export function mediaOfBase64(text: string): Media | string {
  const [, type, encoded = text] = /^data:([^,]*),([\s\S]*)$/i.exec(text.trim()) ?? [];
  if (type !== undefined && !/;base64$/i.test(type)) return 'its data is not base64';
  const base64 = encoded.replace(/\s+/g, '');
  const media = starts.find(([start]) => base64.startsWith(start))?.[1];
  if (media === undefined || !/^[A-Za-z0-9+/_-]+=*$/.test(base64)) return notMedia;
  return { content: Buffer.from(base64, 'base64'), ending: endings[media] };
}

/** Returns bytes with the ending for their type, or the reason why eva does not send them. */
export function mediaOfBytes(content: Buffer): Media | string {
  const base64 = content.subarray(0, 12).toString('base64');
  const media = starts.find(([start]) => base64.startsWith(start))?.[1];
  return media === undefined ? notMedia : { content, ending: endings[media] };
}

const notMedia = 'it is no PNG, JPEG, GIF, WebP or PDF';

/** Returns true for the address of something on the web. */
export function isWebAddress(text: string): boolean {
  return /^\s*(?:https?|gs|s3|ftp):\/\//i.test(text);
}

export const webReason = 'it is a picture by web address, and its bytes are no evidence';

/** Returns the file of a value that a test gives for a picture or PDF; a text says why there is none. */
export function mediaIn(value: JsonValue, name: string): VarValue | string {
  if (typeof value !== 'string') return `\`${name}\` is no picture or PDF`;
  if (isWebAddress(value)) return `\`${name}\`: ${webReason}`;
  const media = mediaOfBase64(value);
  if (typeof media === 'string') return `\`${name}\`: ${media}`;
  return { kind: 'media', file: `${name}.${media.ending}`, content: media.content };
}
