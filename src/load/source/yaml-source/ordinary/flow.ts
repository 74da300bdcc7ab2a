import { listNode, mappingNode } from '../collection.js';
import type { SourceChild, SourceNode } from '../source-node.js';
import { keyAt } from './key.js';
import { firstOf, NotOrdinary } from './lines.js';
import { isMark, isNegative, plainScalar, quotedScalar } from './scalar.js';

/** Deeper is not ordinary. */
const deepest = 20;

/** The list or mapping between brackets that begins at an offset and ends on its line; undefined if none begins there. */
export function flowCollection(text: string, start: number, depth = 0): SourceNode | undefined {
  if (depth > deepest) throw new NotOrdinary();
  if (text[start] === '[') return flowList(text, start, depth);
  if (text[start] === '{') return flowMapping(text, start, depth);
  return undefined;
}

function flowList(text: string, start: number, depth: number): SourceNode {
  const items: SourceNode[] = [];
  const end = entries(text, start, ']', (at) => {
    const item = flowValue(text, at, depth);
    items.push(item);
    return item.end;
  });
  return listNode(items, start, end);
}

function flowMapping(text: string, start: number, depth: number): SourceNode {
  const children = new Map<string, SourceChild>();
  const end = entries(text, start, '}', (at) => {
    const key = keyAt(text, at);
    if (!key || text[key.end + 1] === '\n' || children.has(key.name)) throw new NotOrdinary();
    const node = flowValue(text, firstOf(text, key.end + 1), depth);
    children.set(key.name, { node, key });
    return node.end;
  });
  return mappingNode(children, start, end);
}

/** Reads what stands between brackets, separated by commas; the offset behind the closing one. */
function entries(text: string, start: number, closer: string, read: (at: number) => number): number {
  let at = firstOf(text, start + 1);
  if (text[at] === closer) return at + 1;
  for (;;) {
    at = firstOf(text, read(at));
    if (text[at] === closer) return at + 1;
    if (text[at] !== ',' || text[at + 1] !== ' ') throw new NotOrdinary();
    at = firstOf(text, at + 1);
  }
}

function flowValue(text: string, at: number, depth: number): SourceNode {
  return quotedScalar(text, at) ?? flowCollection(text, at, depth + 1) ?? flowPlain(text, at);
}

const flowText = /[^,[\]{}\n:#]+/y;

/** A word, or several, in which nothing stands that might mean something. */
function flowPlain(text: string, start: number): SourceNode {
  if (isMark(text[start]) && !isNegative(text, start)) throw new NotOrdinary();
  flowText.lastIndex = start;
  const written = flowText.exec(text)?.[0].trimEnd();
  if (!written) throw new NotOrdinary();
  return plainScalar(text, start, start + written.length);
}
