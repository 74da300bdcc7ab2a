import assert from 'node:assert/strict';
import test from 'node:test';
import { earlierChanges } from '#cli/comparing/compare-forecast.js';
import { comparedCase, compareRow } from '../../support/compare-rows.js';

test('a forecast assumes the changes of the last comparison that was not worse', () => {
  const rows = [
    compareRow({ cases: [comparedCase({ n: 100, used: 100, b: 3, c: 2 })] }),
    compareRow({ outcome: 'worse', cases: [comparedCase({ n: 100, used: 100, b: 1, c: 45, outcome: 'worse' })] }),
    compareRow({ same: true, cases: [comparedCase({ used: 0 })] }),
  ].map((value, index) => ({ line: index + 1, value }));
  assert.deepEqual([...earlierChanges('diff', rows)], [['short', 0.05]]);
  assert.equal(earlierChanges('diff', rows.slice(1)).size, 0);
});
