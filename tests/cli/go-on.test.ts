import assert from 'node:assert/strict';
import test from 'node:test';
import { goOnOf } from '#cli/evaluating/go-on.js';
import type { Budget } from '#model/config.js';
import { ordinaryManner, type RunManner } from '#model/run/run.js';
import type { WhyMissing } from '#model/run/trial.js';
import { sampleResult } from '../report/run-sample.js';
import { planOf, resultOf } from '../support/run-files.js';

interface Situation {
  readonly why?: WhyMissing;
  readonly reason?: string;
  readonly manner?: Partial<RunManner>;
  readonly budget?: Budget;
  readonly replies?: number;
}

function saidOf({ why = 'given_up', reason = 'it is', manner, budget = {}, replies = 3 }: Situation) {
  const one = sampleResult('a', null, [{ findings: [], outcome: { outcome: 'missing', reason, why } }]);
  const result = resultOf({
    state: 'unfinished',
    cases: [one],
    replies: { model: replies, recorded: 0, synthetic: 0 },
  });
  const plan = planOf({ manner: { ...ordinaryManner, ...manner } });
  const goOn = goOnOf(plan, result, budget, { root: 'my lib' });
  return goOn && `${goOn.how}: ${goOn.command}`;
}

const kept = 'every reply is kept, and none is asked for again; ';
const table: readonly [what: string, situation: Situation, said: string | null][] = [
  ['a call was given up', {}, `${kept}go on with: eva eval diff --resume --root 'my lib'`],
  ['there is no reply at all', { replies: 0 }, "go on with: eva eval diff --resume --root 'my lib'"],
  [
    'the reason alone speaks of a budget',
    { reason: 'the budget of your account is used up', budget: { max_calls: 3 } },
    `${kept}go on with: eva eval diff --resume --root 'my lib'`,
  ],
  [
    'a budget is used up',
    { why: 'budget', budget: { max_calls: 3 } },
    `${kept}go on with a larger budget: eva eval diff --resume --root 'my lib' --max-calls MORE`,
  ],
  [
    'one of several bounds is reached',
    { why: 'budget', budget: { max_tokens: 9, max_cost_usd: 1 } },
    `${kept}go on with a larger budget: eva eval diff --resume --root 'my lib' --max-tokens MORE --max-cost MORE`,
  ],
  [
    'a replay lacks recordings',
    { why: 'no_recording', manner: { replay: true } },
    "a replay has only what was recorded: run without --replay, or record the replies first: eva eval diff --record --root 'my lib'",
  ],
  [
    'no model could be called for want of a key',
    { why: 'no_recording', replies: 0 },
    "set the key that is missing, and go on with: eva eval diff --resume --root 'my lib'",
  ],
  ['the run was merged', { manner: { merged: 3 } }, null],
];

for (const [what, situation, said] of table) {
  test(`how to go on is said if ${what}`, () => assert.equal(saidOf(situation), said));
}

test('nothing is to be gone on with in a finished run', () => {
  assert.equal(goOnOf(planOf(), resultOf(), {}, {}), null);
});
