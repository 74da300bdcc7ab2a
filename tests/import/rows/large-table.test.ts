import assert from 'node:assert/strict';
import test from 'node:test';
import { importedTests } from './imported-tests.js';

test('a table of 50,000 rows is read in a few seconds', (t) => {
  const rows = Array.from({ length: 50_000 }, (_, index) => `question ${index},contains: ${index}`);
  const { tests } = importedTests(t, 'tests: t.csv\n', { 't.csv': `q,__expected\n${rows.join('\n')}\n` });
  assert.equal(tests.length, 50_000);
  assert.equal(tests[49_999]?.asserts[0]?.place().line, 50_001);
});
