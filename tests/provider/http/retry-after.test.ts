import assert from 'node:assert/strict';
import test from 'node:test';
import { readRetryAfter } from '#provider/http/retry-after.js';

const now = Date.parse('2026-01-01T00:00:00Z');

const cases: readonly (readonly [Record<string, string>, number | undefined])[] = [
  [{}, undefined],
  [{ 'retry-after': '3' }, 3_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after-ms': '250' }, 250],
  [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '3' }, 3_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, 20_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
  [{ 'retry-after': 'later' }, undefined],
  [{ 'retry-after': 'Infinity' }, undefined],
  [{ 'retry-after': '9'.repeat(400) }, 31_536_000_000],
  [{ 'retry-after-ms': '9'.repeat(300) }, 31_536_000_000],
  [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, 31_536_000_000],
];

for (const [headers, expected] of cases) {
  test(`${JSON.stringify(headers)} asks to wait ${expected} ms`, () => {
    assert.equal(readRetryAfter(new Headers(headers), now), expected);
  });
}
