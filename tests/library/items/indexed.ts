import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { indexItems } from '#library/items/index-items.js';
import { canonicalItemJson, type IndexOptions, idOfDigest } from '#library/items/item.js';
import type { ItemIndex } from '#library/items/item-index.js';
import { type FileSource, type ItemSource, nameOfItemFile } from '#library/items/item-source.js';
import { readItems } from '#library/items/read-items.js';
import { ProblemList } from '#library/items/record-place.js';
import { sha256 } from '#model/data/digest.js';
import type { JsonValue } from '#model/data/json.js';
import type { Loaded, Problem } from '#model/problem.js';

const folder = mkdtempSync(join(tmpdir(), 'eva-items-'));

let files = 0;

after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a data file, and returns it as a source; its name in problems is `items.EXTENSION`. */
export function written(content: string | Uint8Array, format: FileSource['format'] = 'csv'): FileSource {
  const path = join(folder, `${++files}.${format}`);
  writeFileSync(path, content);
  return { path, file: `items.${format}`, format };
}

/** Indexes a source whose field `text` fills the input `text`, unless other options say more. */
export function indexed(source: ItemSource, options: Partial<IndexOptions> = {}): Loaded<ItemIndex> {
  return indexItems(source, {
    inputs: { text: 'text' },
    slices: [],
    used: [],
    seed: 0,
    requestOf: (inputs) => JSON.stringify(inputs),
    check: () => [],
    at: { fields: (name) => [{ file: 'eval.yml', line: name.length }] },
    ...options,
  });
}

/** Returns the index of a source without errors; throws its problems. */
export function indexOf(source: ItemSource, options: Partial<IndexOptions> = {}): ItemIndex {
  const { value, problems } = indexed(source, options);
  if (!value) throw new Error(JSON.stringify(problems));
  return value;
}

/** Returns the lines where the items of a source begin. */
export function linesOf(source: ItemSource): readonly number[] {
  const lines: number[] = [];
  readItems(source, ({ line }) => lines.push(line), new ProblemList(nameOfItemFile(source)));
  return lines;
}

/** Writes problems as `CODE:variant line:column+length`. */
export function inShort(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ code, variant, at }) => {
    const key = variant === undefined ? code : `${code}:${variant}`;
    return `${key} ${at?.line ?? '-'}:${at?.column ?? '-'}+${at?.length ?? '-'}`;
  });
}

/** Returns the id that an item with these inputs has. */
export function itemId(inputs: Readonly<Record<string, JsonValue>>): string {
  return idOfDigest(sha256(canonicalItemJson(inputs)));
}
