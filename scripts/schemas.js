// The schemas of the documents that people write, from schemas/.
import { readFileSync } from 'node:fs';

export const documentKinds = ['meta', 'messages', 'eval', 'inputs', 'rubrics', 'mutations', 'tools', 'eva-config'];

export function readSchema(kind) {
  return JSON.parse(readFileSync(new URL(`../schemas/${kind}.schema.json`, import.meta.url), 'utf8'));
}
