/** Returns fields as lines of a JSON object, each with a comma behind it. */
export function* fieldPieces(indent: string, fields: object): Generator<string> {
  for (const [key, value] of Object.entries(fields))
    yield `${indent}${JSON.stringify(key)}: ${JSON.stringify(value)},\n`;
}

/** Returns a field of a JSON object that is a list, one item a line. `shown` makes the JSON value of an item. */
export function* listPieces<T extends object>(
  indent: string,
  key: string,
  items: readonly T[],
  shown: (item: T) => object = (item) => item,
): Generator<string> {
  yield `${indent}"${key}": [`;
  for (const [index, item] of items.entries())
    yield `${index === 0 ? '\n' : ',\n'}${indent}  ${JSON.stringify(shown(item))}`;
  yield items.length === 0 ? ']' : `\n${indent}]`;
}
