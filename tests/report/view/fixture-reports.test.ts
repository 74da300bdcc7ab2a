import assert from 'node:assert/strict';
import test from 'node:test';
import type { RunsReport } from '#report/formats/report.js';
import type { View } from '#report/view/view.js';
import { fixtureReports } from '../../support/views/fixture-reports.js';
import { madeCase } from '../../support/views/made-case.js';
import { madeRun } from '../../support/views/made-run.js';

function report(name: string): RunsReport {
  const make = fixtureReports[name];
  if (!make) throw new Error(`no report is called ${name}`);
  return make();
}

function viewIn(name: string): View {
  const [first] = report(name).runs();
  if (!first) throw new Error('a report without a run');
  return first.view;
}

function reasonsIn(name: string): readonly string[] {
  return viewIn(name).reasons.map(({ mark, subject, slice, text }) =>
    [
      mark,
      subject.raw,
      ...(slice ? [`${slice.name.raw} = ${slice.value.raw}`] : []),
      ...text.map(({ raw }) => raw),
    ].join(' | '),
  );
}

test('the verdict of each kind of run is a sentence', () => {
  const own = Object.keys(fixtureReports).filter((name) => name !== 'several-prompts' && name !== 'models');
  assert.deepEqual(Object.fromEntries(own.map((name) => [name, viewIn(name).sentence.raw])), {
    red: '2 of 8 cases failed and 1 is inconclusive.',
    green: 'All 3 cases passed.',
    'data-set': 'The only case failed.',
    interrupted: 'No verdict yet: the run did not end. Of 3 cases 1 failed and 1 passed.',
    unfinished: 'No verdict yet: 12 replies are missing. Of 2 cases 1 passed.',
    'no-case': 'Nothing was evaluated: there is no case.',
    '60-cases': '7 of 60 cases failed.',
    'long-names': '1 of 3 cases failed and 1 is inconclusive.',
    'cjk-emoji': '1 of 3 cases failed and 1 is inconclusive.',
    synthetic: '1 of 2 cases failed, on SYNTHETIC replies.',
    shard: 'Shard 2 of 3 is collected: `eva merge` decides.',
    everything:
      'No verdict yet on SYNTHETIC replies: 9 replies are missing. Of 10 cases 3 failed, 1 is inconclusive and 5 passed. Partial: some cases or items were left out.',
  });
});

test('the reasons of a run are those of its worst cases, slices among them', () => {
  assert.deepEqual(reasonsIn('red'), [
    'failed | refund-after-30-days | 4 of 11 trials passed, at most 65.1% (95% sure); the bar is 80% | missed 7 times: judge 2 of 5, needs 4: The reply promises money although the ride is older than 30 days.',
    'failed | tickets | language = Dutch | 17 of 37 items right (45.9%), at most 68% (95% sure); the bar is 85% | the case as a whole meets its bar',
    'inconclusive | locked-out-abroad | 22 of 23 trials passed; the bar is 95% | stopped: none of 60 may fail; 153 trials would give an 80% chance of a pass if the true rate is 98.5%: set sample_size: 153 | missed once: not_contains: "sent to your phone": found on line 1',
  ]);
});

test('a reason says once that replies are ungraded', () => {
  const judgeReason = 'ungraded: two replies of the judge held no verdict';
  const reasonsOf = (...ungraded: readonly number[]) => {
    const one = madeCase({
      ...{ name: 'judged', line: 3, n: 8, bar: 0.4, isJudged: true, changes: { stop_early: false } },
      trial: (index) => ({ reply: 'x', judge: ungraded.includes(index) ? [null, judgeReason] : [4, 'so'] }),
    });
    return madeRun({ cases: [one] }).view.reasons.map(({ text }) => text.map(({ raw }) => raw).join('. '));
  };
  for (const reason of [...reasonsOf(1, 2, 3, 4), ...reasonsOf(1, 2, 3)]) {
    assert.equal(reason.match(/ungraded/g)?.length, 1, reason);
    assert.match(reason, /judge: two replies of the judge held no verdict$/);
  }
  assert.equal(reasonsOf(1, 2, 3, 4).length, 1);
});

test('a run that passed has no reasons, and a run has at most five', () => {
  assert.deepEqual(reasonsIn('green'), []);
  assert.equal(reasonsIn('60-cases').length, 5);
  assert.equal(viewIn('60-cases').cases.filter(({ reasons }) => reasons.length > 0).length, 7);
});

test('texts from outside are clipped in reasons', () => {
  for (const { text } of viewIn('long-names').reasons) {
    for (const { raw } of text) assert.ok([...raw].length < 400);
  }
});

test('flags name everything that a reader must know', () => {
  assert.deepEqual(viewIn('everything').flags, ['synthetic', 'partial', 'unfinished', 'unrecorded', 'stale', 'forced']);
});

test('the view of each fixture is the same after a round trip through JSON', () => {
  for (const make of Object.values(fixtureReports)) {
    for (const { view } of make().runs()) assert.deepEqual(JSON.parse(JSON.stringify(view)), view);
  }
});

test('several models are a matrix whose rows that passed everywhere come last', () => {
  const { matrices, runs, outcome } = report('models').view;
  const [matrix] = matrices;
  const shown = matrix?.rows.map((row) => [
    row.case.raw,
    ...row.cells.map((cell) => (cell ? `${cell.outcome} ${cell.k}/${cell.n}` : null)),
  ]);
  assert.deepEqual(shown, [
    ['refund-after-30-days', 'failed 4/11', 'passed 54/54', null],
    ['tickets', 'passed 114/115', 'passed 114/115', 'inconclusive 56/61'],
    ['locked-out-abroad', null, null, 'inconclusive 22/23'],
    ['charged-twice', 'passed 60/60', 'passed 60/60', 'passed 60/60'],
  ]);
  assert.deepEqual(
    matrix?.columns,
    runs.map(({ key }) => key),
  );
  assert.equal(outcome, 'failed');
  assert.deepEqual(report('several-prompts').view.matrices, []);
});
