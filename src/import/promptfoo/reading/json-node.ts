import { discreet, type PlacedText, placeAt, placedText } from '#load/source/place.js';
import { lazy } from '#model/data/collections.js';
import type { JsonValue } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';
import { partOf } from '../../config-node.js';

/** Returns the node of a sound JSON text. Its places are found when they are asked for, so that a large text takes little time. */
export function nodeInJson(text: string, file: string, value: JsonValue): ConfigNode {
  const start = afterSpace(text, 0);
  return nodeAt(placedText(text, file), value, { key: start, start });
}

/** The offset of a value, and that of the key that leads to it. */
interface Part {
  readonly key: number;
  readonly start: number;
}

function nodeAt(placed: PlacedText, value: JsonValue, { key, start }: Part): ConfigNode {
  const parts = lazy(() => partsAt(placed.text, start));
  return {
    value,
    file: placed.file,
    place: (on) => {
      const at = on === 'key' ? key : start;
      return discreet(placeAt(placed, at, endOf(placed.text, at)));
    },
    child(step) {
      const inner = partOf(value, step);
      const part = parts().get(step);
      return inner === undefined || !part ? undefined : nodeAt(placed, inner, part);
    },
  };
}

/** Returns the parts of the list or mapping that begins at an offset. */
function partsAt(text: string, start: number): ReadonlyMap<string | number, Part> {
  const parts = new Map<string | number, Part>();
  const isMapping = text[start] === '{';
  let at = afterSpace(text, start + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const key = at;
    if (isMapping) at = afterSpace(text, afterSpace(text, endOfText(text, at)) + 1);
    parts.set(isMapping ? (JSON.parse(text.slice(key, endOfText(text, key))) as string) : parts.size, {
      key,
      start: at,
    });
    at = afterSpace(text, endOf(text, at));
    if (text[at] === ',') at = afterSpace(text, at + 1);
  }
  return parts;
}

/** Returns the offset behind the value that begins at an offset. */
function endOf(text: string, start: number): number {
  if (text[start] === '"') return endOfText(text, start);
  if (text[start] !== '{' && text[start] !== '[') {
    scalar.lastIndex = start;
    return start + (scalar.exec(text)?.[0].length ?? 0);
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfText(text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}

const scalar = /[^,\s\]}]*/y;

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (/[ \t\r\n]/.test(text[at] ?? '')) at++;
  return at;
}
