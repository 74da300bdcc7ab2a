import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EvaError } from '#model/problem.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { NoReply } from '#provider/provider.js';
import { toMessage } from '../../support/fake-messages-api.js';
import { timesSubmitted } from '../../support/times-submitted.js';
import { keyOf, names, openWorld } from './batch-world.js';

const replies = (all: readonly string[]) => all.map((name) => `to ${name}`);

test('concurrent requests go in one batch, and each gets its own reply', async (t) => {
  const { server, start, log, told } = await openWorld(t, { polls: 3 });
  assert.deepEqual(await start().askAll(names(5)), replies(names(5)));
  assert.equal(server.batches.length, 1);
  assert.deepEqual(server.batches[0]?.requests[2], {
    custom_id: keyOf('call 2'),
    params: { model: 'claude-test', max_tokens: 64, messages: [{ role: 'user', content: 'call 2' }] },
  });
  const ts = '2026-01-02T03:04:05.000Z';
  const ids = names(5)
    .map((name) => keyOf(name).slice(0, 16))
    .join(',');
  assert.deepEqual(log.written, [
    { note: 'batch_submitting', provider: 'anthropic', submission: 1, count: 5, after: null, ts, ids },
    { note: 'batch_submitted', provider: 'anthropic', submission: 1, id: 'msgbatch_0001', ts },
  ]);
  assert.deepEqual(told, [
    { change: 'submitted', id: 'msgbatch_0001', requests: 5 },
    { change: 'progress', id: 'msgbatch_0001', done: 0, total: 5 },
  ]);
});

test('a reply from a batch has its usage and no latency', async (t) => {
  const { start } = await openWorld(t);
  assert.deepEqual(await start().ask('call'), {
    text: 'to call',
    stop: 'end',
    usage: { input_tokens: 12, output_tokens: 7 },
    latency_s: null,
    model: 'claude-test',
  });
});

test('a call after a reply goes in the next batch, and the first batch is noted as ended', async (t) => {
  const { server, start, log } = await openWorld(t);
  const { ask } = start();
  const both = async (name: string) => [(await ask(name)).text, (await ask(`judge of ${name}`)).text];
  assert.deepEqual(
    await Promise.all(names(3).map(both)),
    names(3).map((name) => [`to ${name}`, `to judge of ${name}`]),
  );
  assert.deepEqual(
    server.batches.map(({ requests }) => requests.length),
    [3, 3],
  );
  assert.deepEqual(log.said(), [
    'batch_submitting',
    'batch_submitted',
    'batch_ended',
    'batch_submitting',
    'batch_submitted',
  ]);
});

test('errored, expired and canceled requests are sent again, and no others', async (t) => {
  const first = { 3: { error: 'overloaded_error' }, 5: { error: 'api_error' }, 7: 'expired', 9: 'canceled' } as const;
  const byKey = new Map(Object.entries(first).map(([index, outcome]) => [keyOf(`call ${index}`), outcome]));
  const { server, start } = await openWorld(t, {
    outcome: (id, earlier) => (earlier === 0 ? byKey.get(id) : undefined) ?? 'succeeded',
  });
  assert.deepEqual(await start().askAll(names(10)), replies(names(10)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 6, 2: 4 });
});

test('a request that fails six times has no reply, and the others have theirs', async (t) => {
  const { server, start } = await openWorld(t, {
    outcome: (id) => (id === keyOf('call 1') ? { error: 'overloaded_error', message: 'too busy' } : 'succeeded'),
  });
  const { ask } = start();
  const [good, bad] = await Promise.allSettled(['call 0', 'call 1'].map(ask));
  assert.equal(good?.status, 'fulfilled');
  assert.ok(bad?.status === 'rejected' && bad.reason instanceof NoReply && !bad.reason.isFinal);
  assert.match(bad.reason.message, /in 6 attempts: overloaded_error: too busy/);
  assert.equal(server.submitted.get(keyOf('call 1')), 6);
});

for (const [type, code] of [
  ['invalid_request_error', 'EVA_BAD_REQUEST'],
  ['authentication_error', 'EVA_KEY_REFUSED'],
  ['permission_error', 'EVA_NOT_ALLOWED'],
  ['not_found_error', 'EVA_UNKNOWN_MODEL'],
] as const) {
  test(`a request that meets ${type} ends the run with ${code}`, async (t) => {
    const { server, start } = await openWorld(t, { outcome: () => ({ error: type }) });
    await assert.rejects(start().ask('call'), (error) => error instanceof EvaError && error.problems[0]?.code === code);
    assert.equal(server.batches.length, 1);
  });
}

test('every call of the API is retried after an error, a reset and a truncated answer', async (t) => {
  const { server, start } = await openWorld(t, {
    polls: 2,
    fault: (call, number) => {
      if (call === 'create') return number === 0 ? { status: 429, headers: { 'retry-after-ms': '5' } } : null;
      return [{ status: 500 }, 'refuse', 'cut', null][number % 4] as null;
    },
  });
  assert.deepEqual(await start().askAll(names(20)), replies(names(20)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 20 });
  assert.equal(server.batches.length, 1);
});

test('a call of the API that times out is retried', async (t) => {
  const { server, start } = await openWorld(t, {
    limits: { answerMs: 300, silenceMs: 300 },
    fault: (call, number) => (call !== 'create' && number === 0 ? 'hang' : null),
  });
  assert.deepEqual(await start().askAll(names(3)), replies(names(3)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 3 });
});

for (const fault of ['lost', { status: 503, isDone: true }, { status: 503 }, 'unanswered', 'cut'] as const) {
  test(`a batch whose submission met ${JSON.stringify(fault)} is searched for before it is submitted again`, async (t) => {
    const { server, start, log } = await openWorld(t, {
      limits: { createMs: 300 },
      fault: (call, number) => (call === 'create' && number === 0 ? fault : null),
    });
    assert.deepEqual(await start().askAll(names(4)), replies(names(4)));
    assert.deepEqual(timesSubmitted(server.submitted), { 1: 4 });
    assert.equal(log.said().filter((note) => note === 'batch_submitted').length, 1);
  });
}

test("a foreign batch of the same size is not mistaken for the run's", async (t) => {
  const world = await openWorld(t, {
    fault: (call, number) => (call === 'create' && number === 0 ? { status: 500 } : null),
    onCall: (call, number) => {
      if (call === 'create' && number === 0) world.server.addBatch([keyOf('x'), keyOf('y')]);
    },
  });
  assert.deepEqual(await world.start().askAll(names(2)), replies(names(2)));
  assert.deepEqual(timesSubmitted(world.server.submitted), { 1: 4 });
  assert.deepEqual(
    world.log.written.filter(({ note }) => note === 'batch_submitted').map(({ id }) => id),
    ['msgbatch_0002'],
  );
});

/** Submits three calls whose first submission is lost and listed from the third search on, besides a foreign batch of three. */
async function lostBesideAnother(t: TestContext, polls: number) {
  const { server, start, log, told } = await openWorld(t, {
    fault: (call, number) => (call === 'create' && number === 0 ? 'lost' : null),
    onCall: (call, number) => {
      if (call === 'create' && number === 0) server.addBatch([keyOf('x'), keyOf('y'), keyOf('z')]).polls = polls;
      const own = server.batches[1];
      if (own) own.isUnlisted = server.calls.list <= 3; // the first call asked for the newest
    },
  });
  return { server, log, told, replied: start().askAll(names(3)) };
}

test('the search for a lost submission continues after a foreign batch of the same size', async (t) => {
  const { server, log, replied } = await lostBesideAnother(t, 0);
  assert.deepEqual(await replied, replies(names(3)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 6 });
  assert.deepEqual(
    log.written.filter(({ note }) => note === 'batch_submitted').map(({ id }) => id),
    ['msgbatch_0002'],
  );
  assert.equal(server.calls.results, 2);
});

test('an endless foreign batch does not delay the replies of a lost submission, and is announced once', async (t) => {
  const { server, told, replied } = await lostBesideAnother(t, Number.POSITIVE_INFINITY);
  await until(() => server.batches.length === 2);
  const own = server.batches[1];
  if (own) own.polls = 0;
  assert.deepEqual(await replied, replies(names(3)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 6 });
  assert.equal(told.filter(({ change, id }) => change === 'candidate' && id === 'msgbatch_0001').length, 1);
});

test('a lost submission is not repeated while a running batch may have come from it', async (t) => {
  let looksBefore = 0;
  const world = await openWorld(t, {
    fault: (call, number) => (call === 'create' && number === 0 ? { status: 500 } : null),
    onCall: (call, number) => {
      const { server } = world;
      if (call === 'create' && number === 0) server.addBatch([keyOf('x')]).polls = Number.POSITIVE_INFINITY;
      if (call === 'create' && number === 1) looksBefore = server.calls.retrieve;
      if (call === 'retrieve' && number === 11) for (const batch of server.batches) batch.polls = 0;
    },
  });
  assert.equal((await world.start().ask('call')).text, 'to call');
  assert.deepEqual(world.log.said(), ['batch_submitting', 'batch_submitted']);
  assert.equal(looksBefore, 12);
});

test('a batch of one submission is not mistaken for that of another', async (t) => {
  const { server, start, log } = await openWorld(t);
  const first = start();
  await first.askAll(names(3));
  await first.ask('next'); // this notes the end of the first batch
  first.kill();
  log.note({ note: 'batch_submitting', provider: 'anthropic', submission: 3, count: 3, after: null });
  const before = server.calls.results;
  assert.equal((await start().ask('last')).text, 'to last');
  assert.equal(server.calls.results - before, 2); // the batches of "next", whose end was not noted, and of "last"
  assert.equal(log.said().filter((note) => note === 'batch_not_submitted').length, 1);
});

test('two lost submissions of the same size find their own batches', async (t) => {
  const { server, start, log } = await openWorld(t);
  server.addBatch([keyOf('a')]);
  server.addBatch([keyOf('b')]);
  for (const submission of [1, 2])
    log.note({ note: 'batch_submitting', provider: 'anthropic', submission, count: 1, after: null });
  for (const batch of server.batches) batch.polls = 0;
  await start().askAll(['a', 'b']);
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 2 });
  assert.deepEqual(
    log.written.filter(({ note }) => note === 'batch_submitted').map(({ submission, id }) => [submission, id]),
    [
      [1, 'msgbatch_0002'],
      [2, 'msgbatch_0001'],
    ],
  );
});

test('a foreign batch of another size is not read', async (t) => {
  const world = await openWorld(t, {
    fault: (call, number) => (call === 'create' && number === 0 ? { status: 500 } : null),
    onCall: (call, number) => {
      if (call === 'create' && number === 0) world.server.addBatch([keyOf('x')]).polls = 5;
    },
  });
  assert.deepEqual(await world.start().askAll(names(2)), replies(names(2)));
  assert.equal(world.server.batches[0]?.polls, 5);
});

/** Returns a line of results: a reply to the call of this key. */
function lineFor(custom_id: string): string {
  const message = toMessage({ model: 'claude-test' }, 'to call 0');
  return `${JSON.stringify({ custom_id, result: { type: 'succeeded', message } })}\n`;
}

const unreadable = {
  'a page of HTML': '<html>please log in</html>',
  nothing: '',
  'an error': '{"type":"error","error":{"type":"api_error","message":"later"}}',
  'some of the lines': lineFor(keyOf('call 0')),
  'one line, again and again': lineFor(keyOf('call 0')).repeat(3),
  'half of a line': `${lineFor(keyOf('call 0'))}{"custom_id":"${keyOf('call 1')}","res`,
};

for (const [what, body] of Object.entries(unreadable)) {
  test(`results with ${what} are read again, and no request is paid for twice`, async (t) => {
    const { server, start } = await openWorld(t, {
      fault: (call, number) => (call === 'results' && number < 2 ? { body } : null),
    });
    assert.deepEqual(await start().askAll(names(3)), replies(names(3)));
    assert.deepEqual(timesSubmitted(server.submitted), { 1: 3 });
    assert.equal(server.calls.results, 3);
  });
}

test('results that stay incomplete leave the run unfinished, and a resumed run reads them', async (t) => {
  let isOdd = true;
  const { server, start, log } = await openWorld(t, {
    fault: (call) => (call === 'results' && isOdd ? { body: lineFor(keyOf('call 0')) } : null),
  });
  const failure = attemptTexts.results_missing({ found: '1', total: '3 requests' });
  const message = noReplyTexts.batch_unread({ provider: 'anthropic', failure });
  const first = start();
  const [replied, ...missing] = await Promise.allSettled(names(3).map(first.ask));
  assert.equal(replied?.status, 'fulfilled');
  for (const one of missing) assert.equal(one.status === 'rejected' && one.reason.message, message);
  first.kill();
  const second = start();
  await assert.rejects(
    second.ask('call 1'),
    (error) => error instanceof NoReply && error.isFinal && error.message === message,
  );
  second.kill();
  assert.deepEqual(log.said(), ['batch_submitting', 'batch_submitted']);
  isOdd = false;
  assert.deepEqual(await start().askAll(names(3)), replies(names(3)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 3 });
});

test('an ended batch with a count of no requests is an error', async (t) => {
  const counts = '{"succeeded":0,"errored":0,"expired":0,"canceled":0,"processing":0}';
  const { server, start } = await openWorld(t, {
    fault: (call) => {
      if (call === 'results') return { body: '' };
      if (call !== 'retrieve') return null;
      return { body: `{"id":"msgbatch_0001","processing_status":"ended","request_counts":${counts}}` };
    },
  });
  await assert.rejects(start().ask('a'), {
    message: noReplyTexts.batch_unread({
      provider: 'anthropic',
      failure: attemptTexts.results_missing({ found: '0', total: '1 request' }),
    }),
  });
  assert.equal(server.batches.length, 1);
});

/** Returns one line for each request, of which the last ones are foreign. */
const withForeign = (all: readonly string[], foreign: number) => [
  ...all.slice(0, all.length - foreign).map((name) => lineFor(keyOf(name))),
  ...names(foreign, 'foreign').map((name) => lineFor(keyOf(name))),
];

test("results with foreign requests instead of the run's are read again, and nothing is paid for twice", async (t) => {
  const { server, start } = await openWorld(t, {
    fault: (call, number) => (call === 'results' && number < 2 ? { body: withForeign(names(100), 13).join('') } : null),
  });
  const texts = await start().askAll(names(100));
  assert.deepEqual(texts.slice(87), replies(names(100)).slice(87));
  assert.deepEqual([timesSubmitted(server.submitted), server.calls.results], [{ 1: 100 }, 3]);
});

test('results that keep missing requests leave the run unfinished, even when it is resumed', async (t) => {
  const { server, start } = await openWorld(t, {
    fault: (call) => (call === 'results' ? { body: withForeign(names(100), 13).join('') } : null),
  });
  const failure = attemptTexts.results_missing({ found: '87', total: '100 requests' });
  const message = noReplyTexts.batch_unread({ provider: 'anthropic', failure });
  for (const process of [start(), start()]) {
    const [last] = (await Promise.allSettled(names(100).map(process.ask))).slice(-1);
    assert.ok(last?.status === 'rejected');
    assert.ok(last.reason instanceof NoReply);
    assert.equal(last.reason.message, message);
    process.kill();
  }
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 100 });
});

test('a lost submission is recognized by its requests, even among foreign ones', async (t) => {
  const { server, start } = await openWorld(t, {
    fault: (call, number) => {
      if (call === 'create') return 'lost';
      return call === 'results' && number === 0 ? { body: withForeign(names(100), 13).join('') } : null;
    },
  });
  await start().askAll(names(100));
  assert.deepEqual([timesSubmitted(server.submitted), server.calls.results], [{ 1: 100 }, 2]);
});

test("foreign requests in addition to the run's are ignored", async (t) => {
  const { server, start } = await openWorld(t, {
    fault: (call) =>
      call === 'results'
        ? {
            body:
              names(5)
                .map((name) => lineFor(keyOf(name)))
                .join('') + lineFor('foreign'),
          }
        : null,
  });
  await start().askAll(names(5));
  assert.deepEqual([timesSubmitted(server.submitted), server.calls.results], [{ 1: 5 }, 1]);
});

test('calls that arrive while results are read go in one batch', async (t) => {
  const { server, start } = await openWorld(t, {
    fault: (call, number) => (call === 'results' && number === 0 ? 'slow' : null),
  });
  const { ask } = start();
  await Promise.all(names(20).map((name) => ask(name).then(() => ask(`judge of ${name}`))));
  assert.deepEqual(
    server.batches.map(({ requests }) => requests.length),
    [20, 20],
  );
});

test('a batch that the provider does not know at the first poll is not submitted again', async (t) => {
  const { server, start } = await openWorld(t, {
    fault: (call, number) => (call === 'retrieve' && number < 2 ? { status: 404 } : null),
  });
  assert.deepEqual(await start().askAll(names(2)), replies(names(2)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 2 });
});

test('a resumed run gets the replies of the batch that the killed run waited for', async (t) => {
  const { server, start, log } = await openWorld(t, { polls: Number.POSITIVE_INFINITY });
  const killed = start();
  const replied = killed.askAll(names(6)).catch(() => 'killed');
  await until(() => server.calls.retrieve >= 3);
  killed.kill();
  assert.equal(await replied, 'killed');
  for (const batch of server.batches) batch.polls = 1;
  assert.deepEqual(await start().askAll(names(6)), replies(names(6)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 6 });
  assert.deepEqual(log.said(), ['batch_submitting', 'batch_submitted']);
});

test('a batch is not mistaken for that of another provider with the same submission number', async (t) => {
  const { server, start, log } = await openWorld(t, { polls: Number.POSITIVE_INFINITY });
  const killed = start();
  const other = { provider: 'other', submission: 1 };
  log.note({ note: 'batch_submitting', ...other, count: 2, after: null, ids: 'aaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbb' });
  log.note({ note: 'batch_submitted', ...other, id: 'msgbatch_other' });
  killed.askAll(names(3)).catch(() => {});
  await until(() => server.calls.retrieve >= 3);
  killed.kill();
  assert.deepEqual(
    log.written.map(({ submission }) => submission),
    [1, 1, 1, 1],
  );
  for (const batch of server.batches) batch.polls = 1;
  const resumed = start().askAll([...names(3), 'new']);
  await until(() => server.batches.length === 2);
  for (const batch of server.batches) batch.polls = 1;
  assert.deepEqual(await resumed, replies([...names(3), 'new']));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 4 });
});

test('a resumed run submits only the requests that its batch could not answer', async (t) => {
  const { server, start } = await openWorld(t, {
    polls: 3,
    outcome: (id, earlier) => (earlier === 0 && id < '4' ? 'expired' : 'succeeded'),
    onCall: (call) => call === 'results' && server.calls.results === 1 && killed.kill(),
  });
  const killed = start();
  await assert.rejects(killed.askAll(names(12)));
  assert.deepEqual(await start().askAll(names(12)), replies(names(12)));
  const expired = names(12).filter((name) => keyOf(name) < '4').length;
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 12 - expired, 2: expired });
});

test('a run that was killed between a submission and its answer finds the batch', async (t) => {
  const { server, start, log } = await openWorld(t, {
    fault: (call) => (call === 'create' ? 'unanswered' : null),
    onCall: (call) => call === 'create' && setImmediate(() => killed.kill()),
  });
  const killed = start();
  await assert.rejects(killed.askAll(names(6)));
  assert.deepEqual(log.said(), ['batch_submitting']);
  assert.deepEqual(await start().askAll(names(6)), replies(names(6)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 6 });
  assert.deepEqual(log.said(), ['batch_submitting', 'batch_submitted']);
});

test('a run that was killed before its submission arrived submits after a search', async (t) => {
  const { server, start, log } = await openWorld(t, {
    fault: (call, number) => (call === 'create' && number === 0 ? 'hang' : null),
    onCall: (call) => call === 'create' && server.calls.create === 1 && setImmediate(() => killed.kill()),
  });
  const killed = start();
  await assert.rejects(killed.askAll(names(6)));
  assert.deepEqual(await start().askAll(names(6)), replies(names(6)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 6 });
  assert.deepEqual(log.said(), ['batch_submitting', 'batch_not_submitted', 'batch_submitting', 'batch_submitted']);
});

for (const id of ['..', '../../models', 'x?limit=1', '', 'a'.repeat(201), 7, null]) {
  test(`a batch with the noted id ${JSON.stringify(id).slice(0, 20)} is searched for, and its replies are used`, async (t) => {
    const { server, start, log } = await openWorld(t);
    const first = start();
    await first.askAll(names(3));
    first.kill();
    log.replies.clear();
    const at = log.said().indexOf('batch_submitted');
    log.written[at] = { ...log.written[at], note: 'batch_submitted', id };
    assert.deepEqual(await start().askAll(names(3)), replies(names(3)));
    assert.deepEqual(timesSubmitted(server.submitted), { 1: 3 });
  });
}

test('a reply without a call is fetched when its call comes', async (t) => {
  const { server, start, log } = await openWorld(t, { polls: 20 });
  const killed = start();
  const asked = killed.askAll(['subject', 'judge']).catch(() => 'killed');
  await until(() => server.calls.retrieve >= 1);
  killed.kill();
  await asked;
  for (const batch of server.batches) batch.polls = 1;
  const { ask } = start();
  assert.equal((await ask('subject')).text, 'to subject');
  assert.equal((await ask('judge')).text, 'to judge');
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 2 });
  assert.equal(log.said().includes('batch_ended'), false);
});

test('a batch is not noted as ended while the journal lacks one of its replies', async (t) => {
  const { server, start, log } = await openWorld(t);
  const first = start();
  await first.askAll(['a', 'b']);
  log.replies.delete(keyOf('b')); // as if the process had been killed before it was stored
  await first.ask('c');
  assert.equal(log.said().includes('batch_ended'), false);
  first.kill();
  assert.deepEqual(await start().askAll(['a', 'b', 'c']), ['to a', 'to b', 'to c']);
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 3 });
});

test('a batch that was noted as ended is not polled again', async (t) => {
  const { server, start, log } = await openWorld(t);
  const first = start();
  await first.ask('a');
  await first.ask('b');
  assert.deepEqual(
    log.written.filter(({ note }) => note === 'batch_ended'),
    [{ note: 'batch_ended', provider: 'anthropic', id: 'msgbatch_0001' }],
  );
  first.kill();
  const before = server.calls.retrieve;
  await start().ask('c');
  assert.equal(server.calls.retrieve - before, 2); // b's batch, whose end was not noted, and c's
});

const isUnknown = (error: unknown) =>
  error instanceof EvaError &&
  error.exitCode === 3 &&
  error.problems[0]?.code === 'EVA_UNKNOWN_BATCH' &&
  error.problems[0].message.includes('batch msgbatch_0001');

test('a batch that another key cannot see is not submitted again, and the right key gets its replies', async (t) => {
  const world = await openWorld(t);
  const { server, start, log, clock } = world;
  const killed = start();
  await killed.askAll(names(3));
  killed.kill();
  log.replies.clear();
  const [batch] = server.batches;
  assert.ok(batch);
  batch.isGone = true;
  clock.date = new Date('2026-01-31T03:04:04Z');
  const other = start();
  await assert.rejects(other.ask('call 0'), isUnknown);
  other.kill();
  assert.deepEqual(log.said(), ['batch_submitting', 'batch_submitted']);
  batch.isGone = false;
  assert.deepEqual(await start().askAll(names(3)), replies(names(3)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 3 });
});

for (const ts of [undefined, 'long ago', '2027-01-01T00:00:00Z']) {
  test(`an unknown batch with the noted time ${ts} ends the run`, async (t) => {
    const { server, start, log } = await openWorld(t);
    const first = start();
    await first.ask('a');
    first.kill();
    log.replies.clear();
    for (const batch of server.batches) batch.isGone = true;
    const at = log.said().indexOf('batch_submitted');
    const note = { note: 'batch_submitted', provider: 'anthropic', submission: 1, id: 'msgbatch_0001' };
    log.written[at] = ts === undefined ? note : { ...note, ts };
    await assert.rejects(start().ask('a'), isUnknown);
  });
}

test('a batch that disappears during the wait ends the run, and nothing is submitted again', async (t) => {
  const world = await openWorld(t, {
    polls: 5,
    onCall: (call, number) => {
      for (const batch of world.server.batches) batch.isGone ||= call === 'retrieve' && number === 1;
    },
  });
  await assert.rejects(world.start().ask('a'), isUnknown);
  assert.equal(world.server.batches.length, 1);
});

test('a submission is not searched for in another account, and the right account has it', async (t) => {
  const world = await openWorld(t, {
    fault: (call, number) => (call === 'create' && number === 0 ? 'unanswered' : null),
    onCall: (call) => call === 'create' && setImmediate(() => killed.kill()),
  });
  const { server, start, log } = world;
  server.addBatch([keyOf('x')]); // the newest before it
  const killed = start();
  await assert.rejects(killed.askAll(names(3)));
  for (const batch of server.batches) batch.isGone = true;
  const other = start();
  await assert.rejects(other.ask('call 0'), isUnknown);
  other.kill();
  for (const batch of server.batches) batch.isGone = false;
  assert.deepEqual(await start().askAll(names(3)), replies(names(3)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 4 });
  assert.deepEqual(log.said(), ['batch_submitting', 'batch_submitted']);
});

for (const what of ['isGone', 'isArchived'] as const) {
  const state = what === 'isGone' ? 'an unknown' : 'an archived';
  test(`after 29 days ${state} batch is announced, and its requests are sent again`, async (t) => {
    const { server, start, told, clock } = await openWorld(t, { polls: Number.POSITIVE_INFINITY });
    const killed = start();
    const asked = killed.ask('a').catch(() => 'killed');
    await until(() => server.calls.retrieve >= 1);
    killed.kill();
    await asked;
    const [batch] = server.batches;
    assert.ok(batch);
    [batch[what], batch.polls] = [true, 0];
    clock.date = new Date('2026-01-31T03:04:05Z');
    const again = start();
    const reply = again.ask('a');
    await until(() => server.batches.length === 2);
    for (const one of server.batches) one.polls = 1;
    assert.equal((await reply).text, 'to a');
    assert.ok(told.some(({ change, id }) => change === 'deleted' && id === 'msgbatch_0001'));
  });
}

test('a stop ends the wait at once, and the resumed run finds the batch', async (t) => {
  const { server, start } = await openWorld(t, { polls: Number.POSITIVE_INFINITY });
  const stopped = start();
  const replied = stopped.askAll(names(3));
  await until(() => server.calls.retrieve >= 1);
  stopped.stop();
  await assert.rejects(replied, /stopped/);
  await assert.rejects(stopped.ask('later'), /stopped/);
  for (const batch of server.batches) batch.polls = 1;
  assert.deepEqual(await start().askAll(names(3)), replies(names(3)));
  assert.deepEqual(timesSubmitted(server.submitted), { 1: 3 });
});

test('a running submission may end after a stop, and its batch is noted', async (t) => {
  const { server, start, log } = await openWorld(t, {
    onCall: (call) => call === 'create' && stopped.stop(),
  });
  const stopped = start();
  await assert.rejects(stopped.askAll(names(3)), /stopped/);
  assert.deepEqual(log.said(), ['batch_submitting', 'batch_submitted']);
  assert.equal(server.calls.retrieve, 0);
});

test('a provider that fails every poll leaves the run unfinished, and nothing is submitted again', async (t) => {
  const { server, start } = await openWorld(t, {
    fault: (call) => (call === 'retrieve' ? { status: 500 } : null),
  });
  const message = noReplyTexts.batch_unread({ provider: 'anthropic', failure: '500 fault 500' });
  await assert.rejects(start().ask('a'), new NoReply(message, { why: 'batch_unread' }));
  assert.equal(server.batches.length, 1);
});

test('a resumed run whose one batch cannot be read stops polling the other one', async (t) => {
  const { server, start } = await openWorld(t, {
    polls: Number.POSITIVE_INFINITY,
    fault: (call) => (call === 'results' ? { status: 500 } : null),
  });
  const killed = start();
  for (const name of names(2)) {
    killed.ask(name).catch(() => {});
    await until(() => server.batches.length === Number(name.at(-1)) + 1);
  }
  await until(() => server.calls.retrieve >= 4);
  killed.kill();
  const [first] = server.batches;
  assert.ok(first);
  first.polls = 1;
  await assert.rejects(start().askAll(names(2)), NoReply);
  const polls = server.calls.retrieve;
  await sleep(100);
  assert.ok(server.calls.retrieve <= polls + 1, 'the server may count an aborted poll late');
});

test('a refused key at a poll ends the run', async (t) => {
  const { start } = await openWorld(t, { fault: (call) => (call === 'retrieve' ? { status: 401 } : null) });
  await assert.rejects(
    start().ask('a'),
    (error) => error instanceof EvaError && error.problems[0]?.code === 'EVA_KEY_REFUSED',
  );
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
