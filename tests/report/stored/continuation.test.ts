import assert from 'node:assert/strict';
import test from 'node:test';
import type { Budget } from '#model/config.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { defaultRunSettings, type RunSettings } from '#model/run/run.js';
import type { WhyMissing } from '#model/run/trial.js';
import { continuationOf } from '#report/stored/continuation.js';
import { planOf, resultOf } from '../../support/run-files.js';
import { sampleResult } from '../run-sample.js';

interface Situation {
  readonly why?: WhyMissing;
  readonly reason?: string;
  readonly manner?: Partial<RunSettings>;
  readonly budget?: Budget;
  readonly replies?: number;
  /** What the calls come to: those made, those left, and the budgets of prompts that made them. */
  readonly calls?: readonly [spent: number, left: number, budgets?: number];
}

function continuationIn({
  why = 'given_up',
  reason = 'it is',
  manner,
  budget = {},
  replies = 3,
  calls: [spent, left, budgets = 1] = [1, 1],
}: Situation) {
  const one = sampleResult('a', null, [{ findings: [], outcome: { outcome: 'missing', reason, why } }]);
  const result = resultOf({
    state: 'unfinished',
    cases: [one],
    replies: { model: replies, recorded: 0, synthetic: 0 },
  });
  const plan = planOf({ manner: { ...defaultRunSettings, ...manner } });
  const toFinish = () => ({ spent, left, budgets });
  return continuationOf(plan, result, { budget, flags: { root: 'my lib' }, toFinish });
}

const resume = "eva eval diff --resume --root 'my lib'";

const table: readonly [what: string, situation: Situation, expected: ReturnType<typeof continuationOf>][] = [
  ['a call was given up', {}, { needs: 'nothing', keepsReplies: true, command: resume }],
  ['there is no reply at all', { replies: 0 }, { needs: 'nothing', keepsReplies: false, command: resume }],
  [
    'only the reason mentions a budget',
    { reason: 'the budget of your account is used up', budget: { max_calls: 3 } },
    { needs: 'nothing', keepsReplies: true, command: resume },
  ],
  [
    'the budget is spent',
    { why: 'budget', budget: { max_calls: 3 } },
    { needs: 'budget', keepsReplies: true, command: `${resume} --max-calls MORE` },
  ],
  [
    'one of two limits is reached',
    { why: 'budget', reason: noReplyTexts.max_calls({ limit: 1 }), budget: { max_calls: 1, max_cost_usd: 5 } },
    { needs: 'budget', keepsReplies: true, command: `${resume} --max-calls 2` },
  ],
  [
    'the limit of dollars is reached',
    {
      why: 'budget',
      reason: `the judge: ${noReplyTexts.max_cost_usd({ limit: 0.5, most: 0.0121 })}`,
      budget: { max_calls: 1, max_cost_usd: 0.5 },
    },
    { needs: 'budget', keepsReplies: true, command: `${resume} --max-calls 2 --max-cost 0.52` },
  ],
  [
    'a limit of calls would stop it after that of dollars',
    {
      why: 'budget',
      reason: noReplyTexts.max_cost_usd({ limit: 0.05, most: 0.02 }),
      budget: { max_calls: 500, max_cost_usd: 0.05 },
      calls: [300, 598],
    },
    { needs: 'budget', keepsReplies: true, command: `${resume} --max-calls 898 --max-cost 12.01` },
  ],
  [
    'other prompts of its group have spent more than its limit in eva.yml',
    { why: 'budget', reason: noReplyTexts.max_calls({ limit: 60 }), budget: { max_calls: 60 }, calls: [120, 140] },
    { needs: 'budget', keepsReplies: true, command: `${resume} --max-calls 260` },
  ],
  [
    'other prompts of its group had a budget of dollars each',
    {
      why: 'budget',
      reason: noReplyTexts.max_cost_usd({ limit: 0.5, most: 0.01 }),
      calls: [60, 10, 3],
    },
    { needs: 'budget', keepsReplies: true, command: `${resume} --max-cost 1.6` },
  ],
  [
    'no reason names the limit',
    { why: 'budget', budget: { max_calls: 9, max_cost_usd: 1 } },
    { needs: 'budget', keepsReplies: true, command: `${resume} --max-calls MORE --max-cost MORE` },
  ],
  [
    'a replay lacks recordings',
    { why: 'no_recording', manner: { replay: true } },
    { needs: 'recordings', keepsReplies: true, command: "eva eval diff --record --root 'my lib'" },
  ],
  ['the run was merged', { manner: { merged: 3 } }, null],
];

for (const [what, situation, expected] of table) {
  test(`the command that continues an unfinished run if ${what}`, () =>
    assert.deepEqual(continuationIn(situation), expected));
}

test('a finished run needs no continuation', () => {
  assert.equal(continuationOf(planOf(), resultOf(), { budget: {}, flags: {} }), null);
});
