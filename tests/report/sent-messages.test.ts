import assert from 'node:assert/strict';
import test from 'node:test';
import type { SentMessage } from '#model/reply/exchange.js';
import { detailPieces } from '#report/run/detail.js';
import { plainPaint } from '#report/text/screen.js';
import { viewOf } from '#report/view/view-of.js';
import { planOf } from '../support/run-files.js';
import { matchesGolden } from './golden.js';
import { sampleResult, sampleRun } from './run-sample.js';
import { caseFor } from './sample-views.js';

const counted = {
  least: 2,
  checks: [
    { about: 'says sorry', holds: true, reason: '"sorry" in line 1' },
    { about: 'contains: "refund"', holds: false, reason: '"refund" is missing' },
    { about: 'max_latency_s: 2', holds: null, reason: 'ungraded: the latency is unknown' },
  ],
};

const receipt = { path: 'examples/late/receipt.png', media_type: 'image/png', sha256: 'a'.repeat(64), bytes: 48_210 };
const messages: readonly SentMessage[] = [
  { role: 'system', content: Array.from({ length: 12 }, (_, line) => `Rule ${line + 1}.`).join('\n') },
  { role: 'user', content: 'My parcel is late.' },
  { role: 'assistant', content: '{"intent": "shipping"}' },
  {
    role: 'user',
    content: 'Where is it?',
    parts: [{ text: 'Where is it?' }, { file: { ...receipt, media_type: 'image/png' } }],
  },
];

/** Renders a case whose reply holds two checks and misses one, after these messages. */
function detail(sent: readonly SentMessage[] | undefined, shown: { full: boolean; explains: boolean }): string {
  const findings = [
    { about: 'is polite', holds: true, reason: 'contains "sorry" in line 1' },
    { about: 'contains: "refund"', holds: false, reason: '"refund" is missing' },
    { about: 'max_chars: 100', holds: true, reason: '9 characters' },
    { about: 'label', holds: true, reason: 'equals "late"', extracted: 'late' },
    { about: 'is kind', holds: null, reason: '1 of 3 holds, at least 2 must; "refund" is missing', counted },
  ];
  const result = sampleResult('late', false, [{ findings }]);
  const turn = { user_message: 'Where is it?', latency: 1, details: {}, app_response: 'I am sorry.' };
  const trials = result.trials.map((trial) => ({ ...trial, turns: [{ ...turn, ...(sent && { messages: sent }) }] }));
  const run = sampleRun([
    { ...result, trials, scores: result.scores.map((score) => ({ ...score, extracted: 'I am\nsorry' })) },
  ]);
  const cases = [caseFor(result, 3, { question: 'Where is it?', receipt: receipt.path })];
  const view = viewOf(run, planOf({ id: run.id, cases }), { exitCode: 1, rowPath: null });
  const screen = { paint: plainPaint, width: 80, columns: 80 };
  return [...detailPieces(view, { cases: view.cases, onlyFailing: false, ...shown }, screen)].join('');
}

test('a case that is asked for shows its messages under their roles and all its checks', () => {
  matchesGolden(
    'sent-messages',
    [
      detail(messages, { full: false, explains: true }),
      `=== full\n${detail(messages, { full: true, explains: true })}`,
      `=== one text\n${detail(undefined, { full: false, explains: true })}`,
    ].join('\n'),
  );
});

test('messages are printed only for a case that is asked for', () => {
  assert.doesNotMatch(detail(messages, { full: false, explains: false }), /\bsent\b/);
  assert.doesNotMatch(detail(messages, { full: true, explains: false }), /\bsent\b/);
});
