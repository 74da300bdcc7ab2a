import assert from 'node:assert/strict';
import test from 'node:test';
import { criteria } from '#decide/criteria/index.js';
import { classCriterionNames } from '#decide/dataset/class-tally.js';
import { decideCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { Grader } from '#model/grader.js';
import type { Score, Valued } from '#model/run/trial.js';
import type { CriterionSpec } from '#model/settings.js';
import { caseWith } from '../support/prompt.js';
import { measured } from '../support/statistical-case.js';

const params: Readonly<Record<string, CriterionSpec['params']>> = {
  every: {},
  proportion: { threshold: 2, proportion: 0.9 },
  mean: { threshold: 2, cap: 10 },
  median: { threshold: 2 },
};

const metric: Grader = measured('per_turn.response_latency');

function caseOf(criterion: string, sample_size: number, sequential: boolean): Case {
  const spec = { criterion, params: params[criterion.split('_')[0] ?? ''] ?? {} };
  const expectations = [{ about: 'latency', grader: metric, criteria: [spec] }];
  return { ...caseWith('a', []), sample_size, sequential, expectations };
}

function scoresOf(n: number, valued: Valued): readonly Score[] {
  return Array.from({ length: n }, (_, trial) => ({ expectation: 0, trial, turn: 0, findings: [], ...valued }));
}

const extremes: readonly Valued[] = [
  { value: 0 },
  { value: 2 },
  { value: 1e9 },
  { value: null, why: 'failed', reason: 'refused' },
  { value: null, why: 'ungraded', reason: 'unreadable' },
];

for (const { name } of criteria.filter((one) => !classCriterionNames.includes(one.name))) {
  test(`${name} gives only finite numbers, however extreme the data`, () => {
    for (const n of [1, 2, 30]) {
      for (const sequential of [false, true]) {
        for (const valued of extremes) {
          const one = caseOf(name, n, sequential);
          const { verdicts } = decideCase(one, scoresOf(n, valued));
          assert.equal(verdicts.length, 1);
          assert.deepEqual(JSON.parse(JSON.stringify(verdicts)), verdicts);
        }
      }
    }
  });
}
