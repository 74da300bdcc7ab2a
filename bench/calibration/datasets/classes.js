// Shares of classes: recall, precision and F1 of one class and of each, at their true values.
import { caseOn, claimOf, follow, passOrNot, scored, share } from './follow.js';

const names = ['billing', 'refund', 'fraud'];
/** How often each class is expected, and each answered for it; the last column is none of them. */
const expected = [0.6, 0.25, 0.15];
const answered = [
  [0.9, 0.06, 0.02, 0.02],
  [0.12, 0.82, 0.04, 0.02],
  [0.08, 0.07, 0.82, 0.03],
];

const recall = (index) => answered[index][index];
const hits = (index) => expected[index] * recall(index);
const given = (index) => expected.reduce((sum, share, row) => sum + share * answered[row][index], 0);
const precision = (index) => hits(index) / given(index);
const f1 = (index) => (2 * hits(index)) / (expected[index] + given(index));
const least = (measure) => Math.min(...names.map((_, index) => measure(index)));

function drawFrom(weights, { uniform }) {
  let left = uniform();
  return weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
}

/** Answers to n items; `refused` is the share of answers without a value, whose class is none. */
function answers(n, refused, random) {
  return Array.from({ length: n }, () => {
    const row = Math.max(0, drawFrom(expected, random));
    const column = drawFrom(answered[row], random);
    const value = random.uniform() < refused ? null : Number(row === column);
    const name = value === null ? null : (names[column] ?? null);
    const classes = { classes: { expected: names[row], answered: name } };
    return { scores: [scored(value), scored(value, 1, classes)], row };
  });
}

function caseOf(claim, trials, part) {
  const kept = names.map((_, index) => trials.filter(({ row }) => row === index).length);
  const params = { expected: { field: 'label' }, of: names, ignore_case: true, kept, asked: kept };
  return caseOn({ kept: trials.length, claim: part.claim ?? 'population' }, share(0.01), {
    ...part.case,
    expectations: [
      { about: 'simulated', grader: passOrNot, criteria: [share(0.01)] },
      { about: 'classes', grader: { grader: 'class', params }, criteria: [claim] },
    ],
  });
}

const claims = [
  ['recall of fraud', claimOf('recall_gte', { class: 'fraud', proportion: recall(2) })],
  ['precision of fraud', claimOf('precision_gte', { class: 'fraud', proportion: precision(2) })],
  ['F1 of refund', claimOf('f1_gte', { class: 'refund', proportion: f1(1) })],
  ['F1 of each class', claimOf('f1_gte', { class: 'each', proportion: least(f1) })],
];

const whole = { case: { stop_early: false } };
const early = { case: { stop_early: true, sequential: true } };

const atTruth = claims.flatMap(([what, claim]) =>
  [
    ['', 200, whole],
    [', sequential', 200, early],
  ].map(([suffix, n, part]) => cellOf(`${what}, ${n} items${suffix}`, claim, { n, part, refused: 0 })),
);

/** Refused answers are misses, so the true recall is lower by their share. */
const refused = cellOf(
  'recall of fraud, 200 items, 3 % refused',
  claimOf('recall_gte', { class: 'fraud', proportion: recall(2) * 0.97 }),
  { n: 200, part: whole, refused: 0.03 },
);

function cellOf(name, claim, { n, part, refused }) {
  return {
    group: 'Classes',
    name,
    lanes: [{ at: 'its true value', isFalse: true }],
    replicate: (random) => {
      const trials = answers(n, refused, random);
      const { watch, asked } = follow(caseOf(claim, trials, part), trials);
      return { hits: [watch.verdicts()[1].outcome === 'passed'], asked };
    },
  };
}

/** Recall in a file: 60 items of the class of which one too few are right, in random order among 140 others. */
const recallInFile = ['', ', sequential'].map((suffix) => ({
  group: 'Classes',
  name: `recall of 60 items of a file of 200${suffix}`,
  lanes: [{ at: '53 right of 54 needed', isFalse: true }],
  replicate: (random) => {
    const items = Array.from({ length: 200 }, (_, item) => (item < 53 ? [2, 2] : item < 60 ? [2, 0] : [0, 0]));
    const order = items.map((item) => [random.uniform(), item]).sort(([a], [b]) => a - b);
    const trials = order.map(([, [row, column]]) => {
      const classes = { classes: { expected: names[row], answered: names[column] } };
      const value = Number(row === column);
      return { scores: [scored(value), scored(value, 1, classes)], row };
    });
    const part = { ...(suffix === '' ? whole : early), claim: 'file' };
    const claim = claimOf('recall_gte', { class: 'fraud', proportion: 0.9 });
    const { watch, asked } = follow(caseOf(claim, trials, part), trials);
    return { hits: [watch.verdicts()[1].outcome === 'passed'], asked };
  },
}));

export const classCells = [...atTruth, refused, ...recallInFile];
