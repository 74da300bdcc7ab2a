import assert from 'node:assert/strict';
import test from 'node:test';
import { runChecks } from '#grade/check-parts/run-checks.js';
import type { Reply } from '#model/reply/exchange.js';
import type { TrialTurn } from '#model/run/trial.js';
import { NoReply, RanOutOfTime } from '#provider/provider.js';
import { inTurn, scriptedJudge } from '../../support/scripted-ask.js';
import { context } from '../check-context.js';

const judge = {
  model: 'judge-1',
  timeout_s: 20,
  max_tokens: 256,
  scale: { min: 1, max: 5 },
  pass_threshold: 4,
  votes: 1,
};
const decided = (decision: string): Partial<Reply> => ({ tool_input: { reason: 'It says so.', decision } });

async function holds(op: string, replies: readonly Partial<Reply>[], stop = 'end') {
  const turn: TrialTurn = { user_message: 'q', app_response: 'No.', latency: 1, details: { stop } };
  const trial = { ...context.trial, turns: [turn] };
  const asking = scriptedJudge(inTurn(replies));
  const [finding] = await runChecks([{ op, value: true, judge }], 'No.', { ...context, trial, asking });
  return finding?.holds;
}

test('the judge decides whether a response declines', async () => {
  assert.equal(await holds('refuses', [decided('YES')]), true);
  assert.equal(await holds('refuses', [decided('NO')]), false);
  assert.equal(await holds('not_refuses', [decided('YES')]), false);
  assert.equal(await holds('not_refuses', [decided('NO')]), true);
});

test('a refusal that the provider reports asks no judge', async () => {
  assert.equal(await holds('refuses', [], 'refusal'), true);
  assert.equal(await holds('not_refuses', [], 'refusal'), false);
});

test('without a readable decision, and without a judge, both forms are ungraded', async () => {
  for (const op of ['refuses', 'not_refuses']) {
    assert.equal(await holds(op, [decided('MAYBE'), decided('MAYBE')]), null);
    const [finding] = await runChecks([{ op, value: true, judge }], 'No.', context);
    assert.equal(finding?.holds, null);
  }
});

test('at_least may count a check that asks the judge', async () => {
  const value = { count: 1, of: [{ refuses: true }, { contains: 'x' }] };
  const asking = scriptedJudge(inTurn([decided('YES')]));
  const [finding] = await runChecks([{ op: 'at_least', value, judge }], 'No.', { ...context, asking });
  assert.equal(finding?.holds, true);
});

test('a call that ends without a reply, in whatever way, fails no check', async () => {
  const value = { count: 1, of: [{ refuses: true }, { contains: 'x' }] };
  for (const error of [new NoReply('down'), new RanOutOfTime('late'), new DOMException('stopped', 'AbortError')]) {
    const asking = { ...scriptedJudge(inTurn([])), ask: () => Promise.reject(error) };
    for (const spec of [
      { op: 'refuses', value: true, judge },
      { op: 'not_refuses', value: true, judge },
      { op: 'at_least', value, judge },
    ]) {
      await assert.rejects(runChecks([spec], 'No.', { ...context, asking }), (thrown) => thrown === error);
    }
  }
});
