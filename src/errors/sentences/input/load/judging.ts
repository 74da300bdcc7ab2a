import type { BaseUrlFlaw } from '#model/data/base-url.js';
import { listed, quoted } from '#model/text/quoted.js';
import { baseUrlText } from '../../../failures/attempt.js';
import type { SentenceTable } from '../../table.js';
import { type Earlier, stands } from './cases.js';

/** The data that a criterion decides, in words. */
const decided = {
  checks: ['trials that pass or fail', 'write proportion_gte: { proportion: 0.95 }'],
  scores: [
    "a judge's scores",
    'write proportion_gte with min_score and proportion, or median_gte or mean_gte with threshold',
  ],
  metric: ['a metric', 'a metric is compared with a threshold; proportion_… takes threshold and proportion'],
  class: ['classes', 'write recall_gte, precision_gte or f1_gte with class and proportion'],
} as const;

type Kind = keyof typeof decided;

/** A threshold that is outside its useful range. `most` is null without an upper end. */
export interface ThresholdFlaw {
  readonly param: string;
  readonly value: number;
  /** The useful range in words. */
  readonly ask: string;
}

function askFor({ param, ask }: ThresholdFlaw): string {
  return `write a ${param} that is ${ask}`;
}

/** The sentences of problems in judges, rubrics, criteria and providers. */
export const judgingSentences = {
  EVA_OLD_THRESHOLD: ({
    min,
    max,
    threshold,
    origin,
  }: {
    readonly min: number;
    readonly max: number;
    readonly threshold: number;
    readonly origin: string | null;
  }) => ({
    message: `"scale" is ${min} to ${max}, but "pass_threshold" is still ${threshold} (${origin ?? "eva's default"})`,
    hint: 'set pass_threshold beside scale: the lowest score that passes',
  }),
  'EVA_OUT_OF_RANGE:threshold': ({
    threshold,
    thresholdAt,
    min,
    max,
    scaleAt,
  }: {
    readonly threshold: number;
    readonly thresholdAt: string | null;
    readonly min: number;
    readonly max: number;
    readonly scaleAt: string | null;
  }) => ({
    message: `"pass_threshold" is ${threshold}${inBrackets(thresholdAt)} on a scale from ${min} to ${max}${inBrackets(scaleAt)}${threshold === min ? ': every score would pass' : ''}`,
    hint: `set a pass_threshold from ${min + 1} to ${max}`,
  }),
  'EVA_CONTRADICTION:scale': ({ min, max }: { readonly min: number; readonly max: number }) => ({
    message: `the scale goes from ${min} to ${max}`,
    hint: 'set min below max',
  }),
  'EVA_BAD_VALUE:votes': ({ votes }: { readonly votes: number }) => ({
    message: `"votes" is ${votes} and must be odd`,
    hint: 'set an odd number: its median is a score that the judge gave',
  }),
  'EVA_BAD_CRITERIA:alone': {
    message: '"criteria" has no checks and no rubric to decide',
    hint: 'add assert: or rubric:, or move it to an item of then:',
  },
  'EVA_BAD_CRITERIA:twice': ({ criterion }: { readonly criterion: string }) => ({
    message: `${quoted(criterion)} is listed twice with the same parameters`,
    hint: 'keep one of them',
  }),
  'EVA_BAD_CRITERIA:own_params': ({ criterion }: { readonly criterion: string }) => ({
    message: `${quoted(criterion)} takes a mapping of parameters`,
    hint: 'write {} for none',
  }),
  'EVA_BAD_CRITERIA:own_level': ({ criterion }: { readonly criterion: string }) => ({
    message: `the "significance_level" of ${quoted(criterion)} is not a level`,
    hint: 'write a number above 0 and at most 0.5',
  }),
  'EVA_BAD_CRITERIA:unfit': ({ criterion, kind }: { readonly criterion: string; readonly kind: Kind }) => ({
    message: `${quoted(criterion)} cannot decide ${decided[kind][0]}`,
    hint: decided[kind][1],
  }),
  'EVA_BAD_CRITERIA:extra': ({ param, kind }: { readonly param: string; readonly kind: Kind }) => ({
    message: `${quoted(param)} has no effect on ${decided[kind][0]}`,
    hint: decided[kind][1],
  }),
  'EVA_BAD_CRITERIA:lacking': ({
    criterion,
    param,
    kind,
  }: {
    readonly criterion: string;
    readonly param: string;
    readonly kind: Kind;
  }) => ({
    message: `${quoted(criterion)} needs "${param}" to decide ${decided[kind][0]}`,
    hint: decided[kind][1],
  }),
  'EVA_BAD_CRITERIA:people_of': ({ kind }: { readonly kind: Kind }) => ({
    message: `people label answers by a rubric, and here no rubric decides ${decided[kind][0]}`,
    hint: 'remove "by" and "labels", or put the criterion beside rubric: or expected_behavior:',
  }),
  'EVA_BAD_CRITERIA:people_of_slice': {
    message: 'labels of people decide no slices',
    hint: 'remove "by" and "labels": the judge decides slices; put the criterion with by: people into criteria: of the case',
  },
  'EVA_BAD_CRITERIA:labels_alone': {
    message: '"labels" has no effect without by: people',
    hint: 'add by: people, or remove "labels"',
  },
  EVA_UNPROVABLE: {
    message: 'no sample can prove a proportion of 1',
    hint: 'set a proportion below 1, or remove criteria: then every trial must pass',
  },
  'EVA_BAD_THRESHOLD:every_score': (flaw: ThresholdFlaw & { readonly min: number; readonly max: number }) => ({
    message: `every score is at least ${flaw.value} on a scale from ${flaw.min} to ${flaw.max}`,
    hint: askFor(flaw),
  }),
  'EVA_BAD_THRESHOLD:no_score': (flaw: ThresholdFlaw & { readonly min: number; readonly max: number }) => ({
    message: `no score is ${flaw.value} or more on a scale from ${flaw.min} to ${flaw.max}`,
    hint: askFor(flaw),
  }),
  'EVA_BAD_THRESHOLD:mean_below': (flaw: ThresholdFlaw & { readonly least: number }) => ({
    message: `a mean is never below ${flaw.least}, so the threshold ${flaw.value} decides nothing`,
    hint: askFor(flaw),
  }),
  'EVA_BAD_THRESHOLD:mean_above': (flaw: ThresholdFlaw & { readonly most: number; readonly end: 'scale' | 'cap' }) => ({
    message: `a mean is never above ${flaw.end === 'scale' ? `the scale's end, ${flaw.most}` : `the cap of ${flaw.most}`}, so the threshold ${flaw.value} decides nothing`,
    hint: askFor(flaw),
  }),
  'EVA_BAD_THRESHOLD:metric': (flaw: ThresholdFlaw & { readonly says: keyof typeof metricFlaws }) => ({
    message: metricFlaws[flaw.says](flaw.value),
    hint: askFor(flaw),
  }),
  EVA_BAD_EXPECTED: ({
    expected,
    expectedAt,
    bar,
    criterionAt,
  }: {
    readonly expected: number;
    readonly expectedAt: string | null;
    readonly bar: number;
    readonly criterionAt: string | null;
  }) => ({
    message: `expected ${expected}${inBrackets(expectedAt)} is not above the bar of ${bar}${inBrackets(criterionAt)}`,
    hint: 'set expected between the bar and 1, or remove it',
  }),
  'EVA_BAD_RUBRIC:repeated': ({ behavior, first }: { readonly behavior: string; readonly first: Earlier }) => ({
    message: `the behaviour ${quoted(behavior)} has another rubric on this scale`,
    hint: `${stands(first)}; keep one of them`,
  }),
  'EVA_BAD_RUBRIC:absent': ({
    levels,
    min,
    max,
  }: {
    readonly levels: readonly string[];
    readonly min: number;
    readonly max: number;
  }) => ({
    message: `the rubric has no level ${listed(levels)} on a scale from ${min} to ${max}`,
    hint: `describe ${levels.length === 1 ? 'this score' : 'each of these scores'}: add ${levels[0]}:`,
  }),
  'EVA_BAD_RUBRIC:level': ({
    level,
    flaw,
    advice,
    min,
    max,
  }: {
    readonly level: string;
    readonly flaw: string;
    readonly advice: 'off_scale' | 'same' | 'text';
    readonly min: number;
    readonly max: number;
  }) => ({
    message: `level ${level} ${flaw}`,
    hint: {
      off_scale: `write a level for each whole number from ${min} to ${max}, and no others`,
      same: 'describe what a judge sees at one level and not at the other',
      text: 'write a sentence or two that a judge can tell from its neighbours',
    }[advice],
  }),
  'EVA_BAD_VALUE:provider_name': ({ name }: { readonly name: string }) => ({
    message: `${quoted(name)} cannot be the name of a provider`,
    hint: 'use letters, digits, _, . and -, and begin with a letter or digit',
  }),
  'EVA_MISSING_KEY:provider': ({
    key,
    name,
    form,
  }: {
    readonly key: string;
    readonly name: string;
    readonly form: string;
  }) => ({
    message: `"${key}" is missing in ${quoted(name)}`,
    hint: `add ${key}: ${form}`,
  }),
  'EVA_UNKNOWN_KEY:provider': ({
    key,
    type,
    known,
  }: {
    readonly key: string;
    readonly type: string;
    readonly known: readonly string[];
  }) => ({
    message: `${quoted(key)} has no effect for a provider of type ${type}`,
    hint: `known keys: ${known.join(', ')}`,
  }),
  'EVA_CONTRADICTION:api_version': {
    message: '"base_url" ends with /openai/v1, which has no versions, and "api_version" is set',
    hint: 'remove "api_version", or remove /openai/v1 from "base_url"',
  },
  'EVA_BAD_VALUE:base_url': (flaw: BaseUrlFlaw) => {
    const { message, hint } = baseUrlText(flaw);
    return { message: `"base_url" ${message}`, hint };
  },
} as const satisfies SentenceTable;

const metricFlaws = {
  none_less: (value: number) => `no value is less than ${value}`,
  none_at_most: (value: number) => `no value is ${value} or less`,
  every_at_least: (value: number) => `every value is at least ${value}`,
  every_more: (value: number) => `every value is more than ${value}`,
} as const;

function inBrackets(spot: string | null): string {
  return spot === null ? '' : ` (${spot})`;
}
