import assert from 'node:assert/strict';
import test from 'node:test';
import { prettyAmongSeveral, prettyOverview, prettyView } from '#report/run/pretty.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import type { View } from '#report/view/view.js';
import { datasetViews } from './dataset-sample.js';
import { matchesGolden } from './golden.js';
import { held, sampleResult } from './run-sample.js';
import { sampleViews, viewFor } from './sample-views.js';

function render(view: View, columns = 80): string {
  return prettyView(view, { paint: plainPaint, width: columns, columns });
}

function sample(name: string): View {
  const make = sampleViews[name];
  if (!make) throw new Error(`no sample is called ${name}`);
  return make();
}

for (const name of ['green', 'red', 'triggering', 'unfinished', 'verdicts', 'scenario', 'shard', 'wide characters']) {
  test(`a run in 80 columns: ${name}`, () => {
    matchesGolden(`run-${name.replace(' ', '-')}`, render(sample(name)));
  });
}

for (const name of ['green', 'red', 'verdicts']) {
  test(`a stored run is shown as its cases and the next commands: ${name}`, () => {
    matchesGolden(`overview-${name}`, prettyOverview(sample(name), { paint: plainPaint, width: 80 }));
  });
}

test('a run in 40 columns has the figures below the names', () => {
  matchesGolden('run-verdicts-40', render(sample('verdicts'), 40));
});

/** A bound with its figure. */
const bound = /\bat (?:least|most) \$?[-\d]/;

for (const [name, make] of [...Object.entries(sampleViews), ...Object.entries(datasetViews)]) {
  test(`bounds are explained only where one is printed: ${name}`, () => {
    const screen = { paint: plainPaint, width: 100, columns: 100 };
    for (const text of [prettyView(make(), screen), prettyOverview(make(), screen), prettyAmongSeveral(make(), screen)])
      assert.equal(
        /"at least" and "at most"/.test(text),
        bound.test(text.replace(/at least \d+% of items/g, '')),
        text,
      );
  });
}

test('passed cases that share a line have no figures, and no words about them', () => {
  const red = sample('verdicts');
  const view = { ...red, cases: red.cases.map((one) => ({ ...one, outcome: 'passed' as const })) };
  assert.doesNotMatch(render(view), /"at least" and "at most"/);
});

test('the names of passed cases are shortened only if they do not fit on the line', () => {
  const name = 'german-umlaut-stays-as-it-is';
  const view = viewFor([sampleResult(name, true, [{ findings: [held] }])]);
  assert.ok(render(view, 80).includes(name));
});

for (const [name, make] of Object.entries(sampleViews)) {
  test(`no line is wider than the terminal: ${name}`, () => {
    for (const columns of [40, 80, 200]) {
      const screen = { paint: plainPaint, width: columns, columns };
      const lines = (render(make(), columns) + prettyOverview(make(), screen)).split('\n');
      assert.deepEqual(
        lines.filter((line) => displayWidth(line) > columns),
        [],
      );
    }
  });

  test(`no result is repeated on two lines: ${name}`, () => {
    for (const text of [render(make()), prettyOverview(make(), { paint: plainPaint, width: 80 })]) {
      const lines = text
        .split('\n')
        .filter((line) => /^ +[✓✗~?] /.test(line) || /^ {5}(judge|check|value) /.test(line));
      assert.deepEqual(
        lines.filter((line, index) => lines.indexOf(line) !== index),
        [],
      );
    }
  });
}

test('a wider terminal shows more of a reply', () => {
  const ofReply = (columns: number) =>
    render(sample('red'), columns)
      .split('\n')
      .find((line) => line.includes('JIRA-1234'))?.length;
  assert.ok((ofReply(200) ?? 0) > (ofReply(80) ?? 0));
});

test('among several runs, passed ones are not shown, and the others have no exit code', () => {
  const screen = { paint: plainPaint, width: 80 };
  assert.equal(prettyAmongSeveral(sample('green'), screen), '');
  const red = prettyAmongSeveral(sample('red'), screen);
  assert.match(red, /breaking-change-is-named/);
  assert.doesNotMatch(red, /exit \d/);
});

test('marks and the exit code have the colour of the outcome', () => {
  const paint = { ...plainPaint, red: tag('red'), green: tag('green'), yellow: tag('yellow') };
  const colours = (name: string) => prettyView(sample(name), { paint, width: 100 });
  assert.match(colours('green'), /<green>✓>[\s\S]*<green>exit 0>/);
  assert.match(colours('red'), /<red>✗>[\s\S]*<red>exit 1>/);
  assert.match(colours('unfinished'), /<yellow>\?>[\s\S]*<yellow>exit 3>/);
});

function tag(name: string) {
  return (text: string) => `<${name}>${text}>`;
}
