import { createHash } from 'node:crypto';

/** Returns the sha256 of a text (as UTF-8) or of bytes, in lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * Writes JSON with object keys in code-unit order and without white space, so that equal data give equal texts. Omits keys whose value is
 * `undefined`, as JSON.stringify does.
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
 * Shortens a reply's key to its last 128 bits, in 16 characters. Indexes of all replies of a run use short keys, because 64
 * hexadecimal digits would double their memory. Returns a key that is not a digest unchanged.
 */
export function compactKey(key: string): string {
  return digest.test(key) ? Buffer.from(key.slice(-32), 'hex').toString('latin1') : key;
}
