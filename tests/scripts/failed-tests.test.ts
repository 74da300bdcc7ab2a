import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import test from 'node:test';

const reporter = new URL('../../scripts/failed-tests.js', import.meta.url).href;

/** Returns the event of a test with this result. */
const event = (type: string, name: string, failureType?: string) => ({
  type,
  data: { name, file: resolve('dist-tests/cli/a.test.js'), line: 7, details: { error: { failureType } } },
});

test('the list of failed tests has a line for each, without the tests around them', async () => {
  const { default: failedTests } = await import(reporter);
  const events = [
    event('test:pass', 'held'),
    event('test:fail', 'two\nlines', 'testCodeFailure'),
    event('test:fail', 'outer', 'subtestsFailed'),
    event('test:fail', 'late', 'testTimeoutFailure'),
  ];
  const lines: string[] = [];
  for await (const line of failedTests(events)) lines.push(line);
  assert.deepEqual(lines, ['dist-tests/cli/a.test.js:7  two lines\n', 'dist-tests/cli/a.test.js:7  late\n']);
});
