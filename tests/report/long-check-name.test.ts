import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { exampleLines } from '#report/run/example.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { caseView } from '#report/view/case-view.js';
import { sampleCase, sampleResult } from './run-sample.js';

const about = 'called: {"tool":"find_order","arguments":{"order":"A-1042"}}';

/** Renders the finding of a failed check with this reason in 80 columns. */
function checkLines(reason: string): readonly string[] {
  const testCase: Case = {
    ...sampleCase('lost', 3),
    expectations: [
      {
        about: 'passes',
        grader: { grader: 'trial_passes', params: { checks: [{ op: 'called', value: 'find_order' }] } },
        criteria: [{ criterion: 'every_trial', params: {} }],
      },
    ],
  };
  const result = sampleResult('lost', false, [{ findings: [{ about, holds: false, reason }], reply: 'Hello.' }]);
  const [group] = caseView(result, testCase, { id: 'diff', isShard: false, body: '' }).groups;
  assert.ok(group);
  const lines = exampleLines(group.example, [], { paint: plainPaint, width: 80 });
  for (const line of lines) assert.ok(displayWidth(line) <= 80, line);
  return lines;
}

test('the name of a check is whole if its reason leaves room for it', () => {
  assert.ok(checkLines('no tool was called').join('').includes('{"order":"A-1042"}}'));
});

test('a long reason comes before the end of a long name', () => {
  const text = checkLines(`no call of find_order fits; call 1 comes nearest: ${'order '.repeat(6)}is "B-77"`).join(
    '\n',
  );
  assert.match(text, /…[\s\S]*is "B-77"$/);
});
