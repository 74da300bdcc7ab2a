/** The types of files that a message may have. */
export const mediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'] as const;
export type MediaType = (typeof mediaTypes)[number];

/** A file in a message: its type, the digest of its bytes (sha256) and their number. The bytes are read when it is sent, and stored nowhere. */
export interface MediaFile {
  readonly media_type: MediaType;
  readonly sha256: string;
  readonly bytes: number;
}

/** A file with its path relative to the library's root, as a plan has it. Keys and evidence leave the path out. */
export interface MediaPath extends MediaFile {
  readonly path: string;
}

/** One part of a message: a text or a file. */
export type Part = { readonly text: string } | { readonly file: MediaFile };

export interface Message {
  readonly role: 'user' | 'assistant';
  /** The text; of a message with parts, their texts with a blank line between them. */
  readonly content: string;
  /** The parts of the message, in order. Absent for a message that is one text. */
  readonly parts?: readonly Part[];
}

/** A message as a trial keeps it: the system prompt is one too, and files have their paths. */
export interface SentMessage {
  readonly role: 'system' | Message['role'];
  readonly content: string;
  readonly parts?: readonly SentPart[];
}

export type SentPart = { readonly text: string } | { readonly file: MediaPath };

/** Returns the text of parts, with a blank line between them. Files have none. */
export function textOfParts(parts: readonly (Part | SentPart)[]): string {
  return parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n\n');
}
