import assert from 'node:assert/strict';
import test from 'node:test';
import type { ToolCall } from '#model/reply/exchange.js';
import type { CaseResult } from '#model/run/run.js';
import type { TrialTurn } from '#model/run/trial.js';
import { detailPieces } from '#report/run/detail.js';
import { prettyView } from '#report/run/pretty.js';
import { plainPaint } from '#report/text/screen.js';
import { turnViews } from '#report/view/turn-view.js';
import { viewOf } from '#report/view/view-of.js';
import { planOf } from '../support/run-files.js';
import { matchesGolden } from './golden.js';
import { sampleResult, sampleRun } from './run-sample.js';
import { caseFor } from './sample-views.js';

const screen = { paint: plainPaint, width: 80, columns: 80 };
const refund: ToolCall = { name: 'refund', arguments: { order: 7, reason: 'late' }, result: 'done' };

/** Returns the view of a case whose trials fail one check and have these turns. */
function viewWith(...turns: readonly (Partial<TrialTurn> & { readonly app_response: string })[]) {
  const findings = [{ about: 'called: "cancel"', holds: false, reason: 'cancel was not called' }];
  const result = sampleResult(
    'agent',
    false,
    turns.map(() => ({ findings })),
  );
  const trials = result.trials.map((trial, index) => ({
    ...trial,
    turns: [{ user_message: 'q', latency: 1, details: {}, app_response: '', ...turns[index] }],
  }));
  const own = { ...result, trials };
  const run = sampleRun([own]);
  return viewOf(run, planOf({ id: run.id, cases: [caseFor(result, 3)] }), { exitCode: 1, rowPath: null });
}

function detail(view: ReturnType<typeof viewWith>, full: boolean): string {
  return [...detailPieces(view, { cases: view.cases, onlyFailing: !full, full }, screen)].join('');
}

test('steps and calls that were run are shown above the reply of their turn', () => {
  const view = viewWith({
    app_response: '',
    tool_calls: [
      { name: 'search', arguments: { query: 'x'.repeat(200) } },
      refund,
      { name: 'broken', arguments: { unreadable: '{"order": ' } },
      { name: 'with a space', arguments: {} },
    ],
    steps: [{ name: 'plan', input: 'refund 7', output: ['search', 'refund'], duration_s: 0.25 }, { name: 'act' }],
  });
  matchesGolden(
    'calls',
    `${prettyView(view, screen)}\n=== detail\n${detail(view, false)}\n=== full\n${detail(view, true)}`,
  );
});

test('a reply ends with its calls if nothing ran them', () => {
  const shown = detail(
    viewWith({ app_response: 'Let me see.', tool_calls: [{ name: 'search', arguments: {} }] }),
    true,
  );
  assert.match(shown, /reply {3}Let me see\.\n {5}call {4}search \{\}\n/);
});

test('calls have the numbers that checks give them, which count over all turns', () => {
  const turn = (tool_calls: readonly ToolCall[]): TrialTurn => ({
    ...{ user_message: 'q', app_response: 'a', latency: 1, details: {}, tool_calls },
  });
  const numbers = (...turns: readonly TrialTurn[]) =>
    turnViews(turns).map(({ calls = [] }) => calls.map(({ number }) => number));
  assert.deepEqual(numbers(turn([refund, refund]), turn([]), turn([refund])), [[1, 2], [], [3]]);
  assert.deepEqual(numbers(turn([]), turn([refund])), [[], [undefined]]);
});

test('a long check leaves room for its reason', () => {
  const order = { tools: ['find_order', 'refund', 'send_mail'], exactly: true };
  const about = `called_in_order: ${JSON.stringify(order)}`;
  const findings = [{ about, holds: false, reason: 'call 2 is send_mail, refund is expected' }];
  const once = sampleResult('agent', false, [{ findings }]);
  const shown = (result: CaseResult) =>
    prettyView(
      viewOf(sampleRun([result]), planOf({ id: 'agent', cases: [caseFor(result, 3)] }), { exitCode: 1, rowPath: null }),
      screen,
    ).replace(/\s+/g, ' ');
  assert.match(shown(once), /check called_in_order: .*… call 2 is send_mail, refund is expected/);
  const often = sampleResult('agent', false, [{ findings }, { findings }, { findings }]);
  assert.match(shown(often), /3 times called_in_order: .*… call 2 is send_mail, refund is expected/);
});

test('a call whose arguments cannot be read says why', () => {
  const texts = ['{"o": 9, "o": 7}', 'null'];
  const tool_calls = texts.map((unreadable) => ({ name: 'refund', arguments: { unreadable } }));
  const shown = detail(viewWith({ app_response: '', tool_calls }), true);
  assert.match(shown, /refund \{"o": 9, "o": 7\} \(JSON with the key "o" twice\)/);
  assert.match(shown, /refund null\n/);
});

test('replies that differ in their calls alone are not one text', () => {
  const view = viewWith(
    { app_response: 'done', tool_calls: [refund] },
    { app_response: 'done', tool_calls: [{ ...refund, arguments: { order: 8 } }] },
    { app_response: 'done', tool_calls: [refund] },
  );
  assert.deepEqual(
    view.cases[0]?.groups.map(({ trials }) => trials),
    [[0, 2], [1]],
  );
});

test('steps that differ in their duration alone are the same', () => {
  const step = (duration_s: number) => ({ app_response: 'done', steps: [{ name: 'plan', duration_s }] });
  assert.equal(viewWith(step(1), step(2)).cases[0]?.groups.length, 1);
});
