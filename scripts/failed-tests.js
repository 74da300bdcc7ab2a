// A reporter for `node --test`: writes a line for each test that failed, with its place and name.
import { relative } from 'node:path';

/** Yields the lines. Leaves out a test that failed only because a test inside it did. */
export default async function* failedTests(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.details?.error?.failureType === 'subtestsFailed') continue;
    const place = data.file ? `${relative('', data.file)}:${data.line ?? 1}` : '';
    yield `${place}  ${data.name.replaceAll('\n', ' ')}\n`;
  }
}
