import { groupedDigits, listed, plural, quoted } from '../text/quoted.js';
import { type MissingPrices, pricesText, reasonText } from './missing-price-words.js';
import type { SentenceTable } from './table.js';

/** The sentences of problems that `plan` finds. */
export const planSentences = {
  EVA_NO_TOKENS: (params: { readonly metric: string; readonly model: string }) => ({
    message: `${params.metric} needs token counts, and replies of ${params.model} have none`,
    hint: 'remove it, or use a model whose provider counts tokens',
  }),
  'EVA_NO_PRICE:metric': (params: MissingPrices & { readonly model: string }) => ({
    message: `the cost metric needs a price for ${params.model}${reasonText(params, [params.model])}`,
    hint: pricesText(params),
  }),
  'EVA_NO_PRICE:check': (params: MissingPrices & { readonly op: string; readonly model: string }) => ({
    message: `${params.op} needs a price for ${params.model}${reasonText(params, [params.model])}`,
    hint: pricesText(params),
  }),
  'EVA_NO_PRICE:budget': (params: MissingPrices & { readonly limited: readonly string[] }) => ({
    message: `a limit on the cost needs ${params.limited.length === 1 ? 'a price' : 'prices'} for ${listed(params.limited)}${reasonText(params, params.limited)}`,
    hint: pricesText(params),
  }),
  EVA_UNKNOWN_CASE: (params: {
    readonly case: string;
    readonly nearest: string | null;
    readonly cases: readonly string[];
  }) => ({
    message: `there is no case ${quoted(params.case)}`,
    hint:
      params.nearest === null ? `the cases are: ${params.cases.join(', ')}` : `did you mean ${quoted(params.nearest)}?`,
  }),
  EVA_SHORT_BUDGET: (params: {
    readonly least: number;
    readonly most: number;
    readonly limit: number;
    readonly goal: 'pass' | 'decide';
    readonly command: string;
    readonly about: number | null;
    /** How many items the budget allows, with their calls; null if items cannot be chosen. */
    readonly look: { readonly items: number; readonly calls: number } | null;
    readonly isAllowed: 'by_user' | 'kept_replies' | false;
  }) => {
    const { least, most, limit, goal, command, about, look, isAllowed } = params;
    const end =
      isAllowed === 'kept_replies'
        ? 'it ends without a verdict unless kept replies help'
        : 'it would end without a verdict';
    const all = `eva ${command} --max-calls ${most}${about === null ? '' : ` (about ${dollars(about)})`}`;
    return {
      message: `needs at least ${plural(least, 'call')} to ${goal}, and the budget is ${groupedDigits(limit)}: ${end}`,
      hint: [
        `all of it: ${all}`,
        ...(look ? [`a first look: eva ${command} --items ${look.items} (${plural(look.calls, 'call')})`] : []),
        ...(isAllowed ? [] : ['go on anyway: --allow-short-budget']),
      ].join('; '),
    };
  },
  'EVA_SHORT_BUDGET:cost': (params: { readonly about: number; readonly limit: number }) => ({
    message: `may end without a verdict: about ${dollars(params.about)}, budget ${dollars(params.limit)}`,
    hint: 'raise the limit; replies that are there already are not paid again',
  }),
  EVA_UNDERPOWERED: (
    params: TooFew & {
      readonly trials: number;
      readonly limit: number;
      /** True if values are numbers between two ends, false if a trial only passes or fails. */
      readonly isBounded: boolean;
      /** A cap of the values with which a mean can pass; null if there is none, or one is set. */
      readonly cap: number | null;
    },
  ) => {
    const { criterion, trials, smallest, limit, likely, isBounded, lowered, cap } = params;
    const best = isBounded ? 'even if each has the best possible value' : 'even if every one passes';
    const needs =
      smallest === null ? `more than ${limit}, the most that a case can have` : `at least ${smallest}, ${best}`;
    const power = powerText(likely, isBounded ? ' and values are at both ends of their range' : '');
    const raise = smallest === null ? '' : `raise sample_size to ${smallest}${power}, `;
    const changed = lowered
      ? '; changed cases begin at attempt 1 again, and eva does not count earlier looks (docs/guide/promotion.md#attempts)'
      : '';
    return {
      message: `${criterion} cannot pass with ${plural(trials, 'trial')}: it needs ${needs}${levelText(lowered)}`,
      hint: `${raise}${easierText(criterion)}${cap === null ? '' : `, or set cap, such as cap: ${cap}`}, or run it with --allow-underpowered (in TypeScript: allow_underpowered)${changed}`,
    };
  },
  'EVA_UNDERPOWERED:labels': (
    params: TooFew & {
      readonly labels: number;
      /** The greatest number of labels that the case allows. */
      readonly most: number;
    },
  ) => {
    const { criterion, labels, most, smallest, likely, lowered } = params;
    const needs =
      smallest === null ? 'more than a case can have' : `at least ${smallest}, even if people pass every answer`;
    const power = powerText(likely);
    const answers = smallest !== null && smallest > most ? `ask for more than ${most} answers and ` : '';
    const raise = smallest === null ? '' : `${answers}write labels: ${smallest}${power}, `;
    return {
      message: `${criterion} by people cannot pass with ${plural(labels, 'label')}: it needs ${needs}${levelText(lowered)}`,
      hint: `${raise}${easierText(criterion)}, or run it with --allow-underpowered (in TypeScript: allow_underpowered)`,
    };
  },
  /** For a case on a data set. `noun` agrees with `trials`; `most` is the number of units that the data set has. */
  'EVA_UNDERPOWERED:items': (
    params: TooFew & { readonly trials: number; readonly noun: string; readonly most: number },
  ) => {
    const { criterion, trials, smallest, likely, lowered, noun, most } = params;
    const needs = smallest === null ? 'more than a case can have' : `at least ${smallest}, even if every one is right`;
    const power = powerText(likely);
    const message = `${criterion} cannot pass with ${trials} ${noun}: it needs ${needs}${levelText(lowered)}`;
    const isThere = smallest !== null && smallest <= most;
    const more = trials === 1 ? `add further ones${power}` : `add ${noun}${power}`;
    return {
      message,
      hint: `${isThere ? 'raise or remove sample_size' : more}, ${easierText(criterion)}, or run it with --allow-underpowered (in TypeScript: allow_underpowered)`,
    };
  },
  'EVA_UNDERPOWERED:slices': (params: {
    readonly field: string;
    readonly few: readonly (Omit<FewItems, 'name'> & { readonly value: string })[];
  }) => {
    const { field, few } = params;
    const listed = fewText(few.map(({ value: name, ...slice }) => ({ name, ...slice })));
    return {
      message: `slices of ${quoted(field)} have too few items to pass, even if every one is right: ${listed}`,
      hint: 'add items, name the slices that matter in only:, lower the bar, or write must: not_fail',
    };
  },
  /** For `compare` of eval.yml, about the first of its cases; `more` others have too few pairs too. */
  'EVA_UNDERPOWERED:compare': (params: TooFewPairs & { readonly more: number }) => {
    const { case: name, pairs, noun, margin, needed, allowed, hasItems, more } = params;
    const others = more === 0 ? '' : ` (and ${more} more ${more === 1 ? 'case has' : 'cases have'} too few)`;
    const needs = needed === null ? 'more than a case can have' : needed;
    const raise = needed === null ? [] : [hasItems ? 'add items or raise sample_size' : `set sample_size: ${needed}`];
    const ways = [
      ...raise,
      ...(allowed === null ? [] : [`write not_worse_by: ${allowed}`]),
      'name other cases in "cases"',
    ];
    return {
      message: `no comparison can show a margin of ${margin}: case ${quoted(name)} has ${pairs} ${noun} and needs ${needs}${others}`,
      hint: ways.join(', or '),
    };
  },
  /** For a case of a comparison. `noun` agrees with `pairs`; `allowed` is the least margin that the pairs can show. */
  'EVA_UNDERPOWERED:margin': (params: TooFewPairs) => {
    const { case: name, pairs, noun, margin, needed, allowed, hasItems } = params;
    const most = needed === null ? 'more than a case can have' : `at least ${needed}`;
    const more = hasItems ? 'add items or raise sample_size' : `raise sample_size to ${needed}`;
    return {
      message: `case ${quoted(name)} cannot show that B is not worse by more than ${margin} with ${pairs} ${noun}: it needs ${most}, even if both sides answer all of them equally well`,
      hint: `${needed === null ? '' : `${more}, `}${allowed === null ? '' : `allow a greater loss with --not-worse-by ${allowed}, `}or choose other cases with --case`,
    };
  },
  EVA_FEW_CLUSTERS: (params: {
    readonly field: string;
    readonly clusters: number;
    /** The number of clusters for a power of 80 %; null if it is not known. */
    readonly needed: number | null;
  }) => {
    const { field, clusters, needed } = params;
    const likely = needed === null ? 'more than a case can have' : `about ${needed}`;
    return {
      message: `${plural(clusters, 'cluster')} of ${quoted(field)} ${clusters === 1 ? 'is' : 'are'} few: a likely pass needs ${likely}`,
      hint: 'add clusters, or write claim: file for a claim about these items only',
    };
  },
} as const satisfies SentenceTable;

function dollars(usd: number): string {
  return `$${usd < 0.01 ? usd.toPrecision(1) : usd.toFixed(2)}`;
}

/** A criterion that has too few trials. */
export interface TooFew {
  readonly criterion: string;
  /** The smallest number of trials with which it can pass; null if that is above all limits. */
  readonly smallest: number | null;
  /** The number of trials for a power of 80 %, and the assumed true value. */
  readonly likely: { readonly trials: number; readonly if: string } | null;
  readonly lowered: { readonly attempt: number; readonly level: number } | null;
}

export interface TooFewPairs {
  readonly case: string;
  readonly pairs: number;
  readonly noun: string;
  readonly margin: number;
  readonly needed: number | null;
  readonly allowed: number | null;
  readonly hasItems: boolean;
}

function levelText(lowered: TooFew['lowered']): string {
  return lowered ? `; attempt ${lowered.attempt} on these files is decided at a level of ${lowered.level}` : '';
}

/** Renders how to demand less with a criterion: the parameter that decides how many trials a pass needs, and its direction. */
function easierText(criterion: string): string {
  const [, below] = /_(lte?)$/.exec(criterion) ?? [];
  if (criterion.startsWith('mean_')) return `${below ? 'raise' : 'lower'} its threshold`;
  if (criterion.startsWith('median_')) return `use proportion_${below ?? 'gte'} with a lower proportion`;
  return criterion.startsWith('proportion_') ? 'lower its proportion' : 'lower the bar';
}

function powerText(likely: TooFew['likely'], more = ''): string {
  return likely ? ` (${likely.trials} for a power of 80% if ${likely.if}${more})` : '';
}

export interface FewItems {
  readonly name: string;
  readonly items: number;
  readonly needed: number | null;
}

/** The greatest number of slices that a problem names. */
const mostSlices = 5;

export function fewText(few: readonly FewItems[]): string {
  const listed = few
    .slice(0, mostSlices)
    .map(({ name, items, needed }) => `${quoted(name)} has ${items}${needed === null ? '' : ` of ${needed}`}`);
  return `${listed.join(', ')} needed${few.length > mostSlices ? `, and ${few.length - mostSlices} more` : ''}`;
}
