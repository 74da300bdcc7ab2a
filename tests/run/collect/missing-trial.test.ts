import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { NoReply } from '#provider/provider.js';
import { run } from '#run/run.js';
import { planOf, says, setUp } from '../scripted-run.js';

/** Makes a case that needs a rate of passing trials, of 20 by default. */
function rate(proportion: number, part: Partial<Case> = {}): Case {
  const one = { ...says('a', 'yes', 20), ...part };
  const criteria = [{ criterion: 'proportion_gte', params: { proportion } }];
  return { ...one, expectations: one.expectations.map((expectation) => ({ ...expectation, criteria })) };
}

/** Returns the number of requested trials, one at a time: `-` is missing, `y` passes, `n` fails; the last fate repeats. */
async function askedFor(one: Case, fates: string): Promise<number> {
  const answer = ({ draw }: { draw: { trial: number } }) => {
    const fate = fates.at(Math.min(draw.trial, fates.length - 1));
    if (fate === '-') throw new NoReply('no recording', { why: 'no_recording' });
    return { text: fate === 'y' ? 'yes' : 'no' };
  };
  const { deps, calls } = setUp(answer, { concurrency: 1 });
  const { cases, state } = await run(planOf(one), deps);
  assert.deepEqual([state, cases[0]?.passed, cases[0]?.stopped_at, cases[0]?.verdicts], ['unfinished', null, null, []]);
  assert.equal(cases[0]?.trials.length, calls.length);
  return calls.length;
}

// At 0.05, 60 of 60 must pass for 95 %: 0.95^60 = 0.046, and 59 or more have 0.19.
// 15 of 20 must pass for 50 %: 21,700/2^20 = 0.021, and 14 or more have 0.058.
const table: readonly [what: string, one: Case, fates: string, asked: number][] = [
  ['the first failure ends the case if none is allowed', rate(0.95, { sample_size: 60 }), 'yyy-n', 5],
  ['the sixth failure ends the case if five are allowed', rate(0.5), '-n', 7],
  ['earlier and later failures count alike', rate(0.5), 'nnnn-n', 7],
  ['several missing trials all count as passed', rate(0.5), '-n-n-n-n-n-n', 12],
  ['a case that could still pass is collected completely', rate(0.5), '-nnnnny', 20],
  ['a case that is certain to pass is collected completely', rate(0.5), '-y', 20],
  ['the first failure ends a case in which every trial must pass', says('a', 'yes', 9), 'y-yyn', 5],
  ['stop_early: false collects every trial', rate(0.5, { stop_early: false }), '-n', 20],
  ['all trials are requested if all are missing', rate(0.5), '-', 20],
];

for (const [what, one, fates, asked] of table) {
  test(`after a missing trial: ${what}`, async () => assert.equal(await askedFor(one, fates), asked));
}
