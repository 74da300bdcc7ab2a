import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { decideCase } from '#decide/watch-case.js';
import type { Case, Subject } from '#model/case.js';
import type { Grader } from '#model/grader.js';
import type { CriterionSpec } from '#model/settings.js';
import {
  caseOf,
  conversation,
  criterion,
  type Example,
  measured,
  passesOrNot,
  scoredFrom,
  scoresOf,
  single,
} from '../support/statistical-case.js';

const latency = measured('per_turn.response_latency');
const without = fc.constantFrom<Example>('failed', 'ungraded');
const mostly = (value: fc.Arbitrary<Example>) =>
  fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: without });

interface Kind {
  readonly title: string;
  readonly grader: Grader;
  readonly subject: Subject;
  readonly spec: CriterionSpec;
  readonly trial: fc.Arbitrary<Example>;
}

const kinds: readonly Kind[] = [
  {
    title: 'a rate',
    grader: passesOrNot,
    subject: single,
    spec: criterion('proportion_gte', { proportion: 0.6 }),
    trial: mostly(fc.constantFrom(1, 1, 1, 0)),
  },
  {
    title: 'a median',
    grader: scoredFrom(1, 10),
    subject: single,
    spec: criterion('median_gte', { threshold: 7 }),
    trial: mostly(fc.integer({ min: 4, max: 10 })),
  },
  {
    title: 'a mean of scores',
    grader: scoredFrom(1, 10),
    subject: single,
    spec: criterion('mean_gte', { threshold: 6 }),
    trial: mostly(fc.integer({ min: 3, max: 10 })),
  },
  {
    title: 'a mean of latencies',
    grader: latency,
    subject: single,
    spec: criterion('mean_lt', { threshold: 12 }),
    trial: mostly(fc.double({ min: 0, max: 30, noNaN: true })),
  },
  {
    title: 'a mean by betting',
    grader: scoredFrom(1, 10),
    subject: single,
    spec: criterion('mean_gte', { threshold: 5, method: 'betting' }),
    trial: mostly(fc.integer({ min: 3, max: 10 })),
  },
  {
    title: 'a share of turns',
    grader: latency,
    subject: conversation,
    spec: criterion('proportion_lt', { threshold: 2, proportion: 0.6 }),
    trial: mostly(fc.array(fc.constantFrom(1, 1, 1, 3), { minLength: 1, maxLength: 5 })),
  },
];

/** Returns whether the case passes, with or without early stopping, and after how many trials that was certain. */
function outcomeOf(one: Case, examples: readonly Example[]) {
  const { verdicts, used } = decideCase(one, scoresOf(examples));
  return { passes: verdicts.every(({ outcome }) => outcome === 'passed'), used, verdicts };
}

for (const { title, grader, subject, spec, trial } of kinds) {
  const sample = fc.array(trial, { minLength: 1, maxLength: 40 });

  test(`${title}: a case that stops early passes if and only if the whole sample does`, () => {
    fc.assert(
      fc.property(sample, (examples) => {
        const one = caseOf(examples.length, grader, [spec], { subject });
        const whole = outcomeOf({ ...one, stop_early: false }, examples);
        assert.equal(whole.used, examples.length);
        assert.equal(outcomeOf(one, examples).passes, whole.passes);
      }),
      { seed: 31, numRuns: 150 },
    );
  });

  test(`${title}: a case stops at the first trial after which the best and the worst completion agree`, () => {
    fc.assert(
      fc.property(sample, (examples) => {
        const n = examples.length;
        const one = caseOf(n, grader, [spec], { subject });
        const { used } = outcomeOf(one, examples);
        const whole = { ...one, stop_early: false };
        const [best, worst] = extremesOf(spec, grader);
        const passesWith = (count: number, rest: Example) =>
          outcomeOf(whole, [...examples.slice(0, count), ...Array.from({ length: n - count }, () => rest)]).passes;
        const isSettled = (count: number) => passesWith(count, best) === passesWith(count, worst);
        const canPassAtAll = passesWith(0, best);
        assert.equal(used, canPassAtAll ? [...examples.keys(), n].find((count) => count > 0 && isSettled(count)) : n);
      }),
      { seed: 32, numRuns: 40 },
    );
  });
}

/** Returns the best and the worst value of a trial for a criterion. */
function extremesOf({ criterion: name }: CriterionSpec, grader: Grader): readonly [Example, Example] {
  if (grader.grader === 'trial_passes') return [1, 0];
  const [low, high] = grader.grader === 'metric' ? [0, 30] : [1, 10];
  return name.endsWith('_lt') ? [low, high] : [high, low];
}

test('the order in which scores arrive does not change the verdicts', () => {
  const one = caseOf(30, passesOrNot, [criterion('proportion_gte', { proportion: 0.7 })], { sequential: true });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(1, 0), { minLength: 30, maxLength: 30 }),
      fc.func(fc.integer()),
      (values, key) => {
        const scores = scoresOf(values);
        const shuffled = [...scores].sort((a, b) => key(a.trial) - key(b.trial));
        assert.deepEqual(decideCase(one, shuffled), decideCase(one, scores));
      },
    ),
    { seed: 33, numRuns: 100 },
  );
});
