import type { ConfigNode } from '../../../config-node.js';
import { type ConfigFolder, pathInFolder } from '../../../folder.js';
import { isPattern } from '../../../glob/match-name.js';
import { whyUnread } from '../../../unread.js';
import type { VarValue } from '../../imported.js';
import { readDocument } from '../../reading/documents.js';

/** A value of a variable, with what is to be said of it; or why it has none. */
export type Valued = { readonly value: VarValue; readonly replaced?: string } | { readonly refused: string };

const pictures = /\.(?:png|jpe?g|gif|webp)$/i;
const otherMedia = /\.(?:bmp|svg|mp4|webm|ogg|mov|avi|wmv|mkv|m4v|wav|mp3|aac|m4a|flac|wma|aiff|opus)$/i;
const programs = /\.(?:[cm]?[jt]s|py)(?::[\w.]+)?$/i;

/** Returns true for a text that names a file or a program whose result is the value. */
export function isNamed(value: unknown): value is string {
  return typeof value === 'string' && (value.startsWith('file://') || value.startsWith('package:'));
}

/** Returns the files that a text with `file://` stands for: one, or those of a pattern. */
export function filesNamed(text: string, folder: ConfigFolder): readonly string[] | { readonly refused: string } {
  const path = text.replace(/^file:\/\//, '');
  if (/\{\{|\{%/.test(path)) return { refused: 'its path is a template, and eva reads no environment variable' };
  if (!isPattern(path)) return [path];
  const { files, refused } = folder.find(path);
  return files.length > 0 ? files : { refused: refused ?? 'no file fits this pattern' };
}

/** Reads the file of a variable as promptfoo does: the text without white space around it, YAML as JSON, pictures and PDFs as files. */
export function valueInFile(path: string, at: ConfigNode, folder: ConfigFolder): Valued {
  if (programs.test(path)) return { refused: 'its value comes from a program, which eva does not execute' };
  const file = pathInFolder(path);
  if (otherMedia.test(file)) return { refused: 'eva sends PNG, JPEG, GIF, WebP and PDF files, and no others' };
  if (pictures.test(file) || /\.pdf$/i.test(file)) return mediaIn(file, at, folder);
  if (/\.ya?ml$/i.test(file)) {
    const { value, problems } = readDocument(folder, file, at.place());
    return value ? { value: { kind: 'value', value: JSON.stringify(value.value) } } : { refused: whyUnread(problems) };
  }
  const { value: text, problems } = folder.text(file, at.place());
  return text === null ? { refused: whyUnread(problems) } : { value: { kind: 'value', value: text.trim(), file } };
}

function mediaIn(file: string, at: ConfigNode, folder: ConfigFolder): Valued {
  const { value: bytes, problems } = folder.bytes(file, at.place());
  if (!bytes) return { refused: whyUnread(problems) };
  const replaced = 'promptfoo sends the text of a PDF, and eva the PDF itself';
  return { value: { kind: 'media', file }, ...(/\.pdf$/i.test(file) && { replaced }) };
}
