import assert from 'node:assert/strict';
import test from 'node:test';
import { prettyDetail } from '#report/run/detail.js';
import { displayWidth } from '#report/text/clip.js';
import { plainPaint } from '#report/text/paint.js';
import { matchesGolden } from './golden.js';
import { sampleViews } from './sample-views.js';

function render(name: string, columns: number, full = false): string {
  const view = sampleViews[name]?.();
  if (!view) throw new Error(`no sample is called ${name}`);
  const screen = { paint: plainPaint, width: columns, columns };
  return prettyDetail(view, { cases: view.cases.slice(0, 30), onlyFailing: !full, full }, screen);
}

for (const name of ['red', 'verdicts', 'scenario']) {
  test(`cases are shown with their claims and replies: ${name}`, () => {
    matchesGolden(`detail-${name}`, render(name, 80));
  });
}

for (const name of Object.keys(sampleViews)) {
  test(`no line of a detail is wider than the terminal: ${name}`, () => {
    for (const columns of [40, 80, 200]) {
      for (const full of [false, true]) {
        const lines = render(name, columns, full).split('\n');
        assert.deepEqual(
          lines.filter((line) => displayWidth(line) > columns),
          [],
        );
      }
    }
  });
}
