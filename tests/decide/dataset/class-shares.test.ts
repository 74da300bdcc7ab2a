import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Case } from '#model/case.js';
import { bettingP } from '#stats/e-process.js';
import { assertClose } from '../../support/assert-close.js';
import { caseOn, decideOn, runOn, share, withClasses } from '../../support/dataset-case.js';
import { criterion } from '../../support/statistical-case.js';
import { type Answer, caseOfClasses, trialsOf } from './class-trials.js';

function verdictOf(...given: Parameters<typeof caseOfClasses>) {
  return decideOn(caseOfClasses(...given), trialsOf(given[0])).verdicts[1] ?? assert.fail();
}

/** Returns P(X >= k) for a binomial X, summed term by term. */
function atLeast(k: number, n: number, p: number): number {
  let [sum, ways] = [0, 1];
  for (let hits = 0; hits <= n; hits++) {
    if (hits >= k) sum += ways * p ** hits * (1 - p) ** (n - hits);
    ways = (ways * (n - hits)) / (hits + 1);
  }
  return Math.min(1, sum);
}

/** Returns hits and n of a measure, counted from the answers. Failed answers are none of the classes. */
function countsOf(answers: readonly Answer[], measure: string, name: string) {
  const tp = answers.filter(([expected, answered]) => expected === name && answered === name).length;
  const expectedOnes = answers.filter(([expected]) => expected === name).length;
  const answeredOnes = answers.filter(([, answered]) => answered === name).length;
  const n = { recall: expectedOnes, precision: answeredOnes, f1: expectedOnes + answeredOnes - tp }[measure] ?? 0;
  return { hits: tp, n };
}

const anAnswer = fc.tuple(
  fc.constantFrom('a', 'b'),
  fc.constantFrom<string>('a', 'b', 'same', 'same', 'same', '-', 'failed'),
);
const someAnswers = fc
  .array(anAnswer, { minLength: 4, maxLength: 60 })
  .map((all) => all.map(([expected, answered]): Answer => [expected, answered === 'same' ? expected : answered]));
const measures = ['recall', 'precision', 'f1'] as const;
const testedBar = (measure: string, bar: number) => (measure === 'f1' ? bar / (2 - bar) : bar);

test('after the whole sample a share of a class has the binomial test of its own counts', () => {
  const property = fc.property(someAnswers, fc.constantFrom(...measures), (answers, measure) => {
    const verdict = verdictOf(answers, [`${measure}_gte`, { class: 'a', proportion: 0.6 }]);
    const { hits, n } = countsOf(answers, measure, 'a');
    const expected = n === 0 ? 1 : atLeast(hits, n, testedBar(measure, 0.6));
    assert.ok(Math.abs((verdict.p_value ?? -1) - expected) < 1e-9, `${verdict.p_value}, not ${expected}`);
    assert.equal(verdict.outcome === 'passed', expected < 0.05);
  });
  fc.assert(property, { seed: 11, numRuns: 200 });
});

test('where the case may stop early, precision and F1 have the e-process of the trials that count', () => {
  const property = fc.property(
    someAnswers,
    fc.constantFrom('precision', 'f1'),
    fc.boolean(),
    (answers, measure, early) => {
      const changes = early ? { stop_early: true } : { collects_all: true as const };
      const one = caseOfClasses(answers, [`${measure}_gte`, { class: 'a', proportion: 0.6 }], changes);
      const { asked, verdicts } = runOn(one, trialsOf(answers));
      const own = answers.slice(0, asked.length).flatMap((answer) => {
        const { hits, n } = countsOf([answer], measure, 'a');
        return n === 0 ? [] : [hits];
      });
      const expected = bettingP(own, testedBar(measure, 0.6));
      assert.ok(Math.abs((verdicts[1]?.p_value ?? -1) - expected) < 1e-9, `${verdicts[1]?.p_value}, not ${expected}`);
      const { lower, upper } = verdicts[1]?.interval ?? assert.fail();
      assert.equal(verdicts[1]?.outcome === 'passed', (lower ?? 0) >= 0.6 - 1e-9, 'the bound and the verdict agree');
      assert.equal(verdicts[1]?.outcome === 'failed', (upper ?? 1) <= 0.6 + 1e-9, 'the bound and the verdict agree');
    },
  );
  fc.assert(property, { seed: 12, numRuns: 200 });
});

test('recall has the exact test of the items of its class, wherever the case may stop', () => {
  const answersOf = (right: number, wrong: number): Answer[] => [
    ...Array.from({ length: wrong }, (): Answer => ['a', 'b']),
    ...Array.from({ length: right }, (): Answer => ['a', 'a']),
    ...Array.from({ length: 100 }, (): Answer => ['b', 'b']),
  ];
  const recall = (right: number, wrong: number, changes: Partial<Case>) => {
    const answers = answersOf(right, wrong);
    const one = caseOfClasses(answers, ['recall_gte', { class: 'a', proportion: 0.85 }], changes);
    return runOn(one, trialsOf(answers)).verdicts[1];
  };
  for (const changes of [{}, { stop_early: true }, { stop_early: true, sequential: true }]) {
    assert.equal(recall(19, 0, changes)?.outcome, 'passed', JSON.stringify(changes));
    assert.equal(recall(18, 0, changes)?.outcome, 'inconclusive', JSON.stringify(changes));
  }
  for (const changes of [{}, { stop_early: true }]) {
    assertClose(recall(38, 2, changes)?.p_value ?? null, atLeast(38, 40, 0.85));
    assert.equal(recall(38, 2, changes)?.outcome, 'passed');
  }
  assertClose(recall(30, 10, { stop_early: true })?.fail_p ?? null, 0.15 ** 3);
});

test('a failed answer is a miss of its class and a false alarm of none, and no proof against it', () => {
  const good = Array.from({ length: 30 }, (): Answer => ['a', 'a']);
  const answers: Answer[] = [...good, ['a', 'failed'], ['b', 'failed'], ['b', 'b']];
  const [recall, precision] = ['recall', 'precision'].map((measure) =>
    verdictOf(answers, [`${measure}_gte`, { class: 'a', proportion: 0.9 }]),
  );
  assertClose(recall?.estimate ?? null, 30 / 31);
  assert.equal(precision?.estimate, 1);
  assertClose(recall?.fail_p ?? null, 1);
  const { dataset } = decideOn(
    caseOfClasses(answers, ['f1_gte', { class: 'each', proportion: 0.5 }]),
    trialsOf(answers),
  );
  assert.deepEqual(dataset?.classes[0]?.matrix, [
    [30, 0, 0, 1],
    [0, 1, 0, 1],
    [0, 0, 0, 0],
  ]);
  assert.equal(dataset?.classes[0]?.rows[0]?.recall.upper, 1);
});

test('each class must pass, at the level and without correction', () => {
  const all = (a: number, b: number): Answer[] => [
    ...Array.from({ length: a }, (): Answer => ['a', 'a']),
    ...Array.from({ length: b }, (): Answer => ['b', 'b']),
  ];
  const outcome = (answers: readonly Answer[]) => {
    const two = { a: 0, b: 0 };
    for (const [name] of answers) two[name as 'a' | 'b'] += 1;
    const plain = caseOn({ kept: answers.length }, share(0.01), { stop_early: false });
    const one = withClasses(plain, two, [criterion('recall_gte', { class: 'each', proportion: 0.9 })]);
    return decideOn(one, trialsOf(answers)).verdicts[1]?.outcome;
  };
  assert.equal(outcome(all(29, 29)), 'passed');
  assert.equal(outcome(all(29, 28)), 'inconclusive');
});

test('recall in a file is about its items of the class, and all of them are counted', () => {
  const answers: Answer[] = [
    ...Array.from({ length: 9 }, (): Answer => ['a', 'a']),
    ['a', 'b'],
    ...Array.from({ length: 10 }, (): Answer => ['b', 'b']),
  ];
  for (const changes of [{ stop_early: false }, { stop_early: true }, { stop_early: true, sequential: true }]) {
    for (const [measure, bar, outcome] of [
      ['recall', 0.9, 'passed'],
      ['recall', 0.91, 'failed'],
      ['precision', 0.99, 'passed'],
    ] as const) {
      const verdict = verdictOf(answers, [`${measure}_gte`, { class: 'a', proportion: bar }], {
        claim: 'file',
        ...changes,
      });
      assert.equal(verdict.outcome, outcome, `${measure} ${bar} ${JSON.stringify(changes)}`);
    }
  }
});

test('a case whose class cannot be shown with its items asks them all', () => {
  const answers = Array.from({ length: 12 }, (): Answer => ['a', 'a']);
  const one = caseOfClasses(answers, ['recall_gte', { class: 'a', proportion: 0.99 }], { stop_early: true });
  const { asked, verdicts } = runOn(one, trialsOf(answers));
  assert.equal(asked.length, 12);
  assert.equal(verdicts[1]?.outcome, 'inconclusive');
});
