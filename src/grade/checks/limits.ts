import { findMetric, type Measured } from '#model/metrics.js';
import { brokenTurn, type Trial } from '#model/run/trial.js';
import { words } from '#model/text/characters.js';
import { type Check, type CheckOutcome, withCount } from '../check-parts/check.js';
import { excerptAt } from '../check-parts/excerpt.js';
import { refusedCheck } from '../check-parts/preparation.js';

/** Holds if the response has at least this many words, separated by white space. (The key says tokens; they are not a model's tokens.) */
export const minTokens: Check = {
  op: 'min_tokens',
  prepare: withCount((least) => (response) => {
    const count = words(response).length;
    return { holds: count >= least, reason: `${countOf(count, 'token')}, at least ${least} are asked for` };
  }),
};

export const maxTokensCheck: Check = {
  op: 'max_tokens',
  prepare: withCount((most) => (response) => {
    const allWords = words(response);
    const reason = `${countOf(allWords.length, 'token')}, the limit is ${most}`;
    const beyond = allWords[most];
    if (!beyond) return { holds: true, reason };
    const { start, word } = beyond;
    return { holds: false, reason, excerpt: excerptAt(response, start, start + word.length) };
  }),
};

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Holds if the response has at least this many Unicode code points. */
export const minChars: Check = {
  op: 'min_chars',
  prepare: withCount((least) => (response) => {
    const count = Array.from(response).length;
    return { holds: count >= least, reason: `${countOf(count, 'character')}, at least ${least} are asked for` };
  }),
};

/** Holds if the response has at most this many Unicode code points. */
export const maxChars: Check = {
  op: 'max_chars',
  prepare: withCount((most) => (response) => {
    const chars = Array.from(response);
    const reason = `${countOf(chars.length, 'character')}, the limit is ${most}`;
    if (chars.length <= most) return { holds: true, reason };
    const beyond = chars.slice(0, most).join('').length;
    return { holds: false, reason, excerpt: excerptAt(response, beyond, response.length) };
  }),
};

export const maxLatency: Check = {
  op: 'max_latency_s',
  seesWholeReply: true,
  prepare: withLimit('per_turn.response_latency', (value) => `${Number(value.toFixed(3))} s`),
};

export const maxCost: Check = {
  op: 'max_cost_usd',
  seesWholeReply: true,
  prepare: withLimit('per_conversation.cost', (value) => `$${Number(value.toPrecision(3))}`),
};

/** Prepares a check whose value is the greatest value of a metric, over all turns. */
function withLimit(name: string, shown: (value: number) => string): Check['prepare'] {
  return (most) => {
    if (typeof most !== 'number' || !(most > 0) || !Number.isFinite(most)) {
      return refusedCheck(
        'EVA_BAD_CHECK:not_limit',
        'the value must be a number above 0',
        (op) => `write a number, for example ${op}: 2`,
      );
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
  for (const value of measured) if (value.value === null) return { holds: 'unknown', reason: value.reason };
  return { holds: true, reason: `${shown(greatest)}, the limit is ${shown(most)}` };
}
