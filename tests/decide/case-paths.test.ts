import assert from 'node:assert/strict';
import test from 'node:test';
import { casePaths, decideCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { Trial } from '#model/run/trial.js';
import type { ClaimPath } from '#model/run/verdict.js';
import { datasetWith } from '../support/dataset.js';
import { caseOf, criterion, type Example, measured, passesOrNot, scoresOf } from '../support/statistical-case.js';

const bar = (proportion: number) => criterion('proportion_gte', { proportion });

/** Returns trials that miss where `isMiss` says so; each 17th has no value. */
function examples(n: number, isMiss: (index: number) => boolean): readonly Example[] {
  return Array.from({ length: n }, (_, index) => (index % 17 === 16 ? 'ungraded' : isMiss(index) ? 0 : 1));
}

function pathOf(testCase: Case, values: readonly Example[]) {
  const scores = scoresOf(values);
  const placeOf = (trial: number) => ({ origin: { item: `item-${trial}`, draw: 0 } });
  const { verdicts, used } = decideCase(testCase, scores, undefined, { placeOf });
  const trials = Array.from(
    { length: used },
    (_, index): Trial => ({
      ...{ case: testCase.name, index, turns: [], started_at: '', duration_s: 0, outcome: 'finished' },
    }),
  );
  const [path] = casePaths(testCase, { trials, scores: scores.filter(({ trial }) => trial < used), verdicts });
  return { path: path ?? null, outcome: verdicts[0]?.outcome, used };
}

/** Returns the first number of units at which a path is at or beyond one of its lines, and which. */
function crossing({ used, misses, pass, stop }: ClaimPath): readonly [number, 'pass' | 'stop' | null] {
  for (let t = 1; t <= used; t++) {
    const missed = misses.filter((at) => at <= t).length;
    const [most, fewest] = [pass[t - 1] ?? null, stop[t - 1] ?? null];
    if (most !== null && missed <= most) return [t, 'pass'];
    if (fewest !== null && missed >= fewest) return [t, 'stop'];
  }
  return [used, null];
}

const n = 200;
const kinds: Readonly<Record<string, Case>> = {
  binomial: caseOf(n, passesOrNot, [bar(0.9)]),
  sequential: caseOf(n, passesOrNot, [bar(0.9)], { sequential: true }),
  file: caseOf(n, passesOrNot, [bar(0.9)], { dataset: datasetWith({ kept: 400, asked: n, claim: 'file' }) }),
  'sequential file': caseOf(n, passesOrNot, [bar(0.9)], {
    sequential: true,
    dataset: datasetWith({ kept: 400, asked: n, claim: 'file' }),
  }),
};

for (const [kind, testCase] of Object.entries(kinds)) {
  test(`the lines of a path are those at which a run ends: ${kind}`, () => {
    for (let every = 2; every < 60; every++) {
      const { path, outcome, used } = pathOf(
        testCase,
        examples(n, (index) => index % every === every - 1),
      );
      assert.ok(path);
      const [at, line] = crossing(path);
      assert.equal(at, used, `every ${every}`);
      assert.equal(line === 'pass', outcome === 'passed', `every ${every}`);
    }
  });
}

test('a test that ends with one miss too many has a limit, one that gives up has none', () => {
  const values = examples(n, (index) => index % 4 === 0);
  const { path, used } = pathOf(kinds['binomial'] as Case, values);
  assert.equal(path?.misses.length, (path?.limit ?? 0) + 1);
  assert.equal(path?.misses.at(-1), used);
  assert.equal(pathOf(kinds['sequential'] as Case, values).path?.limit, null);
});

test('a claim about means, about several answers to an item, or that every trial passes, has no path', () => {
  const mean = caseOf(n, measured('per_turn.response_latency'), [criterion('mean_lt', { threshold: 9 })]);
  const drawn = caseOf(20, passesOrNot, [bar(0.5)], { dataset: datasetWith({ draws: 2 }) });
  const every = caseOf(20, passesOrNot, [criterion('every_trial', {})]);
  for (const testCase of [mean, drawn, every])
    assert.equal(
      pathOf(
        testCase,
        examples(20, () => false),
      ).path,
      null,
    );
});
