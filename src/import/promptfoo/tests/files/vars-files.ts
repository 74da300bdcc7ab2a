import { isObject } from '#model/data/json.js';
import { type ConfigNode, entriesOf, itemsOf } from '../../../config-node.js';
import { pathFrom } from '../../../folder.js';
import { isPattern } from '../../../glob/match-name.js';
import { whyUnread } from '../../../unread.js';
import { readDocument } from '../../reading/documents.js';
import { readExternals } from '../../reading/external.js';
import type { TestReading } from '../test-reading.js';

/**
 * Reads variables from the files that a text or a list of texts names, relative to the folder `base`. Those of later files win. Returns null if
 * one cannot be read; the ledger then says why.
 */
export function varsFromFiles(
  node: ConfigNode,
  reading: TestReading,
  base: string,
): ReadonlyMap<string, ConfigNode> | null {
  const vars = new Map<string, ConfigNode>();
  let isWhole = true;
  const block = (at: ConfigNode, reason: string) => {
    reading.ledger.add('blocks', 'test', at, { what: `vars: ${String(at.value)}`, reason });
    isWhole = false;
  };
  for (const item of itemsOf(node)) {
    for (const file of filesOf(item, reading, base, block)) {
      const { value, problems } = readDocument(reading.folder, file, item.place());
      if (!value) block(item, whyUnread(problems));
      else if (!isObject(value.value)) block(item, 'the file is no mapping of variables');
      else for (const [name, one] of entriesOf(readExternals(value, reading.folder, block))) vars.set(name, one);
    }
  }
  return isWhole ? vars : null;
}

function filesOf(
  item: ConfigNode,
  { folder }: TestReading,
  base: string,
  block: (at: ConfigNode, reason: string) => void,
): readonly string[] {
  if (typeof item.value !== 'string') {
    block(item, 'it is neither a mapping nor the path of one');
    return [];
  }
  const path = pathFrom(base, item.value);
  if (!isPattern(path)) return [path];
  const { files, refused } = folder.find(path);
  if (files.length === 0) block(item, refused ?? 'no file fits this pattern');
  return files;
}
