import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { Price } from '#model/config.js';
import type { Reply, TokenUsage } from '#model/reply/exchange.js';
import type { ModelSettings } from '#model/settings.js';
import { runTrial } from '#subject/run-trial.js';
import { caseWith } from '../support/prompt.js';
import { talkDeps } from '../support/talk.js';

async function costOf(usage: TokenUsage, prices: Readonly<Record<string, Price>>): Promise<unknown> {
  const { deps } = talkDeps(() => ({ text: 'yes', usage, model: 'as-reported' }), { prices });
  const trial = await runTrial(caseWith('a', []), '<task/>', { index: 0 }, deps);
  return trial.turns[0]?.details['cost_usd'];
}

function withSettings(part: Partial<ModelSettings>): Case {
  const one = caseWith('a', []);
  if (one.subject.kind !== 'prompt') return assert.fail();
  return { ...one, subject: { ...one.subject, settings: { ...one.subject.settings, ...part } } };
}

const prices = { 'claude-opus-4-7': { input: 5, output: 25 } };
const usage = { input_tokens: 1000, output_tokens: 200 };

test('a turn is priced by the requested model, whoever recorded it', async () => {
  // 1000 tokens at 5 and 200 at 25 dollars a million.
  assert.equal(await costOf(usage, prices), 0.01);
});

test('a model with a provider prefix has the price of its own name', async () => {
  const { deps } = talkDeps(() => ({ text: 'yes', usage }), {
    prices: { 'claude-opus-4-7': { input: 5, output: 25 }, 'anthropic:claude-opus-4-7': { input: 1, output: 1 } },
    route: (name) => ({
      provider: 'scripted',
      model: name.replace('anthropic:', ''),
      forcesTools: true,
      config: { type: 'scripted' },
    }),
  });
  const trial = await runTrial(withSettings({ model: 'anthropic:claude-opus-4-7' }), '<task/>', { index: 0 }, deps);
  assert.equal(trial.turns[0]?.details['cost_usd'], 0.01);
});

test('a prompt is sent with the settings of its case, without an unset temperature', async () => {
  const requestWith = async (part: Partial<ModelSettings>) => {
    const { deps, requests } = talkDeps(() => ({ text: 'yes' }));
    await runTrial(withSettings(part), '<task/>', { index: 3 }, deps);
    return requests[0];
  };
  const request = {
    provider: 'scripted',
    model: 'm',
    messages: [{ role: 'user', content: '<task/>' }],
    max_tokens: 7,
    temperature: 0,
  };
  assert.deepEqual(await requestWith({ model: 'm', max_tokens: 7, temperature: 0 }), request);
  assert.equal(Object.hasOwn((await requestWith({})) ?? {}, 'temperature'), false);
});

const failed: readonly (readonly [what: string, reply: Partial<Reply>, reason: string])[] = [
  ['an empty reply', { text: '' }, 'the reply is empty'],
  ['a reply of blanks', { text: ' \n\t ' }, 'the reply is empty'],
  ['a refusal', { text: 'no', stop: 'refusal' }, 'the model refused to answer'],
  ['an unknown end', { text: 'yes', stop: 'other' }, 'the reply is not whole, or has a part that eva cannot read'],
];

for (const [what, reply, reason] of failed) {
  test(`${what} fails its trial`, async () => {
    const { deps } = talkDeps(() => reply);
    const trial = await runTrial(caseWith('a', []), '<task/>', { index: 0 }, deps);
    assert.deepEqual([trial.outcome, 'reason' in trial && trial.reason], ['failed', reason]);
  });
}

test('without a price or a token count the cost is unknown, not 0', async () => {
  assert.equal(await costOf(usage, { 'as-reported': prices['claude-opus-4-7'] }), null);
  assert.equal(await costOf({ ...usage, output_tokens: null }, prices), null);
});
