// The benchmark decides for itself, quickly. Here the first replications of every setting go through eva's own front door.

import { criteria } from '../../dist/decide/criteria/index.js';
import { decideCase } from '../../dist/decide/watch-case.js';
import { cellsOf } from './decisions.js';

/** Eva's criteria without the bounds, sample sizes and sentences of a verdict, which cost far more than the decision. */
const decisionsAlone = criteria.map((criterion) => ({
  ...criterion,
  watch: (context) => {
    const watch = criterion.watch(context);
    return { ...watch, verdict: () => ({ outcome: watch.status() === 'passes' ? 'passed' : 'not passed' }) };
  },
}));

/** The first cell where `decideCase` and the benchmark disagree, in words; null if none does. `isWhole` asks for whole verdicts. */
export function disagreement(setting, claim, trials, passed, { stopsEarly, isWhole }) {
  const scores = scoresOf(setting, claim, trials);
  for (const [index, cell] of cellsOf(setting).entries()) {
    const one = caseOf(setting, claim, cell, stopsEarly);
    const [{ outcome }] = decideCase(one, scores, isWhole ? criteria : decisionsAlone).verdicts;
    if ((outcome === 'passed') !== Boolean(passed[index])) {
      return `${setting.key}, n = ${cell.n}, alpha = ${cell.alpha}, ${cell.method}: eva says ${outcome}, the benchmark ${passed[index]}`;
    }
  }
  return null;
}

function caseOf(setting, { params }, { n, alpha, method }, stopsEarly) {
  const used = method === 'betting' ? { ...params, method } : params;
  const criteria = [{ criterion: setting.criterion, params: used, significance_level: alpha }];
  return {
    name: 'simulated',
    subject: setting.subject,
    sample_size: n,
    sequential: method === 'sequential',
    stop_early: stopsEarly,
    expectations: [{ about: 'simulated', grader: setting.grader, criteria }],
  };
}

function scoresOf({ isGraded, grader }, { toY }, trials) {
  return trials.flatMap((values, trial) => {
    const facts = { expectation: 0, trial, findings: [] };
    if (values === null) return [{ ...facts, value: null, why: 'failed', reason: 'simulated' }];
    const graded = isGraded ? [toY(values)] : values;
    const isPerTurn = grader.params.metric?.startsWith('per_turn.') ?? false;
    return graded.map((value, turn) => (isPerTurn ? { ...facts, turn, value } : { ...facts, value }));
  });
}
