import { type ItemSource, isList } from '../source.js';
import type { ProblemList } from './problem-list.js';
import { readCsv } from './read-csv.js';
import type { FileFacts, ReadItem } from './read-item.js';
import { readJsonList } from './read-json-list.js';
import { readJsonl } from './read-jsonl.js';
import { readList } from './read-list.js';

/**
 * Reads all items of a source in order. Adds the problems of the file to `problems`. Returns null if the file cannot be read to its end.
 * Throws an EvaError for a file that cannot be opened or exceeds its limit.
 */
export function readItems(
  source: ItemSource,
  visit: (item: ReadItem) => void,
  problems: ProblemList,
): FileFacts | null {
  if (isList(source)) return readList(source, visit, problems);
  const read = { csv: readCsv, jsonl: readJsonl, json: readJsonList }[source.format];
  return read(source, visit, problems);
}
