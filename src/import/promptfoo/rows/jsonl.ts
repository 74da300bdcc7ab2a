import { rangeInJson } from '#dataset/reading/json-text.js';
import { discreet, type PlacedText, placeAt } from '#load/source/place.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';
import { jsonIn } from '../reading/documents.js';

/** The values of a JSONL file, one for each line that is not blank; or the first line that is no JSON. */
export function parseJsonl(table: PlacedText): readonly ConfigNode[] | { readonly flawAt: number } {
  const nodes: ConfigNode[] = [];
  for (const [index, start] of table.starts.entries()) {
    const text = table.text.slice(start, table.starts[index + 1] ?? table.text.length);
    if (text.trim() === '') continue;
    const value = jsonIn(text);
    if (value === undefined) return { flawAt: start };
    nodes.push(nodeInLine({ table, text, start }, [], value));
  }
  return nodes;
}

interface Line {
  readonly table: PlacedText;
  readonly text: string;
  readonly start: number;
}

/** Returns a node whose place is looked for in the line when it is asked for. */
function nodeInLine(line: Line, path: readonly (string | number)[], value: JsonValue): ConfigNode {
  const { table, text, start } = line;
  return {
    value,
    file: table.file,
    place: () => {
      const range = rangeInJson(text, path) ?? { start: 0, end: 1 };
      return discreet(placeAt(table, start + range.start, start + range.end));
    },
    child(step) {
      const inner = Array.isArray(value)
        ? (value as readonly JsonValue[])[Number(step)]
        : isObject(value) && Object.hasOwn(value, step)
          ? value[step]
          : undefined;
      return inner === undefined ? undefined : nodeInLine(line, [...path, step], inner);
    },
  };
}
