import assert from 'node:assert/strict';
import test from 'node:test';
import { EvaError } from '#model/problem.js';
import { type ModelCall, type ReplyStore, replyKey, type StoredReply } from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { NoReply, RanOutOfTime, type SendOptions } from '#provider/provider.js';
import { type RepliesOptions, withReplies } from '#provider/wrappers/kept-replies.js';
import { createScripted, type Script } from '../../support/scripted-provider.js';

const now = () => new Date('2026-01-02T03:04:05Z');

function call(changes: Partial<ModelCall> = {}, trial = 0): ModelCall {
  return {
    case: 'small file',
    role: 'subject',
    request: { provider: 'p', model: 'm', messages: [{ role: 'user', content: 'hi' }], max_tokens: 9 },
    draw: { trial, turn: 0, vote: 0, attempt: 0 },
    nonces: [],
    timeout_s: 5,
    ...changes,
  };
}

/** Makes a store in memory that records the order of writes. */
function memory(
  name: string,
  order: string[] = [],
  held: readonly StoredReply[] = [],
): ReplyStore & { all: StoredReply[] } {
  const all = [...held];
  return {
    all,
    get: (key) => all.find((one) => one.key === key),
    put: (reply) => {
      order.push(name);
      all.push(reply);
    },
  };
}

function stored(text: string, source: StoredReply['source'], of: ModelCall = call()): StoredReply {
  const reply = {
    text,
    stop: 'end',
    usage: { input_tokens: 1, output_tokens: 1 },
    latency_s: 1,
    model: 'm',
  } as const;
  const { draw, role } = of;
  return { key: replyKey(of), case: of.case, role, draw, source, ts: '2025-01-01T00:00:00.000Z', reply };
}

function setUp(script: Script, changes: Partial<RepliesOptions> = {}) {
  const order: string[] = [];
  const journal = memory('journal', order);
  const cache = memory('cache', order);
  const provider = createScripted(script);
  const ask = withReplies({
    journal,
    sources: () => [],
    sinks: [{ name: 'cache', store: cache }],
    provider: () => provider,
    identity: () => undefined,
    live: () => true,
    onReply: () => {},
    now,
    signal: new AbortController().signal,
    stop: new AbortController().signal,
    ...changes,
  });
  return { ask, journal, cache, order, provider };
}

test("a model's reply is stored with its origin, in the journal first", async () => {
  const { ask, journal, cache, order } = setUp(['hello']);
  const reply = await ask(call({}, 6));
  assert.equal(reply.reply.text, 'hello');
  assert.equal(reply.key, replyKey(call({}, 6)));
  assert.equal(reply.case, 'small file');
  assert.equal(reply.role, 'subject');
  assert.equal(reply.source, 'model');
  assert.equal(reply.ts, '2026-01-02T03:04:05.000Z');
  assert.deepEqual(reply.draw, { trial: 6, turn: 0, vote: 0, attempt: 0 });
  assert.deepEqual(order, ['journal', 'cache']);
  assert.deepEqual(journal.all, [reply]);
  assert.deepEqual(cache.all, [reply]);
});

test('onReply is called once for each new reply of a model, not for stored ones', async () => {
  let given = 0;
  const onReply = () => {
    given += 1;
  };
  const { ask } = setUp(['hello'], { onReply });
  await Promise.all([ask(call()), ask(call())]);
  await ask(call());
  assert.equal(given, 1);
});

test('concurrent calls with one key make one request', async () => {
  const { ask, provider } = setUp(['hello']);
  const [first, second] = await Promise.all([ask(call()), ask(call())]);
  assert.equal(first, second);
  assert.equal(await ask(call()), first);
  assert.equal(provider.requests.length, 1);
});

test('the key depends on the trial and not on the nonce', async () => {
  const marked = (nonce: string) =>
    call({
      nonces: [nonce],
      request: {
        provider: 'p',
        model: 'm',
        messages: [{ role: 'user', content: `<${nonce}>hi</${nonce}>` }],
        max_tokens: 9,
      },
    });
  const { ask, provider } = setUp(['one', 'two', 'three']);
  assert.equal((await ask(call({}, 0))).reply.text, 'one');
  assert.equal((await ask(call({}, 1))).reply.text, 'two');
  assert.equal((await ask(marked('0f0f0f'))).reply.text, 'three');
  assert.equal((await ask(marked('a1a1a1'))).reply.text, 'three');
  assert.equal(provider.requests.length, 3);
});

test('a reply comes from the journal, then the sources in order, then the model', async () => {
  const places = (names: readonly string[]) => ({
    journal: memory('journal', [], names.includes('journal') ? [stored('journal', 'model')] : []),
    sources: () =>
      ['cache', 'recordings'].map((name) => memory(name, [], names.includes(name) ? [stored(name, 'recorded')] : [])),
  });
  const from = async (...names: string[]) => (await setUp(['model'], places(names)).ask(call())).reply.text;
  assert.equal(await from('journal', 'cache', 'recordings'), 'journal');
  assert.equal(await from('cache', 'recordings'), 'cache');
  assert.equal(await from('recordings'), 'recordings');
  assert.equal(await from(), 'model');
});

test('a recorded reply is copied only to the journal, with its source and time', async () => {
  const recordings = memory('recordings', [], [stored('by hand', 'synthetic')]);
  const { ask, journal, cache } = setUp([], { sources: () => [recordings] });
  await ask(call());
  assert.deepEqual(journal.all, [stored('by hand', 'synthetic')]);
  assert.deepEqual(cache.all, []);
});

test('a reply of an earlier run counts as recorded and keeps its time', async () => {
  const cache = memory('cache', [], [stored('earlier', 'model')]);
  const { ask, journal } = setUp([], { sources: () => [cache] });
  const recorded = { ...stored('earlier', 'model'), source: 'recorded', ts: '2025-01-01T00:00:00.000Z' };
  assert.deepEqual(await ask(call()), recorded);
  assert.deepEqual(journal.all, [recorded]);
});

test("replies from before a change of a provider's settings are not used", async () => {
  const identity = (name: string) => () => name;
  const old = stored('old', 'recorded');
  const recordings = memory('recordings', [], [{ ...old, key: replyKey(call(), 'before') }]);
  const from = async (name: string) =>
    (await setUp(['new'], { identity: identity(name), sources: () => [recordings] }).ask(call())).reply.text;
  assert.equal(await from('before'), 'old');
  assert.equal(await from('after'), 'new');
});

test('each provider has its own sources', async () => {
  const recordings = memory('recordings', [], [stored('recorded', 'recorded')]);
  const { ask } = setUp(['live'], { sources: (provider) => (provider === 'elsewhere' ? [recordings] : []) });
  assert.equal((await ask(call())).reply.text, 'live');
});

test('a reply from the journal is not written again', async () => {
  const journal = memory('journal', [], [stored('before', 'model')]);
  await setUp([], { journal }).ask(call());
  assert.equal(journal.all.length, 1);
});

const partial = [
  ['truncated by max_tokens', { text: 'half an', stop: 'max_tokens' }],
  ['a refusal', { text: 'I cannot', stop: 'refusal' }],
  ['odd', { text: 'x', stop: 'other' }],
  ['empty', { text: ' \n' }],
] as const;

for (const [name, step] of partial) {
  test(`a reply that is ${name} is stored only in the journal`, async () => {
    const { ask, journal, cache } = setUp([step]);
    await ask(call());
    assert.equal(journal.all.length, 1);
    assert.equal(cache.all.length, 0);
  });
}

test("an application's error is stored everywhere and does not count as a model's reply", async () => {
  const { ask, order } = setUp([], { onReply: () => assert.fail() });
  const request = {
    provider: 'app:command',
    model: 'bot',
    identity: '1',
    conversation: 'a',
    messages: [],
    state: null,
  } as const;
  const usage = { input_tokens: null, output_tokens: null };
  const answer = async () =>
    ({ text: '', stop: 'app_error', reason: 'no', usage, latency_s: 1, model: 'bot' }) as const;
  const { case: name, role, draw } = call();
  const { reply } = await ask({ case: name, role, draw, nonces: [], timeout_s: 5, request, answer });
  assert.equal(reply.reason, 'no');
  assert.deepEqual(order, ['journal', 'cache']);
});

test('a tool call without text is a complete reply', async () => {
  const { ask, cache } = setUp([{ stop: 'tool_call', tool_input: { score: 4 } }]);
  await ask(call());
  assert.equal(cache.all.length, 1);
});

test('a missing recording is described by its vote, counted from 1, and not by its trial', async () => {
  const { ask, provider } = setUp(['x'], { live: () => false });
  const judge = call({ role: 'judge', draw: { trial: 2, turn: 0, vote: 1, attempt: 0 } });
  const why = 'no_recording';
  await assert.rejects(
    ask(judge),
    new NoReply(noReplyTexts.no_recording({ call: 'reply of the judge, vote 2' }), { why }),
  );
  await assert.rejects(
    ask(call()),
    new NoReply(noReplyTexts.no_recording({ call: 'reply of the model under test' }), { why }),
  );
  assert.equal(provider.requests.length, 0);
});

test('only the provider without permission is not called', async () => {
  const { ask } = setUp(['x'], { live: (name) => name === 'p' });
  assert.equal((await ask(call())).reply.text, 'x');
  const other = call({ request: { ...call().request, provider: 'q' } });
  await assert.rejects(ask(other), NoReply);
});

test('a failure is not stored', async () => {
  const { ask, journal, cache } = setUp([new NoReply('gave up')]);
  await assert.rejects(ask(call()), /gave up/);
  assert.deepEqual([...journal.all, ...cache.all], []);
});

test('a store that fails to write ends the run', async () => {
  const full: ReplyStore = {
    get: () => undefined,
    put: () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
  };
  await assert.rejects(setUp(['x'], { sinks: [{ name: 'cache', store: full }] }).ask(call()), (error) => {
    assert.ok(error instanceof EvaError);
    assert.equal(error.exitCode, 3);
    assert.equal(error.message, 'a reply could not be written to the cache (ENOSPC)');
    assert.equal(error.problems[0]?.code, 'EVA_DISK');
    return true;
  });
});

test('a stored reply names the requested model; that of an application names none', async () => {
  const { ask } = setUp(['hello']);
  assert.equal((await ask(call())).model, 'm');
});

test('a missing reply is requested again, and a stored one comes from the journal', async () => {
  const { ask, journal, provider } = setUp([new NoReply('busy'), 'hello', 'again']);
  await assert.rejects(ask(call()), /busy/);
  assert.equal((await ask(call())).reply.text, 'hello');
  journal.all.length = 0;
  assert.equal((await ask(call())).reply.text, 'again');
  assert.equal(provider.requests.length, 3);
});

test('a provider gets the key of the reply, the time limit and both signals', async () => {
  const told: SendOptions[] = [];
  const [signal, stop] = [new AbortController().signal, new AbortController().signal];
  const chosen = createScripted(['hello']);
  const provider: RepliesOptions['provider'] = ({ role }) => ({
    name: role,
    send: (request, options) => {
      told.push(options);
      return chosen.send(request, options);
    },
  });
  await setUp([], { provider, signal, stop }).ask(call());
  assert.deepEqual(told, [{ signal, stop, timeout_s: 5, key: replyKey(call()) }]);
});

test('after a stop no model is called, and stored replies are still used', async () => {
  const controller = new AbortController();
  const kept = call({}, 1);
  const { ask, provider, journal } = setUp(['x'], {
    stop: controller.signal,
    sources: () => [memory('cache', [], [stored('kept', 'recorded', kept)])],
  });
  const reason = new Error('stopped');
  controller.abort(reason);
  await assert.rejects(ask(call()), reason);
  assert.equal((await ask(kept)).reply.text, 'kept');
  assert.deepEqual([provider.requests.length, journal.all.length], [0, 1]);
});

test('a reply without token counts is stored with an upper bound', async () => {
  const usage = { input_tokens: 4, output_tokens: null };
  const { ask, journal } = setUp([{ text: 'one', usage }, 'two']);
  await ask(call({}, 0));
  await ask(call({}, 1));
  // {"provider":"p","model":"m","messages":[{"role":"user","content":"hi"}],"max_tokens":9}
  const at_most = { input_tokens: 87, output_tokens: 9 };
  assert.deepEqual(
    journal.all.map((one) => one.at_most),
    [at_most, undefined],
  );
});

const late = new RanOutOfTime('the provider gave no reply in time');
const lateTrial = new RanOutOfTime(noReplyTexts.late({ speaker: 'the model', seconds: 5 }));

test('a timeout that fails its trial is stored only in the journal, where a resumed run finds it', async () => {
  const { ask, journal, cache, provider } = setUp([late, 'second']);
  await assert.rejects(ask(call({ on_timeout: 'fail' })), lateTrial);
  assert.deepEqual([journal.all.map(({ reply }) => reply.stop), cache.all], [['timed_out'], []]);
  const resumed = setUp(['never asked'], { journal });
  await assert.rejects(resumed.ask(call({ on_timeout: 'fail' })), lateTrial);
  assert.deepEqual([provider.requests.length, resumed.provider.requests.length], [1, 0]);
});

test('a case that retries timeouts asks again, and the other case still finds its timeout', async () => {
  const { ask, provider } = setUp([late, { text: 'second', latency_s: 1 }]);
  const [counting, other] = await Promise.allSettled([ask(call({ on_timeout: 'fail' })), ask(call())]);
  assert.deepEqual(counting.status === 'rejected' && counting.reason, lateTrial);
  const { text, latency_s, timeouts } = other.status === 'fulfilled' ? other.value.reply : {};
  assert.deepEqual([text, latency_s, timeouts, provider.requests.length], ['second', 5, 1, 2]);
  await assert.rejects(ask(call({ on_timeout: 'fail' })), lateTrial);
});

test('a reply after a timeout does not count for a case that fails on timeouts, even from a recording', async () => {
  const replaced = stored('second', 'recorded');
  const source = memory('recordings', [], [{ ...replaced, reply: { ...replaced.reply, latency_s: 5, timeouts: 1 } }]);
  const { ask } = setUp([], { sources: () => [source], live: () => false });
  await assert.rejects(ask(call({ on_timeout: 'fail' })), lateTrial);
  assert.equal((await ask(call())).reply.text, 'second');
});

test('the reply of a program that is the application has the name of the program, that of a function none', async () => {
  const { ask } = setUp([]);
  const reply = {
    text: 'hello',
    stop: 'end',
    usage: { input_tokens: null, output_tokens: null },
    latency_s: 1,
    model: '',
  } as const;
  const app = {
    ...call(),
    request: { provider: 'app:command', identity: 'i', messages: [], state: null },
    answer: async () => reply,
  };
  assert.equal((await ask({ ...app, program: 'app.mjs' } as unknown as ModelCall)).program, 'app.mjs');
  const other = { ...app, request: { ...app.request, provider: 'app:function' } };
  assert.equal('program' in (await ask(other as unknown as ModelCall)), false);
});
