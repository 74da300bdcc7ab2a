import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import type { Budget } from '#model/config.js';
import { openPrompt } from '#run/prompt/open-prompt.js';
import { budgetPrices } from '#run/replies/liveness.js';
import { runSettingsOf } from '#run/session/run-options.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';

const evalFile =
  'cases:\n  - { name: happy, inputs: { code: x }, model: claude-opus-4-7, assert: [ { contains: good } ] }\n';

function raisedWith(t: TestContext, budget: Budget | null, config: string) {
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': evalFile,
    'eva.yml': `prices: { claude-opus-4-7: { input: 0, output: 0 } }\n${config}`,
  });
  const manner = runSettingsOf({ budget });
  return budgetPrices(openPrompt(root, 'diff', { manner, prices: { env: {} } }), {});
}

test('a limit of the command line counts no price of eva.yml below a built-in one; the shown prices stay', (t) => {
  const { prices, raised } = raisedWith(t, { max_cost_usd: 1 }, 'budget: { max_cost_usd: 9 }\n');
  assert.deepEqual(raised, ['claude-opus-4-7']);
  assert.deepEqual(prices['claude-opus-4-7'], { input: 5, output: 25 });
});

test('the budget of eva.yml counts with the prices of eva.yml, also beside other limits of the command line', (t) => {
  for (const budget of [null, { max_calls: 3 }]) {
    const { prices, raised } = raisedWith(t, budget, 'budget: { max_cost_usd: 9 }\n');
    assert.deepEqual(raised, []);
    assert.deepEqual(prices['claude-opus-4-7'], { input: 0, output: 0 });
  }
});
