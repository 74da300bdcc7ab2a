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

test('texts from outside are clipped in reasons', () => {
  for (const { text } of viewIn('long-names').reasons) {
    for (const { raw } of text) assert.ok([...raw].length < 400);
  }
});
