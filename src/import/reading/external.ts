import { isObject } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { type ConfigNode, entriesOf, itemsOf, madeOf, movedTo, nodeOf } from '../config-node.js';
import { type ConfigFolder, whyUnread } from '../folder.js';
import { isPattern } from '../glob.js';
import { parseCsv } from '../rows/csv-rows.js';
import { readConfigDocument } from './documents.js';

/** A part of a configuration that was read from a file, or why that is impossible. */
type External = { readonly node: ConfigNode } | { readonly unread: string };

/** Returns true for the name of a program: JavaScript, TypeScript, Python or another language, with or without a function. */
export function isCodePath(path: string): boolean {
  return /\.(?:[cm]?[jt]s|py|rb|go)(?::[\w.]+)?$/i.test(path);
}

/** Reads what a text names if it begins with `file://`; undefined for any other node, and for a program. */
export function readExternal(node: ConfigNode, folder: ConfigFolder): External | undefined {
  const { value } = node;
  if (typeof value !== 'string' || !value.startsWith('file://') || isCodePath(value)) return undefined;
  if (/\{\{|\{%/.test(value)) return { unread: 'its path is a template, and eva reads no environment variable' };
  return isPattern(value) ? readAll(node, value, folder) : readOne(value, node.place(), folder);
}

/** Reads the files of a pattern as one list: the items of lists, and each other document as it is. */
function readAll(node: ConfigNode, pattern: string, folder: ConfigFolder): External {
  const { files, refused } = folder.find(pattern);
  if (refused !== undefined) return { unread: refused };
  if (files.length === 0) return { unread: 'no file fits this pattern' };
  const items: ConfigNode[] = [];
  for (const file of files) {
    const read = readOne(file, node.place(), folder);
    if ('unread' in read) return read;
    if (read.node.value !== null) items.push(...itemsOf(read.node));
  }
  return { node: madeOf(items, node) };
}

function readOne(path: string, at: Place, folder: ConfigFolder): External {
  if (/\.(?:ya?ml|json)$/i.test(path)) {
    const { value, problems } = readConfigDocument(folder, path, at);
    return value ? { node: value } : { unread: whyUnread(problems) };
  }
  const { value: text, problems } = folder.text(path, at);
  if (text === null) return { unread: whyUnread(problems) };
  const file = path.replace(/^file:\/\//, '');
  if (!/\.csv$/i.test(path)) return { node: nodeOf(text, { file }) };
  const rows = parseCsv(text);
  if ('flaw' in rows) return { unread: rows.flaw };
  const isColumn = rows.header.length === 1;
  return {
    node: nodeOf(
      rows.records.map(({ values }) => (isColumn ? (values[rows.header[0] ?? ''] ?? '') : values)),
      { file },
    ),
  };
}

/** What `readExternals` does with a text that cannot be read, such as to list it. */
type OnUnread = (node: ConfigNode, reason: string) => void;

/**
 * Replaces each text below a node that begins with `file://` by the content of the file, as promptfoo does in files of tests and of
 * providers. Leaves variables, which are read for each test, and programs. What assertions name and cannot be read is left to their readers.
 */
export function readExternals(node: ConfigNode, folder: ConfigFolder, onUnread: OnUnread): ConfigNode {
  const external = readExternal(node, folder);
  if (external && 'node' in external) return movedTo(external.node, node);
  if (external) onUnread(node, external.unread);
  if (Array.isArray(node.value)) {
    return withParts(
      node,
      itemsOf(node),
      (items) => items,
      (item) => readExternals(item, folder, onUnread),
    );
  }
  if (!isObject(node.value)) return node;
  const keys = entriesOf(node).map(([key]) => key);
  const parts = entriesOf(node).map(([, part]) => part);
  const read = (part: ConfigNode, index: number) =>
    keys[index] === 'vars' ? part : readExternals(part, folder, keys[index] === 'assert' ? () => {} : onUnread);
  return withParts(node, parts, (all) => new Map(all.map((part, index) => [keys[index] ?? '', part])), read);
}

/** Returns the node itself if none of its parts changes. */
function withParts(
  node: ConfigNode,
  parts: readonly ConfigNode[],
  made: (parts: readonly ConfigNode[]) => readonly ConfigNode[] | ReadonlyMap<string, ConfigNode>,
  change: (part: ConfigNode, index: number) => ConfigNode,
): ConfigNode {
  const changed = parts.map(change);
  return changed.some((part, index) => part !== parts[index]) ? madeOf(made(changed), node) : node;
}
