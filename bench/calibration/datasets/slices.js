// Slices: false marks of any of them, and cases that slices outlast.
import { caseOn, follow, scored, share } from './follow.js';

const bar = 0.85;

function fieldOf(counts, must) {
  const values = counts.map((units, index) => ({ value: `s${index}`, kept: units, kept_units: units, units }));
  return { field: 'slice', values, gate: { criterion: share(bar), must } };
}

/** The slices of the items in random order. */
function orderOf(counts, { uniform }) {
  const order = counts.flatMap((count, index) => Array(count).fill(index));
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(uniform() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

function followed(testCase, counts, rates, random) {
  const trials = orderOf(counts, random).map((slice, item) => ({
    scores: [scored(Number(random.uniform() < rates[slice]))],
    origin: { item: `${item}`, draw: 0, slices: { slice: `s${slice}` } },
  }));
  const { watch, asked } = follow(testCase, trials);
  const [field] = watch.dataset().slices;
  return { passed: watch.verdicts()[0].outcome === 'passed', holds: field.holds, rows: field.rows, asked };
}

/** The rows of the table of slices: how many are at the bar and how many at .95, and the planned rates of any false pass and fail. */
const table = [
  [8, 0, 0.02, 0.037],
  [2, 6, 0.014, 0.01],
  [1, 7, 0.011, 0.005],
];
const sizes = [20, 46, 71, 97, 123, 149, 174, 200];

const marks = [...table, [8, 0]].map(([atBar, good, passRate, failRate]) => {
  const isAnytime = passRate === undefined;
  const counts = sizes.slice(0, atBar + good);
  const rates = counts.map((_, index) => (index < atBar ? bar : 0.95));
  const data = { kept: counts.reduce((sum, count) => sum + count, 0), slices: [fieldOf(counts, 'not_fail')] };
  const one = caseOn(data, share(0.5), { stop_early: false, ...(isAnytime && { collects_all: true }) });
  return {
    name: `8 slices, ${atBar} at the bar of ${bar}, ${good} at 0.95${isAnytime ? ', e-process' : ''}`,
    lanes: [
      { at: 'any passes falsely', isFalse: true, planned: passRate },
      { at: 'any fails falsely', isFalse: true, planned: failRate },
    ],
    replicate: (random) => {
      const { rows, asked } = followed(one, counts, rates, random);
      const passed = rows.some(({ outcome }, index) => outcome === 'passed' && index < atBar);
      return { hits: [passed, rows.some(({ outcome }) => outcome === 'failed')], asked };
    },
  };
});

/** 1,200 items in 4 slices that must pass, sequential, with slices that outlast the case. */
const counts = [480, 360, 240, 120];
const endToEnd = caseOn({ kept: 1200, slices: [fieldOf(counts, 'pass')] }, share(0.92), {
  sequential: true,
  expected: 0.95,
});
const isShown = ({ passed, holds }) => passed && holds;
const outlasting = [
  ['the overall share is at its bar of 0.92: it passes', Array(4).fill(0.92), ({ passed }) => passed, true],
  ['all slices are at their bar: any passes', Array(4).fill(bar), anyPassed([0, 1, 2, 3]), true],
  ['one slice is at 0.97, three at their bar: any of these passes', [0.97, bar, bar, bar], anyPassed([1, 2, 3]), true],
  ['three slices are at 0.97, one at its bar: the case passes', [0.97, 0.97, 0.97, bar], isShown, true],
  ['all slices are at 0.97: the case passes', Array(4).fill(0.97), isShown, false],
].map(([at, rates, isHit, isFalse]) => ({
  name: '1,200 items, 4 slices must pass, sequential',
  lanes: [{ at, isFalse }],
  replicate: (random) => {
    const result = followed(endToEnd, counts, rates, random);
    return { hits: [isHit(result)], asked: result.asked };
  },
}));

function anyPassed(indices) {
  return ({ rows }) => indices.some((index) => rows[index].outcome === 'passed');
}

export const sliceCells = [...marks, ...outlasting].map((cell) => ({ group: 'Slices', ...cell }));
