// The settings of the calibration: a criterion, what its trials are like, and two claims about them. One is on the boundary
// of what is false (E[Y] = mu0), one is true by a stated margin.

import { findMetric, metricFacts } from '../../dist/model/metrics.js';
import { conversations, latencies, table, timeout, withFailures } from './data.js';

const prompt = { kind: 'prompt', inputs: {}, settings: { model: 'simulated', timeout_s: timeout, max_tokens: 1000 } };
const conversation = {
  kind: 'conversation',
  given: '',
  when: '',
  inputs: {},
  max_turns: 10,
  app: { app: 'model', settings: prompt.settings },
  user_simulator: prompt.settings,
  writing_style: null,
  seed: 0,
};
const judge = { ...prompt.settings, scale: { min: 1, max: 10 }, votes: 1 };
const score = { grader: 'expected_behavior', params: { text: 'simulated', judge, rubric: null } };
const passes = { grader: 'trial_passes', params: { checks: [] } };
const metric = (name, subject) => ({ grader: 'metric', params: metricFacts(findMetric(name), subject) });

const usual = (mu0) => 1 - 0.3 * (1 - mu0);
const shareThat = (holds) => (values) => values.filter(holds).length / values.length;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const figure = (value) => String(Number(value.toPrecision(4)));

/** Y, mu0 and the true mean of Y are worked out here without eva's criteria, which must then agree with them. */
const claim = (params, mu0, truth, toY, said) => ({ params, mu0, truth, toY, said });

/** P(x meets the bar) > proportion, at the boundary and where the true rate is higher because the threshold is milder. */
function rates(criterion, proportion, [atNull, atTruth], holds, paramsOf, truth) {
  const of = (threshold, rate) =>
    claim(
      paramsOf(threshold),
      proportion,
      rate,
      shareThat((value) => holds(value, threshold)),
      `rate ${figure(rate)}`,
    );
  return { criterion, data: 'binary', boundary: of(atNull, proportion), true: of(atTruth, truth) };
}

const atLeast = (value, bar) => value >= bar;
const below = (value, bar) => value < bar;

/** Scores of a table, `min` at the boundary and a lower one that more trials reach. */
function scoresAtLeast(source, criterion, min, milder, paramsOf) {
  return rates(criterion, source.atLeast(min), [min, milder], atLeast, paramsOf, source.atLeast(milder));
}

function scoresMean(source, margin, failing = 0) {
  const toY = ([value]) => (value - 1) / 9;
  const truth = (1 - failing) * toY([source.mean]);
  const of = (less) => {
    const threshold = 1 + 9 * truth - less;
    return claim({ threshold }, (threshold - 1) / 9, truth, toY, `mean ${figure(less)} above the bar`);
  };
  return { criterion: 'mean_gte', data: 'bounded', boundary: of(0), true: of(margin) };
}

/** A mean of what is better small, capped at `cap`. */
function meanBelow(truth, cap, margin, params = {}) {
  const toY = (values) => 1 - mean(values.map((value) => Math.min(cap, value))) / cap;
  const of = (more) =>
    claim(
      { ...params, threshold: truth + more },
      1 - (truth + more) / cap,
      1 - truth / cap,
      toY,
      `mean ${figure(more)} below the bar`,
    );
  return { criterion: 'mean_lt', data: 'bounded', boundary: of(0), true: of(margin) };
}

/** A share of latencies below a threshold, or their median: the same test. */
function latencyRates(source, criterion, q) {
  const paramsOf = {
    proportion_lt: (threshold) => ({ threshold, proportion: q }),
    median_lt: (threshold) => ({ threshold }),
  }[criterion];
  return rates(criterion, q, [source.quantile(q), source.quantile(usual(q))], below, paramsOf, usual(q));
}

const llmLike = table({ 1: 1, 2: 1, 3: 2, 4: 5, 5: 10, 6: 19, 7: 25, 8: 21, 9: 11, 10: 5 });
const halfAbove = table({ 6: 20, 7: 30, 8: 30, 9: 15, 10: 5 });
const bimodal = table({ 1: 11, 2: 21, 3: 11, 4: 4, 7: 3, 8: 14, 9: 20, 10: 16 });
const topHeavy = table({ 1: 5, 8: 10, 9: 50, 10: 35 });
const topMedian = table({ 1: 5, 8: 10, 9: 35, 10: 50 });
const ends = table({ 1: 20, 10: 80 });
const turns = table({ 1: 10, 2: 20, 3: 20, 4: 17, 5: 12, 6: 9, 7: 6, 8: 3, 9: 2, 10: 1 });

const scored = (name, source, rest) => ({ name, subject: conversation, grader: score, draw: source.draw, ...rest });
const minScore = (source, min) => (threshold) => ({ min_score: threshold, proportion: source.atLeast(min) });
const threshold = (value) => ({ threshold: value });

const scoreSettings = [
  scored('tied scores', llmLike, scoresAtLeast(llmLike, 'proportion_gte', 6, 5, minScore(llmLike, 6))),
  scored('tied scores', llmLike, scoresAtLeast(llmLike, 'proportion_gte', 5, 3, minScore(llmLike, 5))),
  scored('tied scores', llmLike, scoresAtLeast(llmLike, 'proportion_gte', 4, 2, minScore(llmLike, 4))),
  scored('tied scores, half 8 or more', halfAbove, scoresAtLeast(halfAbove, 'median_gte', 8, 7, threshold)),
  scored('tied scores', llmLike, scoresMean(llmLike, 0.5)),
  scored('tied scores, 3 % of trials failed', withFailures(llmLike, 0.03), scoresMean(llmLike, 0.5, 0.03)),
  scored('bimodal scores', bimodal, scoresAtLeast(bimodal, 'median_gte', 8, 4, threshold)),
  scored('bimodal scores', bimodal, scoresMean(bimodal, 1)),
  scored('top-heavy scores', topMedian, scoresAtLeast(topMedian, 'median_gte', 10, 9, threshold)),
  scored('top-heavy scores, 5 % of 1s', topHeavy, scoresMean(topHeavy, 0.5)),
  scored('scores of 1 or 10', ends, scoresMean(ends, 1)),
];

const passSettings = [0.5, 0.75, 0.9, 0.95, 0.99].map((proportion) => ({
  name: 'trials that pass',
  subject: prompt,
  grader: passes,
  ...passing(proportion),
}));

/** A check has no threshold that could be milder, so the two claims differ in what the trials are like: x < its own rate. */
function passing(proportion) {
  const truth = usual(proportion);
  const of = (rate) => claim({ proportion }, proportion, rate, ([u]) => (u < rate ? 1 : 0), `rate ${figure(rate)}`);
  return {
    criterion: 'proportion_gte',
    data: 'binary',
    draw: ({ uniform }) => [uniform()],
    boundary: of(proportion),
    true: of(truth),
    /** What the grader makes of a trial, which here is Y itself. */
    isGraded: true,
  };
}

const latencySettings = [
  ['lognormal latencies', latencies(1, 0)],
  ['lognormal latencies, 2 % timeouts', latencies(1, 0.02)],
].flatMap(([name, source]) =>
  [
    latencyRates(source, 'median_lt', 0.5),
    latencyRates(source, 'proportion_lt', 0.9),
    meanBelow(source.meanCappedAt(timeout), timeout, 1),
    meanBelow(source.meanCappedAt(5), 5, 0.5, { cap: 5 }),
  ].map((rest) => ({
    name,
    subject: prompt,
    grader: metric('per_turn.response_latency', prompt),
    draw: source.draw,
    ...rest,
  })),
);

const turnSettings = [
  rates('median_lt', 0.5, [4, 6], below, threshold, turns.below(6)),
  meanBelow(turns.mean, 10, 0.5),
].map((rest) => ({
  name: 'turn counts',
  subject: conversation,
  grader: metric('per_conversation.turn_count', conversation),
  draw: turns.draw,
  ...rest,
}));

const sigma = 0.5;
const clusteredSettings = [0, 0.3, 0.5, 0.8, 1].flatMap((rho) => {
  const [even, informative] = [conversations(sigma, rho, false), conversations(sigma, rho, true)];
  const bounded = { subject: conversation, grader: metric('per_turn.response_latency', conversation) };
  const perTurn = (source, name, rest) => ({ name, draw: source.draw, ...bounded, ...rest, data: 'bounded' });
  const same = `5 turns, correlation ${rho}`;
  return [
    perTurn(even, same, latencyRates(even, 'median_lt', 0.5)),
    perTurn(even, same, latencyRates(even, 'proportion_lt', 0.9)),
    perTurn(even, same, latencyRates(even, 'proportion_lt', 0.95, 0.99)),
    perTurn(even, same, meanBelow(even.meanCappedAt(3), 3, 0.3, { cap: 3 })),
    perTurn(
      informative,
      `1-9 turns, slower is longer, correlation ${rho}`,
      latencyRates(informative, 'proportion_lt', 0.9),
    ),
  ];
});

/** Every setting, in the order of the tables. */
export const settings = [
  ...passSettings,
  ...scoreSettings,
  ...latencySettings,
  ...turnSettings,
  ...clusteredSettings,
].map((setting) => ({ ...setting, kind: kindOf(setting), key: `${setting.name}: ${inWords(setting)}` }));

function kindOf(setting) {
  if (clusteredSettings.includes(setting)) return 'turn by turn';
  return setting.data === 'binary' ? 'proportions and medians' : 'means';
}

/** `proportion_gte {min_score: 8, proportion: 0.5}` at the boundary. */
function inWords({ criterion, boundary }) {
  const params = Object.entries(boundary.params).map(([key, value]) => `${key}: ${figure(value)}`);
  return `${criterion} {${params.join(', ')}}`;
}
