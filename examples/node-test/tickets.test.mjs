import assert from 'node:assert/strict';
import test from 'node:test';
import { SigmaEval, scriptedProvider } from 'eva-harness';
import { assertPasses } from 'eva-harness/matchers';
import { sortsTickets, ticketBot } from '../app/tickets.mjs';

const timeout = 10 * 60_000;

/** A user who sends the message of the item, as the scenario asks. */
const customers = scriptedProvider(({ system = '', messages }) => {
  const asked = [system, ...messages.map(({ content }) => content)].join('\n');
  return { message: /You send this message: (.*)/.exec(asked)?.[1] ?? '', next: 'continue' };
});

const sigma = new SigmaEval({ judge_model: 'stand-in', provider: customers });

test('each ticket goes to the right team', { timeout }, async ({ signal }) => {
  const result = await sigma.evaluate(sortsTickets, ticketBot, { signal });
  console.log(String(result));
  assertPasses(result);
});

test('the result names the tickets that went to the wrong team', { timeout }, async ({ signal }) => {
  const result = await sigma.evaluate(sortsTickets, () => 'bugs', { signal });
  assert.equal(result.outcome, 'failed');
  assert.deepEqual(result.dataset?.wrong.map(({ id }) => id).sort(), ['T1', 'T3', 'T4']);
});
