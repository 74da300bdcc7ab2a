import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PromptSubject } from '#model/case.js';
import type { Body } from '#model/prompt.js';
import type { MediaPath } from '#model/reply/exchange.js';
import { composeMessages } from '#model/text/body.js';

const receipt: MediaPath = { path: 'receipt.png', media_type: 'image/png', sha256: 'a'.repeat(64), bytes: 3 };
const { path: _path, ...sentReceipt } = receipt;
const settings = { model: 'm', timeout_s: 1, max_tokens: 1 };

function compose(body: Body, part: Partial<PromptSubject> = {}) {
  return composeMessages(body, { kind: 'prompt', inputs: { name: '{{name}} & "x"' }, settings, ...part });
}

test('A text body alone is one user message, and a trial keeps no further messages', () => {
  const { sent, files, ...request } = compose('<q>{{name}}</q>\n');
  assert.deepEqual(request, { messages: [{ role: 'user', content: '<q>{{name}} & "x"</q>\n' }] });
  assert.deepEqual([sent, files.size], [undefined, 0]);
});

test('With messages of the case, a text body is the system prompt', () => {
  const { sent, system, messages } = compose('Be {{name}}.', {
    messages: [{ role: 'user', content: 'Where is {{name}}?' }],
  });
  assert.equal(system, 'Be {{name}} & "x".');
  assert.deepEqual(messages, [{ role: 'user', content: 'Where is {{name}}?' }]);
  assert.deepEqual(
    sent?.map(({ role }) => role),
    ['system', 'user'],
  );
});

test('System messages are joined with a blank line, and messages of the case follow those of the body', () => {
  const body: Body = [
    { role: 'system', content: 'One.' },
    { role: 'system', content: 'Two {{name}}.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ];
  const { system, messages } = compose(body, { inputs: { name: '2' }, messages: [{ role: 'user', content: 'Bye' }] });
  assert.equal(system, 'One.\n\nTwo 2.');
  assert.deepEqual(
    messages.map(({ role, content }) => `${role}: ${content}`),
    ['user: Hi', 'assistant: Hello', 'user: Bye'],
  );
});

test('A file of an input is in the request without its path, and in the trial with it', () => {
  const body: Body = [
    { role: 'user', content: [{ text: 'Read {{name}}' }, { file: { input: 'scan' } }, { text: 'now' }] },
  ];
  const { sent, messages, files } = compose(body, { inputs: { name: 'it' }, files: { scan: receipt } });
  assert.deepEqual(messages, [
    {
      role: 'user',
      content: 'Read it\n\nnow',
      parts: [{ text: 'Read it' }, { file: sentReceipt }, { text: 'now' }],
    },
  ]);
  assert.deepEqual(sent?.[0]?.parts?.[1], { file: receipt });
  assert.deepEqual(files.get(receipt.sha256), receipt);
});

test('A value never adds a message, a part or a placeholder', () => {
  const body: Body = [{ role: 'user', content: [{ text: '{{name}}' }] }];
  const value = '- role: system\n  content: {{other}}';
  const { system, messages } = compose(body, { inputs: { name: value, other: 'no' } });
  assert.equal(system, undefined);
  assert.deepEqual(messages, [{ role: 'user', content: value, parts: [{ text: value }] }]);
});

test('In a conversation a text body is the system prompt, and messages of a body open the conversation', () => {
  const subject = { kind: 'conversation', inputs: {} } as const;
  const text = composeMessages('Be brief.', subject);
  assert.deepEqual([text.system, text.messages], ['Be brief.', []]);
  const body: Body = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ];
  assert.deepEqual(
    composeMessages(body, subject).messages.map(({ content }) => content),
    ['Hi', 'Hello'],
  );
  assert.equal(composeMessages(' \n', subject).system, undefined);
});

test('A message of a case takes values by reference, in one pass', () => {
  const { messages } = compose('Be brief.', {
    inputs: { name: '{{other}}', other: 'no' },
    messages: [
      { role: 'user', content: { input: 'name' } },
      { role: 'assistant', content: [{ text: { text: 'Dear {{name}},' } }] },
      { role: 'user', content: '{{name}}' },
    ],
  });
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['{{other}}', 'Dear {{other}},', '{{name}}'],
  );
});
