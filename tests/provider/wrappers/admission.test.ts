import assert from 'node:assert/strict';
import test from 'node:test';
import { type FailureKind, NoReply, ProviderFailure } from '#provider/provider.js';
import { type Admission, withAdmission } from '#provider/wrappers/limits.js';
import { requestTo } from '../../support/fake-provider.js';
import { createScripted, type Script } from '../../support/scripted-provider.js';

/** Makes a provider with an admission that records its calls. */
function admitted(script: Script, { refuses = false }: { refuses?: boolean } = {}) {
  const notes: string[] = [];
  const admission: Pick<Admission, 'admit'> = {
    admit: async ({ model }, until) => {
      notes.push(`asked for ${model}`);
      assert.equal(until, stop.signal);
      if (refuses) throw new NoReply('the budget is used up', { why: 'budget' });
      return (outcome) => notes.push(typeof outcome === 'string' ? outcome : `told ${outcome.text}`);
    },
  };
  const scripted = createScripted(script);
  const [signal, stop] = [new AbortController(), new AbortController()];
  const provider = withAdmission(scripted, admission);
  const send = () => provider.send(requestTo('m'), { signal: signal.signal, stop: stop.signal, timeout_s: 9 });
  return { notes, send, signal, stop, requests: scripted.requests };
}

test('an attempt waits for admission and reports its reply', async () => {
  const { notes, send } = admitted(['hello', 'again']);
  assert.equal((await send()).text, 'hello');
  await send();
  assert.deepEqual(notes, ['asked for m', 'told hello', 'asked for m', 'told again']);
});

test('an attempt that is not admitted is not made', async () => {
  const { notes, requests, send } = admitted(['hello'], { refuses: true });
  await assert.rejects(send(), /the budget is used up/);
  assert.deepEqual([requests.length, notes], [0, ['asked for m']]);
});

const kinds: readonly (readonly [FailureKind, 'lost' | 'unpaid'])[] = [
  ['rate_limited', 'unpaid'],
  ['overloaded', 'unpaid'],
  ['server_error', 'unpaid'],
  ['connection', 'unpaid'],
  ['broken_body', 'lost'],
  ['timeout', 'lost'],
  ['process', 'lost'],
  ['no_program', 'unpaid'],
  ['refused_key', 'unpaid'],
  ['not_allowed', 'unpaid'],
  ['bad_request', 'unpaid'],
  ['unknown_model', 'unpaid'],
];

for (const [kind, outcome] of kinds) {
  test(`an attempt that ends with ${kind} is ${outcome}`, async () => {
    const failure = new ProviderFailure(kind, 'no luck');
    const { notes, send } = admitted([failure]);
    await assert.rejects(send(), failure);
    assert.deepEqual(notes, ['asked for m', outcome]);
  });
}

test('an attempt whose connection broke after the request was sent is lost', async () => {
  const { notes, send } = admitted([new ProviderFailure('connection', 'reset', { wasSent: true })]);
  await assert.rejects(send());
  assert.deepEqual(notes, ['asked for m', 'lost']);
});

test('an attempt in a batch that eva cannot poll is pending', async () => {
  const { notes, send } = admitted([new NoReply('no reply to a batch', { why: 'batch_unread' })]);
  await assert.rejects(send());
  assert.deepEqual(notes, ['asked for m', 'pending']);
});

test('an attempt that the signal aborts is lost, and one aborted before it begins costs nothing', async () => {
  const [end, enough] = [new Error('ended'), new Error('enough')];
  const { notes, send, signal, stop } = admitted([enough, end]);
  stop.abort(enough);
  await assert.rejects(send(), enough);
  signal.abort(end);
  await assert.rejects(send(), end);
  assert.deepEqual(notes, ['asked for m', 'unpaid', 'asked for m', 'lost']);
});
