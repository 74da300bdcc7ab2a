// Claims about the items of a file, and about items like these: one answer an item.
import { caseOn, claimOf, passing, share, shuffled } from './follow.js';

/** The one thing that a cell counts. */
function lane(at, isFalse) {
  return { lanes: [{ at, isFalse }] };
}

const usual = (bar) => 1 - 0.3 * (1 - bar);

/** The rows of the table of file claims: size, bar and true share. */
const sequentialFiles = [
  [100, 0.9, 0.97],
  [200, 0.9, 0.97],
  [500, 0.92, 0.96],
  [1000, 0.92, 0.95],
];

const fileOf = (N, right) => Array.from({ length: N }, (_, item) => Number(item < right));

function ofFile(testCase, values) {
  return (random) => passing(testCase, shuffled(values, random).slice(0, testCase.sample_size));
}

const sequential = sequentialFiles.flatMap(([N, bar, truth]) => {
  const one = caseOn({ kept: N, claim: 'file' }, share(bar), { sequential: true, expected: truth });
  const name = `file of ${N}, at least ${bar}, sequential`;
  const need = Math.ceil(bar * N - 1e-9);
  return [
    { name, ...lane(`${need - 1} right`, true), replicate: ofFile(one, fileOf(N, need - 1)) },
    { name, ...lane(`${truth}`, false), replicate: ofFile(one, fileOf(N, Math.round(truth * N))) },
  ];
});

const fixed = [
  [1000, 300, 0.92],
  [200, 120, 0.9],
].flatMap(([N, asked, bar]) => {
  const one = caseOn({ kept: N, asked, claim: 'file' }, share(bar), {});
  const name = `${asked} of a file of ${N}, at least ${bar}`;
  const need = Math.ceil(bar * N - 1e-9);
  return [
    { name, ...lane(`${need - 1} right`, true), replicate: ofFile(one, fileOf(N, need - 1)) },
    { name, ...lane(String(usual(bar)), false), replicate: ofFile(one, fileOf(N, Math.round(usual(bar) * N))) },
  ];
});

const judge = { model: 'simulated', timeout_s: 30, max_tokens: 1000, scale: { min: 1, max: 5 }, votes: 1 };
const score = { grader: 'expected_behavior', params: { text: 'simulated', judge, rubric: null } };

/** Scores of 1 to 5 as a file of 200 has them. */
const scores = [1, 2, 3, 4, 5].flatMap((value, index) => Array([4, 8, 28, 64, 96][index]).fill(value));
const meanScore = scores.reduce((sum, value) => sum + value, 0) / scores.length;
const scoresOfFile = [0, 0.2].flatMap((margin) => {
  const one = caseOn({ kept: 200, claim: 'file' }, claimOf('mean_gte', { threshold: meanScore - margin + 1e-6 }), {
    grader: score,
    sequential: true,
  });
  const isFalse = margin === 0;
  const name = 'scores of a file of 200, mean, sequential';
  return [{ name, ...lane(isFalse ? 'the bar' : '0.2 above', isFalse), replicate: ofFile(one, scores) }];
});

const population = [
  [100, 0.9, false],
  [300, 0.92, false],
  [300, 0.92, true],
].flatMap(([n, bar, isSequential]) => {
  const one = caseOn({ kept: n }, share(bar), { sequential: isSequential });
  const name = `${n} items like these, at least ${bar}${isSequential ? ', sequential' : ''}`;
  return [bar, usual(bar)].map((rate) => ({
    name,
    ...lane(rate === bar ? 'the bar' : String(Number(rate.toFixed(4))), rate === bar),
    replicate: (random) =>
      passing(
        one,
        Array.from({ length: n }, () => Number(random.uniform() < rate)),
      ),
  }));
});

/** 2 % of the answers are refused, and count as wrong; the bar is the share of right ones among all. */
const withoutValue = [true, false].map((isSequential) => {
  const one = caseOn({ kept: 200 }, share(0.9), { sequential: isSequential });
  const answer = ({ uniform }) => (uniform() < 0.02 ? null : Number(uniform() < 0.9 / 0.98));
  return {
    name: `200 items like these, at least 0.9, 2 % refused${isSequential ? ', sequential' : ''}`,
    ...lane('the bar', true),
    replicate: (random) =>
      passing(
        one,
        Array.from({ length: 200 }, () => answer(random)),
      ),
  };
});

export const fileCells = [...sequential, ...fixed, ...scoresOfFile, ...population, ...withoutValue].map((cell) => ({
  group: 'Files and populations',
  ...cell,
}));
