import type { BaseUrlFlaw } from '../data/base-url.js';
import { baseUrlText } from '../reply/failed-attempt.js';
import type { SentenceTable } from './table.js';

/** The data that a criterion decides, in words. */
export const decided = {
  checks: ['trials that pass or fail', 'write proportion_gte: { proportion: 0.95 }'],
  scores: [
    "a judge's scores",
    'write proportion_gte with min_score and proportion, or median_gte or mean_gte with threshold',
  ],
  metric: ['a metric', 'a metric is compared with a threshold; proportion_… takes threshold and proportion'],
  class: ['classes', 'write recall_gte, precision_gte or f1_gte with class and proportion'],
} as const;

/** A threshold that is outside its useful range. `most` is null without an upper end. */
export interface ThresholdFlaw {
  readonly param: string;
  readonly value: number;
  /** The useful range in words. */
  readonly ask: string;
}

export function askFor({ param, ask }: ThresholdFlaw): string {
  return `write a ${param} that is ${ask}`;
}

/** The sentences of problems in judges, rubrics, criteria and providers. */
export const judgingSentences = {
  'EVA_BAD_THRESHOLD:every_score': (flaw: ThresholdFlaw & { readonly min: number; readonly max: number }) => ({
    message: `every score is at least ${flaw.value} on a scale from ${flaw.min} to ${flaw.max}`,
    hint: askFor(flaw),
  }),
  'EVA_BAD_THRESHOLD:no_score': (flaw: ThresholdFlaw & { readonly min: number; readonly max: number }) => ({
    message: `no score is ${flaw.value} or more on a scale from ${flaw.min} to ${flaw.max}`,
    hint: askFor(flaw),
  }),
  'EVA_BAD_VALUE:base_url': (flaw: BaseUrlFlaw) => {
    const { message, hint } = baseUrlText(flaw);
    return { message: `"base_url" ${message}`, hint };
  },
} as const satisfies SentenceTable;

export const metricFlaws = {
  none_less: (value: number) => `no value is less than ${value}`,
  none_at_most: (value: number) => `no value is ${value} or less`,
  every_at_least: (value: number) => `every value is at least ${value}`,
  every_more: (value: number) => `every value is more than ${value}`,
} as const;

export function inBrackets(spot: string | null): string {
  return spot === null ? '' : ` (${spot})`;
}
