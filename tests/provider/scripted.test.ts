import assert from 'node:assert/strict';
import test from 'node:test';
import { createScripted } from '#provider/scripted.js';

const request = { provider: 'p', model: 'm', messages: [], max_tokens: 1 };
const options = { signal: new AbortController().signal, timeout_s: 1 };

test('a script is played step by step, and asking beyond its end is an error', async () => {
  const provider = createScripted(['one', { text: 'two', stop: 'max_tokens' }, new Error('three')]);
  assert.equal((await provider.send(request, options)).text, 'one');
  const second = await provider.send(request, options);
  assert.deepEqual([second.text, second.stop, second.model], ['two', 'max_tokens', 'm']);
  await assert.rejects(provider.send(request, options), /three/);
  await assert.rejects(provider.send(request, options), /the script of "scripted" has no step 4/);
  assert.equal(provider.requests.length, 4);
});

test('a function of the request may be the script', async () => {
  const provider = createScripted(({ model }, call) => `${model} ${call}`);
  await provider.send(request, options);
  assert.equal((await provider.send(request, options)).text, 'm 1');
});
