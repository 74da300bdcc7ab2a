import { findMetric } from '#metrics/index.js';
import type { Measured } from '#metrics/metric.js';
import { brokenTurn, type Trial } from '#model/run/trial.js';
import type { Check, CheckOutcome } from '../checking/check.js';

export const maxLatency: Check = {
  op: 'max_latency_s',
  prepare: withLimit('per_turn.response_latency', (value) => `${Number(value.toFixed(3))} s`),
};

export const maxCost: Check = {
  op: 'max_cost_usd',
  prepare: withLimit('per_conversation.cost', (value) => `$${Number(value.toPrecision(3))}`),
};

/** Prepares a check whose value is the greatest value of a metric, over all turns. */
function withLimit(name: string, shown: (value: number) => string): Check['prepare'] {
  return (most) => {
    if (typeof most !== 'number' || !(most > 0) || !Number.isFinite(most)) {
      return { key: 'EVA_BAD_CHECK:not_limit', params: {} };
    }
    return { run: (_response, { trial }) => checkLimit(measured(name, trial), most, shown) };
  };
}

/** Measures a trial. The value of a turn that was broken off is unknown. */
function measured(name: string, trial: Trial): readonly Measured[] {
  const values = findMetric(name)?.measure(trial) ?? [];
  const broken = brokenTurn(trial);
  return broken === null ? values : [...values, { value: null, reason: broken }];
}

/** Checks all values, of which some may be unknown: one that is too great decides. */
function checkLimit(measured: readonly Measured[], most: number, shown: (value: number) => string): CheckOutcome {
  const known = measured.flatMap(({ value }) => (value === null ? [] : [value]));
  const greatest = Math.max(0, ...known);
  if (greatest > most) return { holds: false, reason: `${shown(greatest)}, the limit is ${shown(most)}` };
  for (const one of measured) if (one.value === null) return { holds: 'unknown', reason: one.reason };
  return { holds: true, reason: `${shown(greatest)}, the limit is ${shown(most)}` };
}
