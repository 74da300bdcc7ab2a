// What a verdict costs: milliseconds, the median of several runs after one that warms up, beside what is promised.
import { watchCase } from '../dist/decide/watch-case.js';
import { findMetric, metricFacts } from '../dist/model/metrics.js';
import { bestTest } from '../dist/stats/best-test.js';
import { gaffkeP } from '../dist/stats/gaffke.js';
import { seqPlan } from '../dist/stats/sequential-plan.js';
import { randomFrom } from './calibration/random.js';
import { median } from './harness/rounds.js';

const { uniform, normal } = randomFrom('what a verdict costs');
const twenty = Array.from({ length: 10_000 }, () => Math.floor(20 * uniform()) / 19);
const distinct = Array.from({ length: 10_000 }, () => uniform());
const latencies = Array.from({ length: 500 }, () => Math.min(30, Math.exp(0.5 * normal())));

const costs = [
  { name: 'p-value of 10,000 values, 20 distinct', most: 5, runs: 21, run: () => gaffkeP(twenty, 0, 0.49) },
  { name: 'p-value of 10,000 values, all distinct', most: 2000, runs: 5, run: () => gaffkeP(distinct, 0, 0.49) },
  {
    name: 'sequential plan of 2,000 trials',
    most: 1000,
    runs: 9,
    run: () => seqPlan({ p0: 0.9, p1: 0.93, alpha: 0.05, futility: 0.2, n_max: 2000 }),
  },
  {
    name: 'best sequential test of 1,000 trials',
    most: 1000,
    runs: 5,
    run: () => bestTest({ p0: 0.5, p1: 0.54, alpha: 0.05, power: 0.8, n_max: 1000 }),
  },
  { name: 'mean of 500 latencies, trial by trial', most: null, runs: 5, run: () => followed(500) },
];

/** A case whose mean latency is close to its bar, so that it is settled late. */
function followed(trials) {
  const subject = { kind: 'prompt', inputs: {}, settings: { model: 'simulated', timeout_s: 30, max_tokens: 1000 } };
  const watch = watchCase({
    name: 'latency',
    subject,
    sample_size: trials,
    sequential: false,
    stop_early: true,
    expectations: [
      {
        about: 'latency',
        grader: { grader: 'metric', params: metricFacts(findMetric('per_turn.response_latency'), subject) },
        criteria: [{ criterion: 'mean_lt', params: { threshold: 1.5 } }],
      },
    ],
  });
  for (let trial = 0; !watch.isSettled(); trial++) {
    watch.push([{ expectation: 0, trial, turn: 0, findings: [], value: latencies[trial] }]);
  }
  return watch.verdicts();
}

/** Milliseconds of each, over its runs. */
export function statisticsCost() {
  const measurements = costs.map(({ name, runs, run }) => {
    run();
    const times = Array.from({ length: runs }, () => millisecondsOf(run));
    return { name, median: { wall_ms: median(times) }, rounds: times.map((wall_ms) => ({ wall_ms })) };
  });
  const figures = measurements.map(({ name, median: { wall_ms } }, index) => {
    const { most } = costs[index];
    return { what: name, value: wall_ms, unit: 'ms', ...(most !== null && { most }) };
  });
  return { name: 'what a verdict costs', measurements, figures };
}

function millisecondsOf(run) {
  const startedAt = performance.now();
  run();
  return Number((performance.now() - startedAt).toFixed(2));
}
