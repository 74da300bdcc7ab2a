import { listNode, mappingNode } from '../collection.js';
import type { SourceChild, SourceNode } from '../source-node.js';
import { blockScalar } from './block-scalar.js';
import { flowCollection } from './flow.js';
import { type Key, keyAt } from './key.js';
import { endLine, firstOf, goTo, type Lines, linesOf, NotOrdinary } from './lines.js';
import { isMark, isNegative, plainScalar, quotedScalar } from './scalar.js';

/** The most values of a file that is read here. Each has at most four words and marks, so such a file exceeds no limit of the parser. */
const maxSize = 100_000;
const deepest = 20;

/** What no ordinary file holds: control characters, tabs, line ends and marks of other systems. */
const oddCharacter = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

/**
 * Reads YAML as nearly everybody writes it, a fifth of the time that a parser of all of YAML takes: mappings with plain keys, lists,
 * scalars of one line, `|` and `>`, brackets that close on their line, comments. null for everything else, mistakes included.
 * What it reads, it reads as the parser does; but a list or mapping without brackets ends where its last part does.
 */
export function readOrdinary(text: string): SourceNode | null {
  if (!text.endsWith('\n') || oddCharacter.test(text)) return null;
  try {
    const lines = linesOf(text);
    if (lines.indent !== 0 || !keyAt(text, lines.next)) return null;
    const root = mapping(lines, lines.next, 0, 0);
    return lines.indent < 0 && root.size <= maxSize ? root : null;
  } catch (error) {
    if (error instanceof NotOrdinary) return null;
    throw error;
  }
}

/** A mapping whose keys stand in column `indent`, of which the first stands at an offset of the line that is read. */
function mapping(lines: Lines, first: number, indent: number, depth: number): SourceNode {
  if (depth > deepest) throw new NotOrdinary();
  const children = new Map<string, SourceChild>();
  let at = first;
  let end = first;
  do {
    const key = keyAt(lines.text, at);
    if (!key || children.has(key.name)) throw new NotOrdinary();
    const node = valueBehind(lines, key, indent, depth);
    children.set(key.name, { node, key });
    end = node.end;
    at = lines.next + indent;
  } while (lines.indent === indent && !isItem(lines));
  if (lines.indent > indent) throw new NotOrdinary();
  return mappingNode(children, first, end);
}

/** What stands behind a key, or below it. */
function valueBehind(lines: Lines, key: Key, indent: number, depth: number): SourceNode {
  const at = firstOf(lines.text, key.end + 1);
  const isBelow = lines.text[at] === '\n' || (lines.text[at] === '#' && at > key.end + 1);
  if (!isBelow) return onLine(lines, at, indent);
  goTo(lines, lines.text.indexOf('\n', at) + 1);
  if (isItem(lines) && lines.indent >= indent) return list(lines, depth + 1);
  if (lines.indent <= indent) throw new NotOrdinary();
  return mapping(lines, lines.next + lines.indent, lines.indent, depth + 1);
}

/** A value that begins on the line that is read, which ends with it unless it is a block of text. */
function onLine(lines: Lines, at: number, indent: number): SourceNode {
  const block = blockScalar(lines, at, indent);
  if (block) return block;
  const node = quotedScalar(lines.text, at) ?? flowCollection(lines.text, at) ?? plain(lines.text, at);
  endLine(lines, node.end);
  if (lines.indent > indent) throw new NotOrdinary();
  return node;
}

/** True if an item of a list begins on the line that is read. */
function isItem({ text, next, indent }: Lines): boolean {
  return indent >= 0 && text[next + indent] === '-' && text[next + indent + 1] === ' ';
}

/** The list whose first item begins on the line that is read. */
function list(lines: Lines, depth: number): SourceNode {
  const { indent } = lines;
  const start = lines.next + indent;
  const items: SourceNode[] = [];
  let end = start;
  do {
    const at = firstOf(lines.text, lines.next + indent + 1);
    const item = keyAt(lines.text, at) ? mapping(lines, at, at - lines.next, depth + 1) : onLine(lines, at, indent);
    items.push(item);
    end = item.end;
  } while (lines.indent === indent && isItem(lines));
  if (lines.indent > indent) throw new NotOrdinary();
  return listNode(items, start, end);
}

/** A plain scalar on one line, as far as a comment behind it. */
function plain(text: string, start: number): SourceNode {
  if (isMark(text[start]) && !isNegative(text, start)) throw new NotOrdinary();
  const line = text.slice(start, text.indexOf('\n', start));
  const comment = line.indexOf(' #');
  const written = (comment < 0 ? line : line.slice(0, comment)).trimEnd();
  if (written.includes(': ') || written.endsWith(':')) throw new NotOrdinary();
  return plainScalar(text, start, start + written.length);
}
