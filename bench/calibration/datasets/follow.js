// Cases on data sets that are made in memory, and followed as a run follows them.
import { watchCase } from '../../../dist/decide/watch-case.js';

const subject = { kind: 'prompt', inputs: {}, settings: { model: 'simulated', timeout_s: 30, max_tokens: 1000 } };
export const passOrNot = { grader: 'trial_passes', params: { checks: [] } };

export const claimOf = (criterion, params, significance_level = 0.05) => ({ criterion, params, significance_level });
export const share = (proportion) => claimOf('proportion_gte', { proportion });

/** Makes a case with one claim on its items; `part` has what differs in the case, `data` what differs in the data set. */
export function caseOn(data, claim, { grader = passOrNot, ...part } = {}) {
  const { kept, asked = kept, units = asked } = data;
  const dataset = { ...defaults, items: kept, asked, kept_units: kept, units, ...data };
  return {
    name: 'simulated',
    subject,
    sample_size: asked * dataset.draws,
    sequential: false,
    stop_early: true,
    expectations: [{ about: 'simulated', grader, criteria: [claim] }],
    dataset,
    ...part,
  };
}

const defaults = {
  file: 'simulated',
  sha256: '',
  digest: '',
  draws: 1,
  claim: 'population',
  seed: 0,
  inputs: {},
  slices: [],
  filter: '',
  mean_bytes: 1,
};

/** Asks the trials of a case in order until it is settled; returns its watch, and the number of trials asked. */
export function follow(testCase, trials) {
  const watch = watchCase(testCase);
  let asked = 0;
  for (let trial = 0; !watch.isSettled(); trial++) {
    const { scores, origin = { item: `${trial}`, draw: 0 }, endsUnit = true } = trials[trial];
    if (watch.wants(origin)) {
      asked += 1;
      watch.push(scores, { origin, endsUnit });
    } else watch.skip({ origin, endsUnit });
  }
  return { watch, asked };
}

/** The scores of a trial under one expectation; null for an answer that is refused. */
export function scored(value, expectation = 0, classes = {}) {
  const facts = { expectation, trial: 0, findings: [], ...classes };
  return value === null ? { ...facts, value, why: 'failed', reason: 'simulated' } : { ...facts, value };
}

/** True if the first claim of a case passes; and how many trials that took. */
export function passing(testCase, values) {
  const { watch, asked } = follow(
    testCase,
    values.map((value) => ({ scores: [scored(value)] })),
  );
  return { hits: [watch.verdicts()[0].outcome === 'passed'], asked };
}

/** Puts values in random order (Durstenfeld). */
export function shuffled(values, { uniform }) {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(uniform() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
