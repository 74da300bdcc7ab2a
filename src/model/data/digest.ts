import { createHash } from 'node:crypto';

/** The sha256 of a text (as UTF-8) or of bytes, in lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * JSON with object keys in code-unit order and no white space, so that equal data have equal text.
 * Keys whose value is `undefined` are left out, as in JSON.stringify.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const digest = /^[0-9a-f]{64}$/;

/**
 * The last 128 bits of a reply's key, in 16 characters: what indexes over all replies of a run keep of each, where 64 hexadecimal
 * digits would be half of what they take. A key that is no digest stays as it is.
 */
export function compactKey(key: string): string {
  return digest.test(key) ? Buffer.from(key.slice(-32), 'hex').toString('latin1') : key;
}
