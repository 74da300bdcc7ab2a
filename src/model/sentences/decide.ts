import { quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

/** The sentences of problems that `decide` finds. */
export const decideSentences = {
  'EVA_BAD_CRITERIA:vacuous_threshold': (params: {
    readonly metric: string;
    readonly low: string;
    readonly high: string;
    readonly threshold: string;
  }) => ({
    message: `${params.metric} is always from ${params.low} to ${params.high}, so a threshold of ${params.threshold} decides nothing`,
    hint: `write a threshold above ${params.low} and below ${params.high}`,
  }),
  'EVA_BAD_CRITERIA:constant_metric': (params: { readonly metric: string; readonly value: string }) => ({
    message: `${params.metric} is always ${params.value} in a case with one message, so it decides nothing`,
    hint: 'use another metric',
  }),
  'EVA_BAD_CRITERIA:bar_out_of_range': (params: { readonly criterion: string; readonly bar: number }) => ({
    message: `the bar of ${params.criterion} must be above 0 and below 1, got ${params.bar}`,
    hint: 'return another bar: no sample can prove 1, and 0 needs no proof',
  }),
  'EVA_BAD_CRITERIA:bad_level': (params: { readonly level: number }) => ({
    message: `significance_level must be above 0 and below 1, got ${params.level}`,
    hint: 'write significance_level: 0.05',
  }),
  'EVA_BAD_CRITERIA:extreme_bar': (params: { readonly claim: string }) => ({
    message: `the bar of ${quoted(params.claim)} is so close to the end of its range that no sample can decide it`,
    hint: 'write a bar further from the end of the range; for a mean, you can also lower cap',
  }),
  'EVA_BAD_CRITERIA:mean_without_cap': (params: { readonly metric: string; readonly comparison: string }) => ({
    message: `no sample can prove a mean of ${params.metric}, because it has no upper bound`,
    hint: `add cap: (larger values count as the cap), or use median_${params.comparison} or proportion_${params.comparison}`,
  }),
  'EVA_BAD_CRITERIA:mean_out_of_range': (params: {
    readonly metric: string;
    readonly low: string;
    readonly high: string;
    readonly threshold: number | null;
  }) => ({
    message: `the threshold of a mean ${params.metric} must be above ${params.low} and below ${params.high}, got ${params.threshold ?? 'none'}`,
    hint: `write a threshold above ${params.low} and below ${params.high}, the ends of the possible values`,
  }),
  'EVA_BAD_CRITERIA:pooled_answers': ({ claim }: { readonly claim: string }) => ({
    message: `with claim: file and several draws, only a share of the answers can be shown, and not that ${claim}`,
    hint: 'remove draws: from the data set, or remove claim: file, or use a proportion_… criterion of whole answers',
  }),
  'EVA_BAD_CRITERIA:bad_proportion': {
    message: 'a proportion criterion needs a proportion between 0 and 1; for a score or a metric also a threshold',
    hint: 'write proportion: 0.95, and min_score: (for a score) or threshold: (for a metric)',
  },
  'EVA_BAD_CRITERIA:bad_median': {
    message: 'a median criterion needs a threshold',
    hint: 'write threshold: 2',
  },
  'EVA_BAD_CRITERIA:no_classes': {
    message: 'this criterion decides on classes, and this expectation has none',
    hint: 'put it under a then: item with class:, or use proportion_gte',
  },
  'EVA_BAD_CRITERIA:people_without_rubric': {
    message: 'people label answers by a rubric, and this expectation has none',
    hint: 'remove "by" and "labels", or put the criterion beside rubric: or expected_behavior:',
  },
} as const satisfies SentenceTable;
