import assert from 'node:assert/strict';
import test from 'node:test';
import { partKey, replyName, replyRow } from '#page/replies/reply-row.js';
import type { Reply } from '#report/view/view.js';

const raw = (text: string) => ({ raw: text });
const reply: Reply = {
  trial: 4,
  item: null,
  outcome: 'failed',
  is_cut: false,
  turns: [{ message: raw('the whole prompt'), messages: [{ role: 'system', parts: [] }], response: raw('an answer') }],
  findings: [],
  unusable: null,
  latency_s: 1.5,
  conversation: null,
};
const input = { name: raw('ticket'), value: raw('help') };

test('a row of a case with inputs leaves out the rendered prompt', () => {
  const row = replyRow(reply, 2, { kind: 'prompt', inputs: [input] });
  assert.deepEqual(row, { ...reply, case: 2, turns: [{ message: raw(''), response: raw('an answer') }] });
});

test('a row keeps the message where nothing else shows what was asked', () => {
  for (const [kind, inputs] of [
    ['prompt', []],
    ['conversation', [input]],
  ] as const)
    assert.equal(replyRow(reply, 0, { kind, inputs }).turns[0]?.message.raw, 'the whole prompt');
});

test('a reply is named by its trial from 1, or by its item and draw', () => {
  const item = { id: raw('NL-1'), draw: 0, slices: [], inputs: [], classes: [], expected: null };
  assert.deepEqual([reply, { ...reply, item }, { ...reply, item: { ...item, draw: 2 } }].map(replyName), [
    '5',
    'NL-1',
    'NL-1/3',
  ]);
});

test('parts of expectations have different keys', () => {
  const about = { mark: 'failed', about: raw(''), reason: raw('') } as const;
  const parts = [
    { kind: 'check', expectation: 0, check: 1 },
    { kind: 'check', expectation: 1, check: 0 },
    { kind: 'rubric', expectation: 0, rubric: 1 },
    { kind: 'rubric', expectation: 0 },
  ] as const;
  assert.equal(new Set(parts.map((part) => partKey({ ...about, ...part }))).size, 4);
});
