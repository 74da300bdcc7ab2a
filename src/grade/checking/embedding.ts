/** Reads the numbers of an embedding: float32, little-endian, in base64. Returns null if the text holds none. */
export function readEmbedding(base64: string): Float32Array | null {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(4 * at, true));
}

/**
 * Returns the cosine of two embeddings, from -1 to 1, rounded to six digits, which is what float32 holds; null if their lengths differ or one
 * has no direction.
 */
export function cosine(a: Float32Array, b: Float32Array): number | null {
  if (a.length !== b.length) return null;
  const [own, other] = [dot(a, a), dot(b, b)];
  const both = Math.sqrt(own) * Math.sqrt(other);
  if (!(both > 0) || !Number.isFinite(both)) return null;
  return Math.max(-1, Math.min(1, Math.round((dot(a, b) / both) * 1e6) / 1e6));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
