import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { written } from './indexed.js';

const count = 20_000;

/** Prints how many bytes of memory an index keeps for each item. */
const script = `
  const { indexItems } = await import(process.env.MODULE);
  const options = { inputs: { text: 'text' }, slices: ['lang'], used: ['label'], seed: 0, cluster: { field: 'customer' },
    requestOf: JSON.stringify, check: () => [], at: { fields: () => [] } };
  const kept = () => { gc(); gc(); const { heapUsed, arrayBuffers } = process.memoryUsage(); return heapUsed + arrayBuffers; };
  const indexed = () => indexItems({ path: process.env.ITEMS, file: 'items.csv', format: 'csv' }, options);
  const first = indexed(); // compiles the code, and takes the memory of sorts
  const before = kept();
  const index = indexed();
  console.log((kept() - before) / first.value.kept, index.value.kept);
`;

test('an index keeps at most 200 bytes an item', () => {
  const rows = Array.from(
    { length: count },
    (_, at) => `"${'Where is it? '.repeat(20)}${at}",l${at % 5},x${at % 3},c${at >> 1}`,
  );
  const { path } = written(`text,label,lang,customer\n${rows.join('\n')}`);
  const env = {
    ...process.env,
    MODULE: import.meta.resolve('#library/items/index-items.js'),
    ITEMS: path,
  };
  const output = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], { env });
  const bytes = Number.parseFloat(String(output));
  assert.ok(bytes > 20 && bytes <= 200, String(output));
});
