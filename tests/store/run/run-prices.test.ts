import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { readRunPrices, writeRunPrices } from '#store/run/run-folder.js';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'run-prices-'));
  t.after(() => rmSync(dir, { recursive: true }));
  return dir;
}

const long = { above_tokens: 100_000, input: 0.5, output: 2.5 };
const luna = { input: 0.1, output: 0.5, long, built_in: '2026-11-23' };

test('the built-in prices of a run are read as they were written, without those of eva.yml', (t) => {
  const dir = folder(t);
  writeRunPrices(dir, { luna, own: { input: 1, output: 2 } });
  assert.deepEqual(readRunPrices(dir), { luna });
});

test('a run without built-in prices has no file, and reads as none', (t) => {
  const dir = folder(t);
  writeRunPrices(dir, { own: { input: 1, output: 2 } });
  assert.equal(existsSync(join(dir, 'prices.json')), false);
  assert.deepEqual(readRunPrices(dir), {});
});

test('a damaged file gives no price, and never a wrong one', (t) => {
  const dir = folder(t);
  const damaged = [
    '',
    '{',
    '[]',
    '{"luna":{"input":-1,"output":2,"built_in":"x"}}',
    '{"luna":{"input":1,"output":"2","built_in":"x"}}',
    '{"luna":{"input":1,"output":2}}',
    '{"luna":{"input":1,"output":2,"long":{"above_tokens":1},"built_in":"x"}}',
  ];
  for (const text of damaged) {
    writeFileSync(join(dir, 'prices.json'), text);
    assert.deepEqual(readRunPrices(dir), {}, text);
  }
});
