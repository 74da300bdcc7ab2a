import { jsonText } from '#report/json.js';

/**
 * Yields a value as indented JSON in pieces, so that the whole never is in memory: `levels` levels of lists and objects are taken apart. A
 * generator in place of a list is read while it is written. Writes invisible characters as `\u` escapes.
 */
export function* jsonPieces(value: unknown, levels: number, indent = ''): Generator<string> {
  const inner = `${indent}  `;
  if (isGenerator(value) || (levels > 0 && Array.isArray(value) && value.length > 0)) {
    let before = '[\n';
    for (const item of value) {
      yield `${before}${inner}`;
      yield* jsonPieces(item ?? null, levels - 1, inner);
      before = ',\n';
    }
    yield before === '[\n' ? '[]' : `\n${indent}]`;
  } else if (levels > 0 && isPlainObject(value)) {
    let before = '{\n';
    for (const [key, own] of Object.entries(value)) {
      if (own === undefined) continue;
      yield `${before}${inner}${jsonText(key)}: `;
      yield* jsonPieces(own, levels - 1, inner);
      before = ',\n';
    }
    yield before === '{\n' ? '{}' : `\n${indent}}`;
  } else {
    yield jsonText(value).replaceAll('\n', `\n${indent}`);
  }
}

function isGenerator(value: unknown): value is Generator<unknown> {
  return typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
