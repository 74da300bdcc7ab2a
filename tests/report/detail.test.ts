import assert from 'node:assert/strict';
import test from 'node:test';
import { detailPieces } from '#report/run/detail.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';
import { GroupedReplies } from '#report/view/reply-groups.js';
import { text } from '#report/view/view.js';
import { matchesGolden } from './golden.js';
import { sampleViews } from './sample-views.js';

function detailText(...args: Parameters<typeof detailPieces>): string {
  return [...detailPieces(...args)].join('');
}

function render(name: string, columns: number, full = false): string {
  const view = sampleViews[name]?.();
  if (!view) throw new Error(`no sample is called ${name}`);
  const screen = { paint: plainPaint, width: columns, columns };
  return detailText(view, { cases: view.cases.slice(0, 30), onlyFailing: !full, full }, screen);
}

for (const name of ['verdicts', 'scenario']) {
  test(`cases are shown with their claims and replies: ${name}`, () => {
    matchesGolden(`detail-${name}`, render(name, 80));
  });
}

/** Returns a scenario of 24 trials with two alternating replies, and styles by `toneOf`. */
function alternating(toneOf: (index: number) => string): string {
  const view = sampleViews['scenario']?.();
  const [caseView] = view?.cases ?? [];
  const [example] = caseView?.groups.map((group) => group.example).filter(({ conversation }) => conversation) ?? [];
  if (!view || !caseView || !example?.conversation) throw new Error('the sample has a conversation');
  const { conversation, turns } = example;
  const replies = Array.from({ length: 24 }, (_, trial) => ({
    ...{ ...example, trial, outcome: 'failed' as const },
    turns: trial % 2 === 0 ? turns : [...turns, ...turns],
    conversation: { ...conversation, style: [text(toneOf(trial))] },
  }));
  const screen = { paint: plainPaint, width: 40, columns: 40 };
  const grouped = new GroupedReplies();
  for (const reply of replies) grouped.add(reply);
  const cases = [{ ...caseView, groups: grouped.groups() }];
  return detailText({ ...view, cases }, { cases, onlyFailing: false, full: true }, screen);
}

test('the style of a group is shown only if all its trials have it', () => {
  assert.equal(alternating(() => 'calm').match(/\bstyle +calm/g)?.length, 2);
  const differing = alternating((index) => `tone-${index}`);
  assert.doesNotMatch(differing, /tone-/);
  assert.equal(differing.match(/styles differ/g)?.length, 2);
});

test('many trials with equal replies fit a narrow terminal', () => {
  const lines = alternating(() => 'calm').split('\n');
  assert.deepEqual(
    lines.filter((line) => displayWidth(line) > 40),
    [],
  );
});

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
