// Clusters, and several draws of an item. Gaffke's test is called as eva's test calls it, since all early looks would take hours; the first
// replications are decided by the case as well.
import { gaffkeP } from '../../../dist/stats/gaffke.js';
import { caseOn, follow, scored, share } from './follow.js';

const bar = 0.9;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** So many replications of a cell go through a case as well. */
const checked = 3;

function laneOf(lane, rate, planned) {
  return { lanes: [{ at: lane === 0 ? 'the bar' : String(rate), isFalse: lane === 0, planned }] };
}

/** Gamma by Marsaglia and Tsang (2000), for shapes of any size; a beta variable is a share of two of them. */
function gamma(shape, random) {
  if (shape < 1) return gamma(shape + 1, random) * random.uniform() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const z = random.normal();
    const v = (1 + z / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random.uniform()) < z * z * 0.5 + d * (1 - v + Math.log(v))) return d * v;
  }
}

/** A rate with this mean that two answers of one cluster (or item) share, so that their correlation is rho. */
function sharedRate(rate, rho, random) {
  if (rho === 0) return rate;
  if (rho === 1) return Number(random.uniform() < rate);
  const size = (1 - rho) / rho;
  const [a, b] = [gamma(rate * size, random), gamma((1 - rate) * size, random)];
  return a + b === 0 ? Number(random.uniform() < rate) : a / (a + b);
}

const equal = { text: '5 items each', weights: [0, 0, 0, 0, 1] };
const spread = { text: '1-10 items', weights: Array(10).fill(1) };

function sizeOf({ weights }, { uniform }) {
  let left = uniform() * weights.reduce((sum, one) => sum + one, 0);
  const index = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return (index < 0 ? weights.length - 1 : index) + 1;
}

function drawClusters(count, sizes, itemRate, random) {
  return Array.from({ length: count }, () => {
    const size = sizeOf(sizes, random);
    const rate = sharedRate(itemRate, 0.3, random);
    return Array.from({ length: size }, () => Number(random.uniform() < rate));
  });
}

/** The rows of the table of clusters: their number and sizes, and the planned size and power at .97. */
const rows = [
  [50, equal, [0.004, 0.66]],
  [100, equal, [0.016, 0.98]],
  [50, spread, [0.006, 0.61]],
  [100, spread, [0.024, 0.97]],
];

const clusters = rows.flatMap(([count, sizes, planned]) =>
  [bar, 0.97].map((rate, lane) => {
    const name = `${count} clusters, ${sizes.text}`;
    return {
      group: 'Clusters and draws',
      name,
      seed: `${name}, weigh: clusters`,
      ...laneOf(lane, rate, planned[lane]),
      replicate: (random, number) => {
        const drawn = drawClusters(count, sizes, rate, random);
        const passed = passes(drawn);
        if (number < checked) requireSame(name, passed, clusterCase(drawn), drawn);
        return { hits: [passed], asked: drawn.flat().length };
      },
    };
  }),
);

/** Items whose own rates differ: little (0.2) or so much that nearly all answers of an item are alike (0.95). */
const draws = [
  [30, 0.2, 0.01],
  [30, 0.95, 0.27],
  [100, 0.2, 0.97],
  [100, 0.95, 0.69],
].flatMap(([n, rho, power]) =>
  [bar, 0.96].map((rate, lane) => {
    const name = `${n} items, 10 draws each, correlation ${rho}`;
    return {
      group: 'Clusters and draws',
      name,
      ...laneOf(lane, rate, lane === 0 ? undefined : power),
      replicate: (random, number) => {
        const items = Array.from({ length: n }, () => {
          const own = sharedRate(rate, rho, random);
          return Array.from({ length: 10 }, () => Number(random.uniform() < own));
        });
        const passed = gaffkeP(items.map(mean), 0, bar) < 0.05;
        if (number < checked) requireSame(name, passed, caseOn({ kept: n, draws: 10 }, share(bar), {}), items);
        return { hits: [passed], asked: 10 * n };
      },
    };
  }),
);

/** All answers to a file of 50 items counted together, at the bar for the mean of their rates. */
const pooled = [0.3, 0.9].map((rho) => ({
  group: 'Clusters and draws',
  name: `file of 50, 5 draws each, correlation ${rho}`,
  ...laneOf(0, bar),
  replicate: (random) => {
    const rates = Array.from({ length: 50 }, () => sharedRate(0.92, rho, random));
    const own = Math.min(0.999, Math.max(0.5, mean(rates)));
    const testCase = caseOn({ kept: 50, draws: 5, claim: 'file' }, share(own + 1e-9), {});
    const { watch, asked } = follow(testCase, trialsOf(rates.map((rate) => drawsOf(rate, random))));
    return { hits: [watch.verdicts()[0].outcome === 'passed'], asked };
  },
}));

function drawsOf(rate, { uniform }) {
  return Array.from({ length: 5 }, () => Number(uniform() < rate));
}

function passes(drawn) {
  return gaffkeP(drawn.map(mean), 0, bar) < 0.05;
}

function clusterCase(drawn) {
  const data = { kept: drawn.flat().length, units: drawn.length, kept_units: drawn.length };
  return caseOn({ ...data, cluster: { field: 'customer' } }, share(bar), {});
}

function trialsOf(units) {
  return units.flatMap((values, unit) =>
    values.map((value, index) => ({
      scores: [scored(value)],
      origin: { item: `${unit}`, draw: index, cluster: `${unit}` },
      endsUnit: index === values.length - 1,
    })),
  );
}

function requireSame(name, passed, testCase, units) {
  const { watch } = follow(testCase, trialsOf(units));
  if ((watch.verdicts()[0].outcome === 'passed') !== passed) {
    throw new Error(`${name}: the case and the benchmark disagree, ${passed} on ${JSON.stringify(units)}`);
  }
}

export const unitCells = [...clusters, ...draws, ...pooled];
