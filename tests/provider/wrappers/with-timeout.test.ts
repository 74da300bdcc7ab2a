import assert from 'node:assert/strict';
import test from 'node:test';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import type { Provider } from '#provider/provider.js';
import { withTimeout } from '#provider/wrappers/limits.js';
import { createScripted } from '../../support/scripted-provider.js';

const request = { provider: 'p', model: 'm', messages: [], max_tokens: 1 };
const open = () => new AbortController().signal;

/** Makes a provider that never answers and records the reason of its aborted signal. */
function deaf() {
  const reasons: unknown[] = [];
  const provider: Provider = {
    name: 'deaf',
    send: (_request, { signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      return new Promise(() => {});
    },
  };
  return { provider, reasons };
}

test('an endless attempt times out, even if the provider ignores its signal', async () => {
  const { provider, reasons } = deaf();
  const sending = withTimeout(provider).send(request, { signal: open(), timeout_s: 0.05 });
  await assert.rejects(sending, {
    name: 'ProviderFailure',
    kind: 'timeout',
    message: attemptTexts.timeout({ seconds: 0.05 }),
  });
  assert.equal(reasons.length, 1);
});

test('an attempt that ends in time is returned unchanged', async () => {
  const provider = withTimeout(createScripted(['hello']));
  assert.equal((await provider.send(request, { signal: open(), timeout_s: 5 })).text, 'hello');
});

test('a time limit above the maximum of a timer does not expire at once', async () => {
  const slow: Provider = {
    ...createScripted(['hello']),
    send: () => new Promise((resolve) => setTimeout(() => resolve({ text: 'late' } as never), 50)),
  };
  const reply = await withTimeout(slow).send(request, { signal: open(), timeout_s: 9_999_999 });
  assert.equal(reply.text, 'late');
});

test('an abort by the caller is thrown at once with its reason', async () => {
  const { provider, reasons } = deaf();
  const controller = new AbortController();
  const reason = new Error('interrupted');
  const sending = withTimeout(provider).send(request, { signal: controller.signal, timeout_s: 60 });
  controller.abort(reason);
  await assert.rejects(sending, reason);
  assert.deepEqual(reasons, [reason]);
});

test('no attempt begins after an abort by the caller', async () => {
  const scripted = createScripted(['hello']);
  const signal = AbortSignal.abort(new Error('gone'));
  await assert.rejects(withTimeout(scripted).send(request, { signal, timeout_s: 1 }), /gone/);
  assert.equal(scripted.requests.length, 0);
});

test('the wrapper has the name of the provider', () => {
  assert.equal(withTimeout(createScripted([], { name: 'n' })).name, 'n');
});

test('an attempt can read the files of its messages', async () => {
  const reading: Provider = {
    ...createScripted(['hello']),
    send: async (_request, { readFile }) => {
      const bytes = await readFile?.({ media_type: 'image/png', sha256: 'a', bytes: 3 });
      return { text: String(bytes) } as never;
    },
  };
  const readFile = async () => 'png';
  const reply = await withTimeout(reading).send(request, { signal: open(), timeout_s: 5, readFile });
  assert.equal(reply.text, 'png');
});
