import type { CasePart, CaseText } from '../case.js';
import { canonicalJson, sha256 } from '../data/digest.js';
import type { Body, BodyPart } from '../prompt.js';
import type { MediaFile, MediaPath } from '../reply/message.js';

/**
 * Returns the digest of a body: of its bytes, or of its messages without the paths of their files. The prefix has NUL bytes, which no text
 * body has, so that a text never has the digest of messages.
 */
export function bodyDigest(body: Body): string {
  if (typeof body === 'string') return sha256(body);
  const messages = body.map(({ role, content }) => ({ role, content: withoutPaths(content) }));
  return sha256(`\0messages\0${canonicalJson(messages)}`);
}

/** Returns the content of a message without the paths of its files. */
export function withoutPaths(content: CaseText | readonly (BodyPart | CasePart)[]): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part: BodyPart | CasePart) =>
    'text' in part || 'input' in part.file ? part : { file: fileWithoutPath(part.file) },
  );
}

/** Returns a file as evidence: without its path. */
export function fileWithoutPath({ path: _path, ...file }: MediaPath): MediaFile {
  return file;
}
