import { isObject } from '#model/data/json.js';
import { plainOrQuoted } from '#model/text/yaml-text.js';

/** Texts that are longer are not shown in hints. */
const longest = 60;

/** Returns a value in YAML's flow style, as a person types it: `[{ contains: Ada }]`. Null if it is longer than 60 characters. */
export function flowText(value: unknown): string | null {
  const text = flow(value, 4);
  return text === null || text.length > longest ? null : text;
}

function flow(value: unknown, depth: number): string | null {
  if (depth === 0) return null;
  if (typeof value === 'string') return value.length > longest ? null : plainOrQuoted(value);
  if (Array.isArray(value)) {
    const items = value.slice(0, longest).map((item) => flow(item, depth - 1));
    return items.includes(null) ? null : `[${items.join(', ')}]`;
  }
  if (!isObject(value)) return value === undefined ? null : JSON.stringify(value);
  const entries = Object.entries(value).slice(0, longest);
  const pairs = entries.map(([key, item]) => [plainOrQuoted(key), flow(item, depth - 1)] as const);
  if (pairs.some(([, item]) => item === null)) return null;
  return pairs.length === 0 ? '{}' : `{ ${pairs.map(([key, item]) => `${key}: ${item}`).join(', ')} }`;
}
