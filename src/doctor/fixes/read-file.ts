import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { resolveInside } from '#load/source/inside-root.js';
import { maxYamlBytes, readBytes } from '#load/source/read-file.js';
import { splitMark } from '#model/text/yaml-text.js';
import type { FileText } from './fix.js';

/** A file of the library with its bytes. */
export interface FileOnDisk extends FileText {
  readonly path: string;
  readonly bytes: Buffer;
  /** The byte order mark, or nothing. */
  readonly mark: string;
}

/** Reads a file that a fix may change; null if it cannot be read, or if a symbolic link is part of its path. */
export function readFile(root: string, file: string): FileOnDisk | null {
  const inside = resolveInside(root, [file], { file }).value;
  const path = join(realpathSync.native(root), file);
  if (inside?.path !== path) return null;
  const bytes = readBytes(path, file, maxYamlBytes).value;
  const text = bytes && decoded(bytes);
  if (!bytes || !text) return null;
  const { mark, bare } = splitMark(text.text);
  return { file, path, bytes, ...text, mark, text: bare };
}

function decoded(bytes: Buffer): { readonly text: string; readonly isUtf16: boolean } | null {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  try {
    // The mark of UTF-16 is part of the encoding, and UTF-8 needs none.
    return {
      text: new TextDecoder(utf16 ?? 'utf-8', { fatal: true, ignoreBOM: utf16 === null }).decode(bytes),
      isUtf16: utf16 !== null,
    };
  } catch {
    return null;
  }
}
