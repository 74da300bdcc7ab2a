import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Case, PromptSubject } from '#model/case.js';
import type { Body } from '#model/prompt.js';
import type { MediaPath, ModelCall, Reply } from '#model/reply/exchange.js';
import type { SubjectSettings } from '#model/settings.js';
import { runTrial } from '#subject/run-trial.js';
import { caseWith } from '../support/prompt.js';
import { talkDeps } from '../support/talk.js';

function caseOf(part: Partial<PromptSubject>, settings: Partial<SubjectSettings> = {}): Case {
  const one = caseWith('a', []);
  if (one.subject.kind !== 'prompt') return assert.fail();
  return { ...one, subject: { ...one.subject, ...part, settings: { ...one.subject.settings, ...settings } } };
}

async function run(testCase: Case, body: Body, reply: Partial<Reply> = { text: 'yes' }, index = 0) {
  const { deps, requests, calls } = talkDeps(() => reply);
  const trial = await runTrial(testCase, body, { index }, deps);
  return { trial, request: requests[0], call: calls[0] as ModelCall };
}

const search = { name: 'search', input_schema: { type: 'object' } };

test('A request has the options that are set, and no key for others', async () => {
  const { request } = await run(caseOf({}, { top_p: 0.5, stop: ['END'], tools: [search], tool_choice: 'auto' }), 'q');
  assert.deepEqual(request?.options, { top_p: 0.5, stop: ['END'], tools: [search], tool_choice: 'auto' });
  assert.equal(Object.hasOwn((await run(caseOf({}), 'q')).request ?? {}, 'options'), false);
});

test('Each trial has a sampling seed of its own', async () => {
  const seeded = caseOf({}, { sampling_seed: 40 });
  assert.deepEqual((await run(seeded, 'q', { text: 'yes' }, 2)).request?.options, { sampling_seed: 42 });
});

test('A request has the extra keys of its own type of provider alone', async () => {
  const extra = { scripted: { penalty: 1 }, openai: { penalty: 2 } };
  assert.deepEqual((await run(caseOf({}, { extra }), 'q')).request?.options, { extra: { penalty: 1 } });
  const { request } = await run(caseOf({}, { extra: { openai: { penalty: 2 } } }), 'q');
  assert.equal(Object.hasOwn(request ?? {}, 'options'), false);
});

test('A trial keeps its messages if there was more than one text from the user', async () => {
  const { trial, request } = await run(caseOf({ messages: [{ role: 'user', content: 'Where is it?' }] }), 'Be brief.');
  assert.equal(request?.system, 'Be brief.');
  assert.equal(trial.turns[0]?.user_message, 'Where is it?');
  assert.deepEqual(trial.turns[0]?.messages, [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Where is it?' },
  ]);
  assert.equal(Object.hasOwn((await run(caseOf({}), 'q')).trial.turns[0] ?? {}, 'messages'), false);
});

test('System messages are joined with a blank line, and one that is blank once it is rendered is not sent', async () => {
  const body: Body = [
    { role: 'system', content: 'Be brief.' },
    { role: 'system', content: '{{x}}' },
    { role: 'user', content: 'q' },
  ];
  assert.equal((await run(caseOf({ inputs: { x: 'Be kind.' } }), body)).request?.system, 'Be brief.\n\nBe kind.');
  const blank = (await run(caseOf({ inputs: { x: ' ' } }), body.slice(1))).request;
  assert.equal(Object.hasOwn(blank ?? {}, 'system'), false);
});

test('A prefill is sent last, and the turn shows the message of the user', async () => {
  const body: Body = [
    { role: 'user', content: 'Label {{x}}' },
    { role: 'assistant', content: '{"label": "{{x}}' },
  ];
  const { trial, request } = await run(caseOf({ inputs: { x: 'a' } }), body, { text: '"}' });
  assert.deepEqual(request?.messages.at(-1), { role: 'assistant', content: '{"label": "a' });
  assert.deepEqual([trial.turns[0]?.user_message, trial.turns[0]?.app_response], ['Label a', '"}']);
});

test('The bytes of a file are read when it is sent, and are not in the request', async () => {
  const file: MediaPath = { path: 'a.png', media_type: 'image/png', sha256: 'ab', bytes: 3 };
  const { request, call } = await run(caseOf({}), [{ role: 'user', content: [{ file }] }]);
  assert.deepEqual(request?.messages[0]?.parts, [{ file: { media_type: 'image/png', sha256: 'ab', bytes: 3 } }]);
  assert.equal(await call.readFile?.({ media_type: 'image/png', sha256: 'ab', bytes: 3 }), 'bytes of a.png');
  assert.equal((await run(caseOf({}), 'q')).call.readFile, undefined);
});

test('A reply with tool calls and no text is not empty, and its end is normal', async () => {
  const tool_calls = [{ name: 'search', arguments: { q: 'x' } }];
  const { trial } = await run(caseOf({}, { tools: [search] }), 'q', { text: '', stop: 'tool_call', tool_calls });
  assert.equal(trial.outcome, 'finished');
  assert.deepEqual(trial.turns[0]?.tool_calls, tool_calls);
  const none = await run(caseOf({}, { tools: [search] }), 'q', { text: '', stop: 'end', tool_calls: [] });
  assert.equal(none.trial.outcome, 'failed');
  const noCall = await run(caseOf({}, { tools: [search] }), 'q', { text: 'yes', stop: 'tool_call', tool_calls: [] });
  assert.equal(noCall.trial.outcome, 'failed');
  const undeclared = await run(caseOf({}), 'q', { text: 'yes', stop: 'tool_call' });
  assert.equal(undeclared.trial.outcome, 'failed');
});

test('An end with tool calls is normal if there are calls, or if calls of declared tools are unknown', async () => {
  const ended = async (reply: Partial<Reply>, settings: Partial<SubjectSettings> = { tools: [search] }) =>
    (await run(caseOf({}, settings), 'q', { stop: 'tool_call', ...reply })).trial.outcome;
  assert.equal(await ended({ text: '', tool_calls: [{ name: 'search', arguments: {} }] }), 'finished');
  assert.equal(await ended({ text: 'hi' }), 'finished');
  assert.equal(await ended({ text: '' }), 'finished');
  assert.equal(await ended({ text: 'hi', tool_calls: [] }), 'failed');
  assert.equal(await ended({ text: 'hi' }, {}), 'failed');
});
