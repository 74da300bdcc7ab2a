import assert from 'node:assert/strict';
import test from 'node:test';
import type { JsonObject } from '#model/data/json.js';
import type { Message } from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import type { AppFunction } from '#subject/deps.js';
import { runTrial } from '#subject/run-trial.js';
import { goalMet, inOrder, memory, move, type TalkOptions, talkDeps, talkWith } from '../support/talk.js';

/** Runs a conversation of these messages with a function whose timeout is `timeout_s`. */
async function talkTo(
  app: AppFunction,
  messages: readonly string[] = ['Hello?'],
  options: TalkOptions & { readonly timeout_s?: number } = {},
) {
  const { timeout_s = 30, ...rest } = options;
  const { deps, calls } = talkDeps(inOrder([...messages.map((message) => move(message)), goalMet]), { ...rest, app });
  const trial = await runTrial(talkWith({ app: { app: 'function', timeout_s } }), '', { index: 0 }, deps);
  return { trial, calls, responses: trial.turns.map(({ app_response }) => app_response) };
}

async function failureOf(app: unknown, options: TalkOptions & { readonly timeout_s?: number } = {}): Promise<string> {
  const { trial } = await talkTo(app as AppFunction, ['Hello?'], options);
  assert.equal(trial.conversation?.ended, 'broken_off');
  assert.deepEqual(trial.turns, []);
  return trial.outcome === 'failed' ? trial.reason : trial.outcome;
}

const forms: readonly (readonly [string, AppFunction])[] = [
  ['a text', () => 'yes'],
  ['a promise of a text', async () => 'yes'],
  ['a text and a state', () => ['yes', 1]],
  ['an object with a text', () => ({ response: 'yes' })],
  [
    'a promise of an object with all three',
    async () => ({ response: 'yes', state: { step: 1 }, details: { shop: 'north' } }),
  ],
  ['an object with undefined fields', () => ({ response: 'yes', state: undefined, details: undefined }) as never],
];

for (const [title, app] of forms) {
  test(`a function may return ${title}`, async () => {
    const { trial, responses } = await talkTo(app);
    assert.deepEqual(responses, ['yes']);
    assert.equal(trial.outcome, 'finished');
  });
}

const shape =
  'turn 1: the application returned neither a text nor [text, state] nor { response, state, details, tool_calls, steps }: it returned';
const noText = "turn 1: the application's response is no text";
const empty = "turn 1: the application's response is empty";
const noObject = "turn 1: the application's details are no JSON object";
const circle: Record<string, unknown> = {};
circle['self'] = circle;

const failures: readonly (readonly [string, () => unknown, string])[] = [
  ['nothing', () => undefined, `${shape} undefined`],
  ['null', () => null, `${shape} null`],
  ['a number', () => 42, `${shape} a number`],
  ['a list of one', () => ['yes'], `${shape} an array of 1`],
  ['a list of three', () => ['yes', 1, 2], `${shape} an array of 3`],
  ['another object', () => ({ text: 'yes' }), `${shape} an object with the keys "text"`],
  ['an object of nothing', () => new Date(), `${shape} an object without keys`],
  [
    'an object of many keys',
    () => ({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 }),
    `${shape} an object with the keys "a", "b", "c", "d", "e", "f", and 2 more`,
  ],
  [
    'a key that nobody knows',
    () => ({ response: 'yes', sate: 1 }),
    `${shape} an object with the keys "response", "sate"`,
  ],
  ['a number by name', () => ({ response: 5 }), noText],
  ['a number and a state', () => [5, 'state'], noText],
  ['an empty text', () => '', empty],
  ['a text in which nothing is to be seen', () => ' \n\u200b', empty],
  ['details that are a list', () => ({ response: 'yes', details: [1] }), noObject],
  ['details that are null', () => ({ response: 'yes', details: null }), noObject],
  ['details with a function', () => ({ response: 'yes', details: { f: () => 1 } }), noObject],
  ['details with NaN', () => ({ response: 'yes', details: { n: Number.NaN } }), noObject],
  ['details with a date', () => ({ response: 'yes', details: { at: new Date(0) } }), noObject],
  ['details in a circle', () => ({ response: 'yes', details: circle }), noObject],
  [
    'a getter that throws',
    () => ({
      get response() {
        throw new Error('no');
      },
    }),
    'turn 1: the application threw: no',
  ],
  [
    'details without end',
    () => ({ response: 'y', details: { a: 'x'.repeat(65_536) } }),
    "turn 1: the application's details are longer than 64 kB",
  ],
  [
    'a text without end',
    () => 'x'.repeat(200_001),
    'turn 1: the responses of the conversation exceed 200,000 characters',
  ],
  [
    'an error',
    () => {
      throw new Error('the database is down');
    },
    'turn 1: the application threw: the database is down',
  ],
  [
    'an error, later',
    async () => {
      throw new TypeError('x is not a function');
    },
    'turn 1: the application threw: TypeError: x is not a function',
  ],
  [
    'a text that is thrown',
    () => {
      throw 'out of stock';
    },
    'turn 1: the application threw: out of stock',
  ],
  [
    'an error of several lines',
    () => {
      throw new Error('a\n  b\u001b[31m\u2028c');
    },
    'turn 1: the application threw: a b [31m c',
  ],
  [
    'what is no text at all',
    () => {
      throw Object.create(null);
    },
    'turn 1: the application threw: something that is no text',
  ],
];

for (const [title, app, reason] of failures) {
  test(`${title} fails the trial and not the run`, async () => {
    assert.equal(await failureOf(app), reason);
  });
}

test('responses of 200,000 characters together are not too long', async () => {
  const half = 'x'.repeat(100_000);
  assert.deepEqual((await talkTo(() => half, ['one', 'two'])).responses, [half, half]);
});

test('the reason of a failure has at most 500 characters and no keys', async () => {
  const redact = (text: string) => text.replaceAll('sk-123', '[redacted]');
  const app = () => {
    throw new Error(`sk-123 ${'👍'.repeat(600)}`);
  };
  const journal = memory();
  const reason = await failureOf(app, { redact, journal });
  assert.equal(reason, `turn 1: the application threw: [redacted] ${'👍'.repeat(465)}…`);
  assert.equal(journal.all.at(-1)?.reply.reason, reason.slice('turn 1: '.length));
});

test('eva stops waiting for a function at its timeout', async () => {
  const reason = await failureOf(() => new Promise(() => {}), { timeout_s: 0.02 });
  assert.equal(reason, 'turn 1: the application gave no response within 0.02 s');
});

test('a function that blocks the process beyond its timeout is too late', async () => {
  let clock = 0;
  const reason = await failureOf(
    () => {
      clock += 31;
      return 'yes';
    },
    { elapsed: () => clock },
  );
  assert.equal(reason, 'turn 1: the application gave no response within 30 s');
});

test('a failure names its turn, keeps the turns before, and is stored like an answer', async () => {
  const journal = memory();
  const app = (messages: readonly Message[]) => (messages.length < 3 ? 'yes' : (3 as never));
  const { trial } = await talkTo(app, ['one', 'two'], { journal });
  assert.equal(trial.outcome === 'failed' && trial.reason.startsWith('turn 2: the application returned neither'), true);
  assert.equal(trial.turns.length, 1);
  assert.deepEqual(
    journal.all.map(({ role, draw }) => `${role} ${draw.turn}`),
    ['user 0', 'subject 0', 'user 1', 'subject 1'],
  );
  const again = await talkTo(app, [], { journal });
  assert.deepEqual(again.trial, trial);
});

const moments: Readonly<Record<string, (abort: () => void) => void>> = {
  'by the function itself': (abort) => abort(),
  'after its call': queueMicrotask,
};

for (const [moment, at] of Object.entries(moments)) {
  test(`an abort ${moment} ends the wait for a function`, async () => {
    const controller = new AbortController();
    const reason = new Error('stopped by hand');
    const app = () => {
      at(() => controller.abort(reason));
      return new Promise<string>(() => {});
    };
    await assert.rejects(talkTo(app, ['Hello?'], { signal: controller.signal, timeout_s: 1e6 }), reason);
  });
}

test('no function is called once the run ends', async () => {
  let calls = 0;
  const signal = AbortSignal.abort(new Error('stopped by hand'));
  const app = () => `${++calls}`;
  await assert.rejects(talkTo(app, ['Hello?'], { signal }), /stopped by hand/);
  assert.equal(calls, 0);
});

test('the function gets the conversation so far, and cannot change it', async () => {
  const seen: string[] = [];
  const app = (messages: readonly Message[]) => {
    seen.push(messages.map(({ role, content }) => `${role}: ${content}`).join(' | '));
    const mine = messages as Message[];
    Object.assign(mine[0] as object, { content: 'changed' });
    mine.length = 0;
    return 'yes';
  };
  const { trial } = await talkTo(app, ['one', 'two']);
  assert.deepEqual(seen, ['user: one', 'user: one | assistant: yes | user: two']);
  assert.equal(trial.turns[0]?.user_message, 'one');
});

test('a function gets back the state of its last response, whatever its type', async () => {
  const seen: unknown[] = [];
  const secret = { count: 1n, go: () => 1 };
  const app: AppFunction = (_messages, state) => {
    seen.push(state);
    return seen.length === 1 ? ['yes', secret] : seen.length === 2 ? 'yes' : { response: 'yes', state: 7 };
  };
  await talkTo(app, ['one', 'two', 'three', 'four']);
  assert.equal(seen[1], secret);
  assert.deepEqual(seen, [undefined, secret, undefined, 7]);
});

test('a resumed conversation continues with its state', async () => {
  const seen: unknown[] = [];
  const app: AppFunction<{ step: number }> = (_messages, state) => {
    seen.push(state);
    return ['yes', { step: (state?.step ?? 0) + 1 }];
  };
  const journal = memory();
  await talkTo(app as AppFunction, ['one'], { journal });
  const users = journal.all.filter(({ role, draw }) => role === 'user' && draw.turn === 1);
  journal.all.splice(0, journal.all.length, ...journal.all.filter((one) => !users.includes(one)));
  const { responses } = await talkTo(app as AppFunction, ['two'], { journal });
  assert.deepEqual(responses, ['yes', 'yes']);
  assert.deepEqual(seen, [undefined, { step: 1 }]);
});

test('a conversation whose state could not be stored is missing in a resumed run', async () => {
  const app = () => ['yes', new Map()] as const;
  const journal = memory();
  await talkTo(app, ['one'], { journal });
  journal.all.splice(2);
  const { trial } = await talkTo(app, ['two'], { journal });
  assert.equal(trial.outcome === 'missing' && trial.reason, noReplyTexts.app_state_lost());
});

test('stored responses of a changed function are not used', async () => {
  const journal = memory();
  await talkTo(() => 'before', ['one'], { journal });
  assert.deepEqual((await talkTo(() => 'after', [], { journal })).responses, ['after']);
});

test('an application can report its tokens and cost, and overrides no other fact', async () => {
  const details: JsonObject = {
    input_tokens: 30,
    cost_usd: null,
    latency: -4,
    latency_s: -4,
    user_latency_s: -1000,
    model: 'theirs',
    key: 'k',
    source: 'synthetic',
    shop: 'north',
  };
  const { trial } = await talkTo(() => ({ response: 'yes', details }));
  const { key, ...kept } = trial.turns[0]?.details ?? {};
  assert.match(String(key), /^[0-9a-f]{64}$/);
  assert.deepEqual(kept, {
    input_tokens: 30,
    output_tokens: null,
    cost_usd: null,
    model: 'function',
    source: 'model',
    shop: 'north',
    stop: 'end',
  });
});

const numbers: readonly (readonly [JsonObject, string])[] = [
  [{ cost_usd: '0.01' }, 'cost_usd is "0.01", no number from 0 up'],
  [{ cost_usd: -1 }, 'cost_usd is -1, no number from 0 up'],
  [{ cost_usd: Number.NaN }, 'cost_usd is NaN, no number from 0 up'],
  [{ cost_usd: Number.POSITIVE_INFINITY }, 'cost_usd is Infinity, no number from 0 up'],
  [{ input_tokens: 1.5 }, 'input_tokens is 1.5, no whole number from 0 up'],
  [{ output_tokens: true }, 'output_tokens is true, no whole number from 0 up'],
  [{ output_tokens: [7] }, 'output_tokens is a list or a mapping, no whole number from 0 up'],
  [{ input_tokens: 9_007_199_254_740_992 }, 'input_tokens is 9007199254740992, no whole number from 0 up'],
];

for (const [details, flaw] of numbers) {
  test(`an impossible number of an application fails the trial: ${flaw}`, async () => {
    assert.equal(await failureOf(() => ({ response: 'yes', details })), `turn 1: the application's details.${flaw}`);
  });
}

test('impossible numbers in stored answers are unknown', async () => {
  const app = () => ({ response: 'yes', details: { input_tokens: 7, cost_usd: 0.5 } });
  const journal = memory();
  await talkTo(app, ['one'], { journal });
  const older = { input_tokens: 7, cost_usd: '0.5' };
  const all = journal.all.map((one) => (one.reply.details ? { ...one, reply: { ...one.reply, details: older } } : one));
  journal.all.splice(0, all.length, ...all);
  const { trial } = await talkTo(app, [], { journal });
  const { input_tokens, cost_usd } = trial.turns[0]?.details ?? {};
  assert.deepEqual([input_tokens, cost_usd], [7, null]);
});

test('the latency of a turn covers only the function', async () => {
  let clock = 0;
  const app = () => {
    clock += 1.5;
    return 'yes';
  };
  const { trial } = await talkTo(app, ['one', 'two'], {
    elapsed: () => clock,
    nonce: () => `${++clock}`.padStart(32, '0'),
  });
  assert.deepEqual(
    trial.turns.map(({ latency }) => latency),
    [1.5, 1.5],
  );
});

test('keys are hidden in a response, its details and its state before eva stores them', async () => {
  const journal = memory();
  const redact = (text: string) => text.replaceAll('sk-123', '[redacted]');
  const app = () => ({ response: 'It is sk-123.', state: { k: 'sk-123' }, details: { list: ['sk-123'] } });
  const { trial } = await talkTo(app, ['one'], { journal, redact });
  assert.equal(trial.turns[0]?.app_response, 'It is [redacted].');
  assert.ok(!JSON.stringify([trial, journal.all]).includes('sk-123'));
});

test('a lone surrogate becomes U+FFFD', async () => {
  assert.deepEqual((await talkTo(() => 'half \ud83d')).responses, ['half \ufffd']);
});
