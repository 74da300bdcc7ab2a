import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { redactor } from '#model/text/redact.js';
import { chunksOf, createBatchesApi, ordinaryCallLimits, readResult } from '#provider/anthropic/message-batches.js';
import { ProviderFailure } from '#provider/provider.js';
import { type FakeBatchesOptions, startFakeBatchesApi } from '../../support/fake-batches-api.js';
import { sentinelKey } from '../../support/secrets.js';
import { keyOf, names, requestOf } from '../batch/batch-world.js';

const never = new AbortController().signal;
const redact = redactor([sentinelKey]);
const tool = { name: 'verdict', description: 'Gives the verdict.', input_schema: { type: 'object' } };

async function open(t: TestContext, options: FakeBatchesOptions = {}) {
  const server = await startFakeBatchesApi(options);
  t.after(() => server.close());
  const config = { name: 'anthropic', apiKey: sentinelKey, baseUrl: server.url, redact };
  return { server, api: createBatchesApi(config, { ...ordinaryCallLimits, answerMs: 500, silenceMs: 100 }) };
}

const calls = names(5).map((name) => ({ key: keyOf(name), request: requestOf(name) }));
const [whole] = await all(chunksOf(calls));
assert.ok(whole);

async function failureOf(work: Promise<unknown>): Promise<ProviderFailure> {
  const error = await work.then(() => undefined).catch((reason: unknown) => reason);
  assert.ok(error instanceof ProviderFailure, String(error));
  return error;
}

async function all<T>(results: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const result of results) values.push(result);
  return values;
}

test('the body of a batch has exactly the counted bytes, whatever its characters', async (t) => {
  const { server, api } = await open(t);
  const odd = ['é', '„quoted“', '\u2028', '😀 "x"\n'].map((name) => ({ key: keyOf(name), request: requestOf(name) }));
  const [chunk] = await all(chunksOf(odd));
  assert.ok(chunk);
  await api.create(chunk, never);
  assert.equal(server.batches[0]?.bytes, chunk.bytes);
  assert.equal(server.batches[0]?.requests[3]?.params.messages[0].content, '😀 "x"\n');
});

test('calls are split by number and by size, in order, and none is left out', async () => {
  const parted = async (requests: number, bytes: number) =>
    (await all(chunksOf(calls, { requests, bytes }))).map((chunk) => chunk.calls.length);
  const perCall = (whole.bytes - '{"requests":[]}'.length - 4) / 5;
  assert.deepEqual(await parted(2, 1e9), [2, 2, 1]);
  assert.deepEqual(await parted(5, 1e9), [5]);
  assert.deepEqual(await parted(5, whole.bytes + 1), [5]);
  assert.deepEqual(await parted(5, 3 * (perCall + 1) + 15), [3, 2]);
  assert.deepEqual(await parted(5, 1), [1, 1, 1, 1, 1]);
  assert.deepEqual(
    (await all(chunksOf(calls, { requests: 2, bytes: 1e9 }))).flatMap((chunk) => chunk.calls),
    calls,
  );
  assert.deepEqual(await all(chunksOf([])), []);
});

test('the batches that are newer than another are found over all pages of the list, newest first', async (t) => {
  const { server, api } = await open(t);
  const ids = names(250).map((name) => server.addBatch([keyOf(name)]).id);
  const newer = await api.newerThan(ids[9] ?? '', never);
  assert.deepEqual(
    newer?.map(({ id }) => id),
    ids.slice(10).reverse(),
  );
  assert.equal((await api.newerThan(null, never))?.length, 250);
  assert.equal((await api.newest(never))?.id, ids[249]);
});

test('a list without the starting batch differs from one without newer batches', async (t) => {
  const { server, api } = await open(t);
  const { id } = server.addBatch([keyOf('a')]);
  assert.deepEqual(await api.newerThan(id, never), []);
  assert.equal(await api.newerThan('msgbatch_of_another', never), null);
});

test('an account without batches has no newest one', async (t) => {
  const { api } = await open(t);
  assert.equal(await api.newest(never), null);
  assert.deepEqual(await api.newerThan(null, never), []);
});

for (const body of [
  '{}',
  '[]',
  'null',
  '<html></html>',
  '{"data":"none"}',
  '{"data":[{"id":"../../x"}]}',
  '{"data":[{}]}',
]) {
  test(`the list ${body} is a failure and not an empty list`, async (t) => {
    const { api } = await open(t, { fault: () => ({ body }) });
    for (const list of [api.newerThan(null, never), api.newest(never)]) {
      assert.equal((await failureOf(list)).kind, 'broken_body');
    }
  });
}

test('an endless list is a failure', async (t) => {
  const id = (number: number) => `{"id":"b${number}","request_counts":{"processing":1}}`;
  const { api } = await open(t, { fault: (_call, number) => ({ body: `{"data":[${id(number)}],"has_more":true}` }) });
  assert.equal((await failureOf(api.newerThan('b', never))).message, attemptTexts.batch_list_endless({ pages: 100 }));
});

test('results that stall or break off are a failure', async (t) => {
  const faults = ['stall', 'cut'] as const;
  const { server, api } = await open(t, {
    polls: 0,
    fault: (call, number) => (call === 'results' ? (faults[number] ?? null) : null),
  });
  const { id } = await api.create(whole, never);
  assert.equal((await failureOf(all(api.results(id, never)))).kind, 'timeout');
  assert.equal((await failureOf(all(api.results(id, never)))).kind, 'broken_body');
  assert.equal((await all(api.results(id, never))).length, 5);
  assert.equal(server.calls.results, 3);
});

test('results are fetched from the base URL, whatever the results_url', async (t) => {
  const { server, api } = await open(t, { polls: 0 });
  const { id } = await api.create(whole, never); // the fake says https://results.invalid
  await all(api.results(id, never));
  assert.equal(server.calls.results, 1);
});

for (const line of ['nonsense', '7', '[]', 'null', '{"custom_id":"a","resu']) {
  test(`results with the line ${line} are a failure`, async (t) => {
    const { api } = await open(t, { fault: () => ({ body: `{"custom_id":"a"}\n${line}` }) });
    assert.equal((await failureOf(all(api.results('b', never)))).kind, 'broken_body');
  });
}

test('a result that is nested 100,000 levels fails only its own request', async (t) => {
  const input = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const content = `[{"type":"tool_use","name":"verdict","input":{"score":${input}}}]`;
  const body = `{"custom_id":"a","result":{"type":"succeeded","message":{"content":${content}}}}\n{"custom_id":"b","result":{"type":"expired"}}`;
  const { api } = await open(t, { fault: () => ({ body }) });
  const [nested, expired] = await all(api.results('b', never));
  assert.deepEqual([nested?.key, expired?.key], ['a', 'b']);
  assert.ok(nested && 'readReply' in nested);
  assert.doesNotThrow(() => JSON.stringify(nested.readReply({ ...requestOf('a'), tool })));
});

test('results that name no request are skipped', async (t) => {
  const body = '{"custom_id":"a","result":{"type":"expired"}}\n\n{"custom_id":"b"}\n{"result":{}}';
  const { api } = await open(t, { fault: () => ({ body }) });
  const results = await all(api.results('b', never));
  assert.deepEqual(
    results.map(({ key }) => key),
    ['a'],
  );
});

test('a signal ends results that stall', async (t) => {
  const { api } = await open(t, { polls: 0, fault: (call) => (call === 'results' ? 'stall' : null) });
  const { id } = await api.create(whole, never);
  const end = new AbortController();
  const lines = all(api.results(id, end.signal));
  setImmediate(() => end.abort(new Error('the end')));
  await assert.rejects(lines, /the end/);
});

test('a failure never shows the key, even if the server does', async (t) => {
  const error = { type: 'error', error: { type: 'invalid_request_error', message: `your key is ${sentinelKey}` } };
  const outcome = readResult({ custom_id: 'a', result: { type: 'errored', error } }, redact);
  assert.ok(outcome && 'failure' in outcome);
  assert.equal(outcome.failure.message, 'invalid_request_error: your key is [redacted]');
  const { api } = await open(t, { fault: () => ({ status: 400, text: JSON.stringify(error) }) });
  assert.match((await failureOf(api.newest(never))).message, /your key is \[redacted\]/);
});

test('a refusal of a batch with a deeply nested body is shown once', async (t) => {
  const { api } = await open(t, { fault: () => ({ status: 400, text: '['.repeat(4000) }) });
  const { kind, message } = await failureOf(api.newest(never));
  assert.equal(kind, 'bad_request');
  assert.match(message, /^400 the server's answer /);
});
