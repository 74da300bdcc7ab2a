import crypto from 'node:crypto';

/**
 * Returns the sha256 of a text (as UTF-8) or of bytes, in lower-case hex. `createHash` would make an object that stays in memory until the next
 * full garbage collection.
 */
export function sha256(data: string | Uint8Array): string {
  return crypto.hash('sha256', data);
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
