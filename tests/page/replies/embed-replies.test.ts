import assert from 'node:assert/strict';
import test from 'node:test';
import { embedReplies, unpackedRows } from '#page/replies/embedded-rows.js';
import { fixtureReports } from '../../support/views/fixture-reports.js';

for (const [name, make] of Object.entries(fixtureReports)) {
  test(`a page holds every reply of its runs, and counts them by outcome: ${name}`, () => {
    const report = make();
    const runs = [...report.runs()];
    const rows = embedReplies(report.runs);
    const { head, packed } = JSON.parse([...rows.pieces()].join(''));
    const replies = runs.flatMap((run) => [...run.replies()].map(({ reply }) => reply));
    const unpacked = unpackedRows(packed);
    assert.equal(unpacked.length + rows.passed.omitted + rows.others.omitted, replies.length);
    assert.deepEqual(
      unpacked.map(({ trial }) => trial),
      replies.map(({ trial }) => trial),
    );
    assert.equal(head.counts.passed, rows.passed.all);
    assert.equal(head.counts.failed + head.counts.ungraded + head.counts.missing, rows.others.all);
    assert.deepEqual(
      head.runs.map(({ key }: { readonly key: string }) => key),
      runs.map(({ line }) => line.key),
    );
  });
}
