import { problem } from '#errors/index.js';
import { sha256 } from '#model/data/digest.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { canonicalItemJson } from '../item.js';
import type { ItemPath, ListSource } from '../source.js';
import { kindOf } from './json-item.js';
import type { ProblemList } from './problem-list.js';
import type { FileFacts, ReadItem } from './read-item.js';

export function readList(source: ListSource, visit: (item: ReadItem) => void, problems: ProblemList): FileFacts {
  for (const [index, values] of source.items.entries()) {
    const at = (path: ItemPath = []): Place => listPlace(source, [index, ...path]);
    if (isObject(values))
      visit({
        values,
        line: at().line ?? index + 1,
        start: index,
        length: 1,
        place: at,
        literal: literalIn(source, index),
      });
    else problems.add(problem('EVA_DATA_SYNTAX:not_mapping', { is: kindOf(values) }, { at: at() }));
  }
  return { sha256: source.sha256 ?? sha256(canonicalItemJson(source.items)) };
}

export function listPlace(source: ListSource, path: ItemPath): Place {
  return source.place?.(path) ?? { file: source.name, property: propertyOf(path) };
}

/** Returns a number as the file has it, else its shortest text. */
function literalIn({ items, literal }: ListSource, index: number): ReadItem['literal'] {
  return (path) => {
    const written = literal?.([index, ...path]);
    if (written !== undefined) return written;
    const value = path.reduce<JsonValue | undefined>(
      (inner, step) => (inner as Readonly<Record<string | number, JsonValue>> | undefined)?.[step],
      items[index],
    );
    return value === undefined ? undefined : String(value);
  };
}

/** Returns the property of a value in a list: `items[3].label`. */
function propertyOf([index, ...path]: ItemPath): string {
  return path.reduce<string>(
    (before, step) =>
      typeof step === 'string' && /^[A-Za-z_$][\w$]*$/.test(step)
        ? `${before}.${step}`
        : `${before}[${JSON.stringify(step)}]`,
    `items[${index}]`,
  );
}
