import type { ConfigNode } from '../config-node.js';
import { type ConfigFolder, pathInFolder, whyUnread } from '../folder.js';
import { isPattern } from '../glob.js';
import type { VarValue } from '../imported.js';
import { readConfigDocument } from '../reading/documents.js';
import { renderTemplate } from '../template/evaluate.js';
import { hasPartialTag } from '../template/parse-template.js';
import type { TestReading } from './test-parts.js';

/** The maximum length of a value whose variables are put in. */
const longestValue = 1_000_000;

type Values = Record<string, VarValue>;

/** Why a value cannot be made, and the variable that has it. */
interface Unresolved {
  readonly name: string;
  readonly refused: string;
}

/**
 * Puts the values of variables into each other, as promptfoo does before it renders a prompt: first `{{name}}`, up to five times, then any
 * template whose variables all exist. Text that comes from a value is not read again after that.
 */
export function resolveValues(values: Values, budget: TestReading['budget']): { readonly vars: Values } | Unresolved {
  const resolved: Values = {};
  for (const [name, value] of Object.entries(values)) resolved[name] = withoutLastLineEnd(value);
  if (!Object.values(resolved).some((value) => isTemplate(value))) return { vars: resolved };
  const problem = putNamesIn(resolved);
  if (problem) return problem;
  const rendered: Values = {};
  for (const [name, value] of Object.entries(resolved)) {
    const result = renderValue(value, resolved);
    if ('refused' in result) return { name, ...result };
    if (result !== values[name]) budget.left -= lengthOf(result);
    if (budget.left < 0) return { name, refused: 'the values that are put into each other are too long together' };
    rendered[name] = result;
  }
  return { vars: rendered };
}

function isTemplate(value: VarValue): boolean {
  return value.kind === 'value' && typeof value.value === 'string' && /\{[{%#]/.test(value.value);
}

function withoutLastLineEnd(value: VarValue): VarValue {
  if (value.kind !== 'value' || typeof value.value !== 'string') return value;
  return { ...value, value: value.value.replace(/\n$/, '') };
}

/** Replaces the first `{{name}}` of each value, five times. */
function putNamesIn(values: Values): Unresolved | undefined {
  let isDone = false;
  for (let round = 0; round < 5 && !isDone; round++) {
    isDone = true;
    for (const [name, value] of Object.entries(values)) {
      if (value.kind !== 'value' || typeof value.value !== 'string') continue;
      const [placeholder, inner = ''] = /\{\{\s*(\w+)\s*\}\}/.exec(value.value) ?? [];
      const put = Object.hasOwn(values, inner) ? values[inner] : undefined;
      if (placeholder === undefined || !put) continue;
      if (put.kind === 'media') return { name, refused: `it puts the file of {{${inner}}} into a text` };
      const text = value.value.replace(placeholder, () => String(put.value));
      if (text.length > longestValue) return { name, refused: tooLong };
      values[name] = { kind: 'value', value: text };
      isDone = false;
    }
  }
  return undefined;
}

const tooLong = `with the values of other variables it is longer than ${longestValue} characters`;

function renderValue(value: VarValue, values: Values): VarValue | { readonly refused: string } {
  if (value.kind !== 'value' || typeof value.value !== 'string' || !isTemplate(value)) return value;
  const text = value.value;
  if (text.length > longestValue) return { refused: 'a template of this length is not rendered' };
  if (hasPartialTag(text)) return value;
  const names = namesInTemplate(text);
  if (names.some((name) => name !== 'env' && !Object.hasOwn(values, name))) return value;
  const media = names.find((name) => values[name]?.kind === 'media');
  if (media !== undefined) return { refused: `it puts the file of {{${media}}} into a text` };
  const longest = Math.max(0, ...names.map((name) => lengthOf(values[name])));
  if (text.length + longest * (text.split('{{').length - 1) > longestValue) return { refused: tooLong };
  const rendered = renderTemplate(text, values);
  if ('unsupported' in rendered) return { refused: rendered.unsupported };
  return rendered.text === text ? value : { kind: 'value', value: rendered.text };
}

function lengthOf(value: VarValue | undefined): number {
  if (value?.kind !== 'value') return 0;
  return typeof value.value === 'string' ? value.value.length : JSON.stringify(value.value).length;
}

/** The maximum length of what is read of a tag. */
const longestTag = 300;

/** Returns the names of the variables that the tags of a template begin with; of a loop, that of its list and not that of its items. Reads a bounded part of each tag. */
function namesInTemplate(text: string): readonly string[] {
  const bare = withoutComments(text);
  const names = new Set<string>();
  const ofLoops = new Set<string>();
  for (let at = bare.indexOf('{'); at >= 0; at = bare.indexOf('{', at + 1)) {
    const tag = bare.slice(at, at + longestTag);
    const [, variable] = /^\{\{\s*([A-Za-z_]\w*)[^{}\s|]*\s*(?:\||\}\})/.exec(tag) ?? [];
    const [, condition] = /^\{%-?\s*(?:if|elif)\s+([A-Za-z_]\w*)/.exec(tag) ?? [];
    const [, item, list] = /^\{%-?\s*for\s+(\w+)\s+in\s+([A-Za-z_]\w*)/.exec(tag) ?? [];
    const name = variable ?? condition ?? list;
    if (item !== undefined) ofLoops.add(item);
    if (name !== undefined) names.add(name);
  }
  return [...names].filter((name) => !ofLoops.has(name));
}

function withoutComments(text: string): string {
  const last = text.lastIndexOf('#}') + 2;
  if (last < 2) return text;
  return text.slice(0, last).replace(/\{#[\s\S]*?#\}/g, '') + text.slice(last);
}

/** A value of a variable, with what is to be said of it; or why it has none. */
type Valued = { readonly value: VarValue; readonly replaced?: string } | { readonly refused: string };

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
    const { value, problems } = readConfigDocument(folder, file, at.place());
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
