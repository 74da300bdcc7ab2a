import assert from 'node:assert/strict';
import test from 'node:test';
import { divisionsOf } from '../../stats/multinomial.js';
import { criterion } from '../../support/statistical-case.js';
import { decidedClasses } from '../../vectors/decided-classes.js';

const alpha = 0.1;

/** Rates of the answers: class 0 found, given as class 1 and missed; then class 1 given as class 0, found and missed. */
const settings = [
  [0.4, 0.05, 0.02, 0.08, 0.44, 0.01],
  [0.3, 0, 0.2, 0.02, 0.3, 0.18],
] as const;

const resultsOf = (rates: readonly number[]) =>
  divisionsOf(7, rates).map(({ counts, probability }) => ({
    probability,
    matrix: [counts.slice(0, 3), counts.slice(3)],
  }));

function f1Of(rates: readonly number[]): readonly [number, number] {
  const [a = 0, ab = 0, aNone = 0, ba = 0, b = 0, bNone = 0] = rates;
  return [(2 * a) / (2 * a + ba + ab + aNone), (2 * b) / (2 * b + ab + ba + bNone)];
}

test('a claim about F1 at its true value passes or fails at most as often as alpha, over all matrices', () => {
  for (const rates of settings) {
    const spec = criterion('f1_gte', { class: '0', proportion: f1Of(rates)[0] }, alpha);
    const chances = { passed: 0, failed: 0, inconclusive: 0, outside: 0 };
    for (const { probability, matrix } of resultsOf(rates)) {
      const { verdict } = decidedClasses(matrix, spec);
      chances[verdict.outcome] += probability;
      if ((verdict.interval?.lower ?? 0) > f1Of(rates)[0] + 1e-12) chances.outside += probability;
    }
    assert.ok(chances.passed <= alpha && chances.failed <= alpha && chances.outside <= alpha, JSON.stringify(chances));
  }
});

test('the lower bound of the mean F1 is above it in at most 5% of all matrices', () => {
  for (const rates of settings) {
    const [first, second] = f1Of(rates);
    const chances = resultsOf(rates).map(({ probability, matrix }) => {
      const { classes } = decidedClasses(matrix, criterion('f1_gte', { class: 'each', proportion: 0.5 }));
      return (classes.macro_f1_lower ?? 0) > (first + second) / 2 ? probability : 0;
    });
    assert.ok(chances.reduce((sum, chance) => sum + chance, 0) <= 0.05);
  }
});

test('a class that was never seen counts as 0 in the mean', () => {
  const { classes } = decidedClasses(
    [
      [20, 0, 0],
      [0, 0, 0],
    ],
    criterion('f1_gte', { class: 'each', proportion: 0.5 }),
  );
  assert.equal(classes.macro_f1, 0.5);
  assert.ok((classes.macro_f1_lower ?? 1) < 0.5);
  assert.equal(classes.rows[1]?.f1.estimate, null);
});

test('an answer of another class misses the expected one and is a false alarm; none of them is only a miss', () => {
  const { classes } = decidedClasses(
    [
      [5, 2, 1],
      [3, 7, 4],
    ],
    criterion('f1_gte', { class: 'each', proportion: 0.5 }),
  );
  const shares = classes.rows.map(({ recall, precision, f1 }) =>
    [recall, precision, f1].map(({ n, hits }) => [hits, n]),
  );
  assert.deepEqual(shares, [
    [
      [5, 8],
      [5, 8],
      [5, 11],
    ],
    [
      [7, 14],
      [7, 9],
      [7, 16],
    ],
  ]);
});
