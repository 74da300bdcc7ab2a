import assert from 'node:assert/strict';
import test from 'node:test';
import { EvaError, problem } from '#model/problem.js';
import type { Call, ModelRequest } from '#model/reply/exchange.js';
import type { Trial } from '#model/run/trial.js';
import { defaultStyles } from '#model/settings.js';
import { NoReply } from '#provider/provider.js';
import { runTrial } from '#subject/run-trial.js';
import { judge } from '../support/judge.js';
import type { ScriptStep } from '../support/scripted-provider.js';
import {
  functionApp,
  goalMet,
  inOrder,
  memory,
  modelApp,
  move,
  type TalkOptions,
  talkDeps,
  talkWith,
} from '../support/talk.js';

const body = 'You help customers of {{product}}.';

async function hold(
  one: ReturnType<typeof talkWith>,
  step: (request: ModelRequest) => ScriptStep,
  options: TalkOptions & { readonly trial?: number; readonly body?: string } = {},
) {
  const { trial: index = 0, body: prompt = body, ...rest } = options;
  const { deps, calls, requests } = talkDeps(step, rest);
  return { trial: await runTrial(one, prompt, { index }, deps), calls, requests };
}

function said({ turns }: Trial): readonly (readonly [string, string])[] {
  return turns.map(({ user_message, app_response }) => [user_message, app_response]);
}

function ending({ outcome, conversation, ...rest }: Trial): string {
  const reason = 'reason' in rest ? `: ${rest.reason}` : '';
  return `${outcome}, ${conversation?.ended}${reason}`;
}

function drawOf({ role, draw }: Call): string {
  return `${role} ${draw.trial}.${draw.turn}.${draw.vote}.${draw.attempt}`;
}

const twoTurns = () => inOrder([move('Hello?'), move('The first.'), goalMet], ['Which account?', 'Here you are.']);

test("user and application take turns until the user's goal is met", async () => {
  const { trial, calls } = await hold(talkWith(), twoTurns(), { trial: 7 });
  assert.deepEqual(said(trial), [
    ['Hello?', 'Which account?'],
    ['The first.', 'Here you are.'],
  ]);
  assert.equal(ending(trial), 'finished, goal_met');
  assert.deepEqual(calls.map(drawOf), [
    'user 7.0.0.0',
    'subject 7.0.0.0',
    'user 7.1.0.0',
    'subject 7.1.0.0',
    'user 7.2.0.0',
  ]);
});

test('a user who gives up ends the conversation, and a message with an ending is dropped', async () => {
  const { trial } = await hold(talkWith(), inOrder([move('Hello?'), move('Never mind.', 'gave_up')], ['No.']));
  assert.deepEqual(said(trial), [['Hello?', 'No.']]);
  assert.equal(ending(trial), 'finished, gave_up');
});

test('after max_turns responses the user is not asked again', async () => {
  const step = inOrder([move('one'), move('two')], ['1', '2']);
  const { trial, requests } = await hold(talkWith({ max_turns: 2 }), step);
  assert.equal(ending(trial), 'finished, max_turns');
  assert.equal(trial.turns.length, 2);
  assert.equal(requests.length, 4);
});

test('a model gets the rendered prompt as its system prompt and the conversation as its messages', async () => {
  const { requests } = await hold(talkWith({ inputs: { product: 'Acme' } }), twoTurns());
  const [first, second] = requests.filter(({ model }) => model === 'app-1');
  assert.deepEqual(first, {
    provider: 'scripted',
    model: 'app-1',
    system: 'You help customers of Acme.',
    messages: [{ role: 'user', content: 'Hello?' }],
    max_tokens: 400,
  });
  assert.deepEqual(second?.messages, [
    { role: 'user', content: 'Hello?' },
    { role: 'assistant', content: 'Which account?' },
    { role: 'user', content: 'The first.' },
  ]);
});

test('an answer of calls alone is a turn, and no message of the next request', async () => {
  const tool_calls = [{ name: 'refund', arguments: { order: 7 } }];
  const app = [{ text: '', stop: 'tool_call', tool_calls } as const, 'Done.'];
  const { trial, requests } = await hold(talkWith(), inOrder([move('Refund 7'), move('And?'), goalMet], app));
  assert.deepEqual(said(trial), [
    ['Refund 7', ''],
    ['And?', 'Done.'],
  ]);
  assert.deepEqual(trial.turns[0]?.tool_calls, tool_calls);
  const last = requests.filter(({ model }) => model === 'app-1').at(-1);
  assert.deepEqual(last?.messages, [
    { role: 'user', content: 'Refund 7' },
    { role: 'user', content: 'And?' },
  ]);
});

test('an empty prompt is no system prompt', async () => {
  const { requests } = await hold(talkWith(), twoTurns(), { body: ' \n' });
  assert.ok(requests.some(({ model }) => model === 'app-1'));
  assert.ok(requests.every((request) => request.model !== 'app-1' || !Object.hasOwn(request, 'system')));
});

test("a turn has tokens, price, source and key of its response, and from the second on the user's latency", async () => {
  const step = inOrder(
    [{ ...move('Hello?'), latency_s: 9 }, { ...move('The first.'), latency_s: 2.5 }, goalMet],
    [
      { text: 'Which account?', latency_s: 1.5 },
      { text: 'Here you are.', latency_s: 0.75 },
    ],
  );
  const journal = memory();
  const prices = { 'app-1': { input: 5, output: 10 } };
  const { trial } = await hold(talkWith(), step, { journal, prices });
  const known = { input_tokens: 10, output_tokens: 5, cost_usd: 0.0001, stop: 'end', model: 'app-1', source: 'model' };
  const keys = journal.all.filter(({ role }) => role === 'subject').map(({ key }) => key);
  assert.deepEqual(trial.turns, [
    { user_message: 'Hello?', app_response: 'Which account?', latency: 1.5, details: { ...known, key: keys[0] } },
    {
      user_message: 'The first.',
      app_response: 'Here you are.',
      latency: 0.75,
      details: { ...known, key: keys[1], user_latency_s: 2.5 },
    },
  ]);
});

test('a stored conversation is replayed without a call', async () => {
  for (const app of [modelApp, functionApp]) {
    let asked = 0;
    const own = { app: (messages: readonly unknown[]) => `answer ${messages.length}, ${++asked}` };
    const journal = memory();
    const first = await hold(talkWith({ app }), twoTurns(), { journal, ...own });
    const again = await hold(talkWith({ app }), inOrder([]), { journal, ...own });
    assert.equal(again.requests.length, 0);
    assert.deepEqual(again.trial, first.trial);
    assert.equal(asked, app === functionApp ? 2 : 0);
  }
});

test('no two trials and no two turns share a reply', async () => {
  const journal = memory();
  const step = () => inOrder([move('Hello?'), move('Hello?'), goalMet], ['Yes?', 'Yes?']);
  await hold(talkWith(), step(), { journal });
  await hold(talkWith(), step(), { journal, trial: 1 });
  assert.equal(new Set(journal.all.map(({ key }) => key)).size, 10);
});

const broken: readonly [ScriptStep, string][] = [
  [{ text: 'I cannot.', stop: 'refusal' }, 'the model refused to answer'],
  [{ text: 'It is', stop: 'max_tokens' }, 'the reply was cut at max_tokens (400): raise it, or ask for less'],
  [{ text: '' }, 'the reply is empty'],
  [{ text: 'So', stop: 'other' }, 'the reply is not whole, or has a part that eva cannot read'],
];

for (const [reply, reason] of broken) {
  test(`an invalid second response fails the trial and keeps both turns: ${reason}`, async () => {
    const { trial } = await hold(talkWith(), inOrder([move('a'), move('b')], ['1', reply]));
    assert.equal(ending(trial), `failed, broken_off: turn 2: ${reason}`);
    assert.deepEqual(
      trial.turns.map(({ app_response }) => app_response),
      ['1', typeof reply === 'object' && 'text' in reply ? reply.text : ''],
    );
  });
}

test('responses that are too long in total fail the trial and keep the turns before', async () => {
  const long = 'x'.repeat(199_999);
  const { trial } = await hold(talkWith(), inOrder([move('a'), move('b')], [long, '12']));
  assert.equal(
    ending(trial),
    'failed, broken_off: turn 2: the responses of the conversation exceed 200,000 characters',
  );
  assert.deepEqual(said(trial), [['a', long]]);
  assert.equal(trial.conversation?.unanswered, 'b');
});

test('an unreadable user reply is requested again, and the latency covers both replies', async () => {
  const step = inOrder(
    [move('Hello?'), { ...move(' '), latency_s: 2 }, { ...move('The first.'), latency_s: 3 }, goalMet],
    ['Which account?', 'Here you are.'],
  );
  const { trial, calls } = await hold(talkWith(), step);
  assert.equal(ending(trial), 'finished, goal_met');
  assert.deepEqual(calls.map(drawOf).slice(2, 5), ['user 0.1.0.0', 'user 0.1.0.1', 'subject 0.1.0.0']);
  assert.equal(trial.turns[1]?.details['user_latency_s'], 5);
});

test('two unreadable user replies fail the trial, which keeps the turns before', async () => {
  const step = inOrder([move('Hello?'), move(''), { stop: 'refusal' }], ['Which account?']);
  const { trial } = await hold(talkWith(), step);
  assert.equal(
    ending(trial),
    'failed, broken_off: turn 2: the simulated user is unreadable: it refused to play the user',
  );
  assert.deepEqual(said(trial), [['Hello?', 'Which account?']]);
});

test('a user who ends the conversation before its first message is unreadable', async () => {
  const { trial } = await hold(talkWith(), inOrder([goalMet, goalMet]));
  assert.equal(
    ending(trial),
    'failed, broken_off: turn 1: the simulated user is unreadable: it ended the conversation before its first message',
  );
});

test('a missing reply leaves the trial missing, with the turns before it', async () => {
  const gone = new NoReply('gave up after 6 attempts');
  const ofUser = await hold(talkWith(), inOrder([move('Hello?'), gone], ['Which account?']));
  const ofApp = await hold(talkWith(), inOrder([move('Hello?'), move('The first.')], ['Which account?', gone]));
  for (const { trial } of [ofUser, ofApp]) {
    assert.equal(ending(trial), 'missing, broken_off: gave up after 6 attempts');
    assert.deepEqual(said(trial), [['Hello?', 'Which account?']]);
  }
  assert.deepEqual(
    [ofUser, ofApp].map(({ trial }) => trial.conversation?.unanswered),
    [undefined, 'The first.'],
  );
});

test('an error that ends the run is thrown', async () => {
  const refused = new EvaError([problem('EVA_NO_KEY:provider', 'there is no key')]);
  await assert.rejects(hold(talkWith(), inOrder([move('Hello?')], [refused])), refused);
  const bug = new TypeError('x is not a function');
  await assert.rejects(hold(talkWith(), inOrder([bug])), bug);
});

test('an abort is thrown, whatever else failed', async () => {
  const controller = new AbortController();
  const reason = new Error('stopped by hand');
  const app = () => {
    controller.abort(reason);
    throw new Error('interrupted');
  };
  const held = hold(talkWith({ app: functionApp }), inOrder([move('Hello?')]), { app, signal: controller.signal });
  await assert.rejects(held, reason);
});

test('the style of a trial is in its question and in its result', async () => {
  const styles = { proficiency: ['a novice'], tone: ['angry'], verbosity: ['short'], formality: ['slang'] };
  const { trial, requests } = await hold(talkWith({ writing_style: styles }), twoTurns());
  assert.deepEqual(trial.conversation?.style, {
    proficiency: 'a novice',
    tone: 'angry',
    verbosity: 'short',
    formality: 'slang',
  });
  assert.match(requests[0]?.system ?? '', /- Tone: angry\n/);
  const plain = await hold(talkWith(), twoTurns());
  assert.equal(plain.trial.conversation?.style, null);
  assert.doesNotMatch(plain.requests[0]?.system ?? '', /Tone/);
});

test('the same seed gives the same users, another seed gives others', async () => {
  const stylesOf = async (seed: number) => {
    const one = talkWith({ writing_style: defaultStyles, seed });
    const held = [0, 1, 2, 3].map((trial) => hold(one, twoTurns(), { trial }));
    return (await Promise.all(held)).map(({ trial }) => trial.conversation?.style);
  };
  assert.deepEqual(await stylesOf(7), await stylesOf(7));
  assert.notDeepEqual(await stylesOf(7), await stylesOf(8));
});

test('neither the user nor the application gets the expectations', async () => {
  const one = talkWith();
  const params = { text: 'EXPECTED: it is polite.', judge, rubric: { '1': 'EXPECTED rude' } };
  const expectation = { about: 'EXPECTED', grader: { grader: 'expected_behavior', params }, criteria: [] } as const;
  const { requests, trial } = await hold({ ...one, expectations: [expectation] }, twoTurns());
  assert.equal(trial.outcome, 'finished');
  assert.ok(!JSON.stringify(requests).includes('EXPECTED'));
});

test("without forced tools the user's reply is a text that ends with NEXT=", async () => {
  const step = inOrder(['Hello?\nNEXT=CONTINUE', 'Thank you.\nNEXT=GOAL_MET'], ['Here you are.']);
  const { trial, requests } = await hold(talkWith(), step, { forcesTools: false });
  assert.deepEqual(said(trial), [['Hello?', 'Here you are.']]);
  assert.equal(ending(trial), 'finished, goal_met');
  assert.ok(requests.every(({ tool }) => tool === undefined));
});
