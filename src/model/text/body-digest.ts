import { canonicalJson, sha256 } from '../data/digest.js';
import type { Body, BodyPart } from '../prompt.js';

/** Returns the digest of a body: of its bytes, or of its messages without the paths of their files. */
export function bodyDigest(body: Body): string {
  if (typeof body === 'string') return sha256(body);
  return sha256(
    canonicalJson(
      body.map(({ role, content }) => ({
        role,
        content: typeof content === 'string' ? content : content.map(withoutPath),
      })),
    ),
  );
}

function withoutPath(part: BodyPart): unknown {
  if ('text' in part || 'input' in part.file) return part;
  const { path: _path, ...file } = part.file;
  return { file };
}
