import assert from 'node:assert/strict';
import test from 'node:test';
import { guardedCell, unguardedCell } from '#model/text/spreadsheet-cell.js';

for (const text of ['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1+1', '\uff1d1', '\uff0b1', '\uff0d1', '\uff20a']) {
  test(`${JSON.stringify(text)} is guarded, and the text comes back`, () => {
    assert.equal(guardedCell(text), `'${text}`);
    assert.equal(unguardedCell(guardedCell(text)), text);
  });
}

for (const text of ['', 'a', "'", "'a", 'a=1', ' =1']) {
  test(`${JSON.stringify(text)} stays as it is`, () => {
    assert.deepEqual([guardedCell(text), unguardedCell(text)], [text, text]);
  });
}
