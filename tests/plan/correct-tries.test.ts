import assert from 'node:assert/strict';
import test from 'node:test';
import { casePasses, decideCase } from '#decide/decide-case.js';
import type { Case } from '#model/case.js';
import { correctLevels, uncorrectLevels } from '#plan/correct-tries.js';
import { binomialUpperTail } from '#stats/binomial/binomial.js';
import { criticalCount } from '#stats/binomial/critical-count.js';
import { randomFrom } from '../promises/mutate.js';
import { caseOf, criterion, passesOrNot, scoresOf } from '../support/statistical-case.js';

const [bar, trials, alpha] = [0.9, 80, 0.05];
const rate = caseOf(trials, passesOrNot, [criterion('proportion_gte', { proportion: bar }, alpha)]);
/** More than are of any use: at the fifteenth attempt not even 80 of 80 would pass. */
const attempts = 30;

function levelOf(one: Case | undefined): number | undefined {
  return one?.expectations[0]?.criteria[0]?.significance_level;
}

test('the levels of the attempts sum to no more than the level that the file says', () => {
  const levels = Array.from({ length: 1000 }, (_, at) => levelOf(correctLevels([rate], at + 1)[0]) ?? Number.NaN);
  assert.deepEqual(levels.slice(0, 3), [alpha / 2, alpha / 6, alpha / 12]);
  const sum = levels.reduce((total, level) => total + level, 0);
  assert.ok(sum < alpha && sum > 0.998 * alpha, `${sum}`);
});

test('what was corrected is found again, and a criterion without a level gets none', () => {
  const every = caseOf(3, passesOrNot, [{ criterion: 'every_trial', params: {} }]);
  for (const attempt of [1, 2, 7, 1000])
    assert.deepEqual(uncorrectLevels(correctLevels([rate, every], attempt), attempt), [rate, every]);
});

/** The probability that a false claim, at the bar's edge, passes in any of the attempts, each at its level: in exact arithmetic but for rounding. */
function chanceOfAnyPass(levelAt: (attempt: number) => number): number {
  const none = Array.from({ length: attempts }, (_, at) => {
    const needed = criticalCount(trials, bar, levelAt(at + 1));
    return needed === null ? 1 : 1 - binomialUpperTail(needed, trials, bar);
  }).reduce((product, chance) => product * chance, 1);
  return 1 - none;
}

/** The share of users who see a pass, each running again until then. */
function shareOfLucky(users: number, caseAt: (attempt: number) => Case): number {
  const random = randomFrom(1212);
  const lucky = Array.from({ length: users }).filter(() => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const values = Array.from({ length: trials }, () => (random() < bar ? 1 : 0));
      if (casePasses(decideCase(caseAt(attempt), scoresOf(values)).verdicts)) return true;
    }
    return false;
  });
  return lucky.length / users;
}

test('of 1,000 impatient users with a prompt at the edge of its bar no more than 5 % ever see a pass, whatever their patience', () => {
  const corrected = Array.from({ length: attempts }, (_, at) => correctLevels([rate], at + 1)[0] ?? rate);
  const chance = chanceOfAnyPass((attempt) => alpha / (attempt * (attempt + 1)));
  assert.ok(chance <= alpha && chance > 0.01, `${chance}`);
  const share = shareOfLucky(1000, (attempt) => corrected[attempt - 1] ?? rate);
  const spread = Math.sqrt((chance * (1 - chance)) / 1000);
  assert.ok(share <= alpha && Math.abs(share - chance) < 4 * spread, `${share} beside ${chance}`);
});

test('without a correction more than half of them do', () => {
  const chance = chanceOfAnyPass(() => alpha);
  assert.ok(chance > 0.5, `${chance}`);
  assert.ok(Math.abs(shareOfLucky(300, () => rate) - chance) < 4 * Math.sqrt((chance * (1 - chance)) / 300));
});
