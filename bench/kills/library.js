/**
 * 500 trials: 300 cases with a check alone, 100 that a judge scores too, and one case of 100 trials, whose requests are all
 * alike. Smaller by `scale`, which divides each of them. The number in `code` tells the requests of a case from all others.
 */
export function killsEvaluation(scale = 1) {
  const assert = [{ contains: '<diff>' }];
  const checked = numbers(300 / scale).map((n) => ({ name: `checked ${n}`, inputs: { code: `checked ${n}` }, assert }));
  const judged = numbers(100 / scale).map((n) => ({
    name: `judged ${n}`,
    inputs: { code: `judged ${n}` },
    assert,
    rubric: 'Score how small the diff is, 1 to 5.',
  }));
  const hundred = {
    name: 'hundred',
    inputs: { code: 'hundred 0' },
    sample_size: 100 / scale,
    assert,
    criteria: [{ proportion_gte: { proportion: 0.5 } }],
  };
  return {
    defaults: { model: 'claude-bench', stop_early: false, judge: { model: 'claude-judge' } },
    cases: [...checked, hundred, ...judged],
  };
}

/** Replies that such a run has in its journal once it is done: a trial each, and one of the judge. */
export function killsReplies(scale = 1) {
  return (300 + 100 + 100 + 100) / scale;
}

function numbers(count) {
  return Array.from({ length: count }, (_, index) => index);
}
