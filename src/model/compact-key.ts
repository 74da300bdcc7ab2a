const digest = /^[0-9a-f]{64}$/;

/**
 * The last 128 bits of a reply's key, in 16 characters: what indexes over all replies of a run keep of each, where 64 hexadecimal
 * digits would be half of what they take. A key that is no digest stays as it is.
 */
export function compactKey(key: string): string {
  return digest.test(key) ? Buffer.from(key.slice(-32), 'hex').toString('latin1') : key;
}
