import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { ModelRequest } from '#model/reply/exchange.js';
import { type Provider, ProviderFailure } from '#provider/provider.js';
import type { ProviderType } from '#provider/types/provider-type.js';

const request: ModelRequest = {
  provider: 'any',
  model: 'model-1',
  messages: [{ role: 'user', content: 'Grüße "quoted" \\ $& {{x}}\n\nlast line\n' }],
  max_tokens: 64,
};
const options = { signal: new AbortController().signal, timeout_s: 10 };

/** A provider in the states of the contract. */
export interface ContractSubject {
  /** A provider whose model answers `you said: ` and the user's message. */
  readonly echoing: (t: TestContext) => Promise<Provider>;
  /** An unreachable provider, and its kind of failure. */
  readonly broken: (t: TestContext) => Promise<readonly [Provider, string]>;
  /** A provider that never answers. */
  readonly silent: (t: TestContext) => Promise<Provider>;
}

/** Declares the tests that each provider must pass. */
export function testContract(
  { name, can, openBatches, required, settings }: ProviderType,
  subject: ContractSubject,
): void {
  test(`${name}: what it is said to be able to do agrees with what it has`, () => {
    assert.equal(openBatches !== undefined, can.batches);
    const known: readonly string[] = settings;
    for (const setting of Object.keys(required ?? {})) assert.ok(known.includes(setting), setting);
  });

  test(`${name}: the prompt arrives and the reply comes back byte for byte`, async (t) => {
    const provider = await subject.echoing(t);
    const reply = await provider.send(request, options);
    assert.equal(reply.text, `you said: ${request.messages[0]?.content}`);
    assert.equal(reply.stop, 'end');
    assert.equal(reply.model, 'model-1');
    assert.equal('tool_input' in reply, false);
  });

  test(`${name}: tokens are counted, or said to be unknown`, async (t) => {
    const { usage } = await (await subject.echoing(t)).send(request, options);
    const unknown = { input_tokens: null, output_tokens: null };
    assert.deepEqual(usage, can.tokenCounts ? { input_tokens: 12, output_tokens: 7 } : unknown);
  });

  test(`${name}: latency is measured in seconds`, async (t) => {
    const provider = await subject.echoing(t);
    const startedAt = performance.now();
    const latency_s = (await provider.send(request, options)).latency_s ?? 0;
    assert.ok(latency_s > 0 && latency_s <= (performance.now() - startedAt) / 1000, `${latency_s} s`);
  });

  test(`${name}: what cannot be reached is a failure of one attempt`, async (t) => {
    const [provider, kind] = await subject.broken(t);
    await assert.rejects(provider.send(request, options), (error) => {
      assert.ok(error instanceof ProviderFailure);
      assert.equal(error.kind, kind);
      assert.match(error.message, /^[^\n]{1,300}$/);
      return true;
    });
  });

  test(`${name}: an abort is thrown at once, with its own reason`, async (t) => {
    const provider = await subject.silent(t);
    const controller = new AbortController();
    const reason = new Error('interrupted');
    const sending = provider.send(request, { signal: controller.signal, timeout_s: 60 });
    setTimeout(() => controller.abort(reason), 100);
    const startedAt = performance.now();
    await assert.rejects(sending, reason);
    assert.ok(performance.now() - startedAt < 10_000);
  });
}
