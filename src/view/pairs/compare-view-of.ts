import type { Comparison, PairSlices, SideFacts } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { caseKey } from '../case-view.js';
import { text } from '../text.js';
import { type Fact, type Next, type ViewFlag, type ViewOutcome, viewSchema } from '../view.js';
import { differenceParts, pairParts, reasonTexts, standingText } from './case-words.js';
import type {
  ChangeRow,
  CompareReason,
  CompareView,
  PairCaseView,
  PairSliceField,
  PromptChanges,
  SideView,
} from './compare-view.js';
import { compareExplanation, compareFlags, compareHead } from './compare-words.js';
import { type CaseStanding, changedPairs, exitCodeOfComparison, type ListedCase, listedCases } from './listed-cases.js';
import { differenceText, marginText, sideLabel, sideName, sidesText } from './pair-words.js';

/** What a comparison does not contain. */
export interface ComparisonSurroundings {
  /** The lines of the prompt that differ; null if they are not known. */
  readonly prompt?: PromptChanges | null;
  /** The models of each side; empty for an application. */
  readonly models?: { readonly a: readonly string[]; readonly b: readonly string[] };
  /** The file with its row; null without a row. */
  readonly rowPath?: string | null;
  readonly next?: readonly Next[];
}

/** The outcome of a case of a comparison, as that of a case of a run. A case that decides nothing is shown only. */
export const outcomeOfStanding: Readonly<Record<CaseStanding, ViewOutcome>> = {
  worse: 'failed',
  unfinished: 'unfinished',
  undecided: 'inconclusive',
  not_worse: 'passed',
  better: 'passed',
  decides_nothing: 'shown',
};

/** The greatest number of reasons. */
const mostReasons = 5;

/** Returns a comparison as data for reporters: cases that need attention first. */
export function compareViewOf(comparison: Comparison, surroundings: ComparisonSurroundings = {}): CompareView {
  const { a, b, margin, alpha, state, outcome, same, ts } = comparison;
  const listed = listedCases(comparison);
  const isOpen = state === 'unfinished' || outcome === null;
  const cases = listed.map((one) => caseOf(one, comparison));
  return {
    schema: viewSchema,
    kind: 'compare',
    title: text(b.id),
    started_at: ts,
    outcome: isOpen ? 'unfinished' : outcomeOfStanding[outcome],
    verdict: isOpen ? null : outcome,
    same,
    headline: text(compareHead(comparison)),
    sentence: text(oneLine(compareExplanation(comparison, listed))),
    reasons: cases.flatMap(reasonOf).slice(0, mostReasons),
    flags: flagsOf(comparison),
    notes: compareFlags(comparison).map(text),
    a: sideOf(a),
    b: sideOf(b),
    margin,
    margin_words: marginText(margin),
    significance_level: alpha,
    cases,
    changed: changedPairs(comparison),
    prompt: surroundings.prompt ?? null,
    facts: factsOf(comparison, surroundings),
    exit_code: exitCodeOfComparison(comparison),
    next: surroundings.next ?? [],
  };
}

function reasonOf({ key, name, outcome, words, lines }: PairCaseView): readonly CompareReason[] {
  if (outcome === 'shown') return [];
  return [{ mark: outcome, subject: name, text: [words, ...lines], href: `#${key}` }];
}

function flagsOf({ a, b, partial, state }: Comparison): readonly ViewFlag[] {
  return [
    ...(a.evidence.synthetic || b.evidence.synthetic ? (['synthetic'] as const) : []),
    ...(partial ? (['partial'] as const) : []),
    ...(state === 'unfinished' ? (['unfinished'] as const) : []),
  ];
}

function sideOf(side: SideFacts): SideView {
  const { kind, kept, asked, id, run_id, evidence } = side;
  return {
    ...{ kind, kept, asked, synthetic: evidence.synthetic },
    label: text(sideLabel(side)),
    name: text(sideName(side)),
    id: text(id),
    run_id: text(run_id),
  };
}

function caseOf(one: ListedCase, comparison: Comparison): PairCaseView {
  const { pairs, standing } = one;
  const { measure, unit, decides, n, used, a, b, better, worse, same, counts, missing, unpaired } = pairs;
  const sides = missing > 0 ? null : sidesText(pairs);
  const isQuiet = standing === 'decides_nothing' || standing === 'unfinished';
  const difference = isQuiet ? '' : differenceParts(pairs, comparison).join(': ');
  const lines = [
    ...(sides === null ? [] : [sides]),
    ...(difference === '' ? [] : [difference]),
    ...(missing > 0 ? [] : [pairParts(pairs, true).join(', ')]),
    ...reasonTexts(one, comparison),
  ];
  return {
    key: caseKey(pairs.case),
    name: text(pairs.case),
    outcome: outcomeOfStanding[standing],
    standing,
    words: text(standingText(one, comparison)),
    lines: lines.filter((line) => line !== '').map(text),
    ...{ measure, unit, decides, n, used, a, b, better, worse, same, counts, missing, unpaired },
    change: changeOf(one, comparison),
    slices: pairs.slices.map(sliceField),
  };
}

function changeOf(one: ListedCase, comparison: Comparison): ChangeRow {
  const { difference, interval } = one.pairs;
  const { lower, upper } = interval;
  const seen = difference === null ? 'no difference is known' : `a difference of ${differenceText(difference)}`;
  const bounds = differenceParts(one.pairs, comparison).slice(1);
  const sentence = [`${oneLine(one.pairs.case)}: ${seen}`, ...bounds, `may lose ${marginText(comparison.margin)}`];
  return {
    ...{ difference, lower, upper, bar: -comparison.margin, holds: lower !== null || upper !== null },
    sentence: text(`${sentence.join(', ')}: ${standingText(one, comparison)}`),
  };
}

function sliceField({ field, rows }: PairSlices): PairSliceField {
  return { field: text(field), rows: rows.map((row) => ({ ...row, value: text(row.value) })) };
}

function factsOf(comparison: Comparison, { models, rowPath }: ComparisonSurroundings): readonly Fact[] {
  const { cost_usd, built_in_prices, usage, duration_s, eva_version } = comparison;
  const names = [...new Set([...(models?.a ?? []), ...(models?.b ?? [])])];
  const hasCalled = usage.replies > 0;
  return [
    ...names.map((model): Fact => ({ name: 'model', value: text(model) })),
    ...(cost_usd !== null && hasCalled ? [{ name: 'cost', value: cost_usd, unit: 'USD' } as const] : []),
    ...(built_in_prices !== undefined && hasCalled
      ? [{ name: 'built_in_prices', value: text(built_in_prices) } as const]
      : []),
    { name: 'duration', value: duration_s, unit: 's' },
    ...(hasCalled ? [{ name: 'replies_model', value: usage.replies } as const] : []),
    ...(usage.input_tokens > 0 ? [{ name: 'input_tokens', value: usage.input_tokens } as const] : []),
    ...(usage.output_tokens > 0 ? [{ name: 'output_tokens', value: usage.output_tokens } as const] : []),
    ...(rowPath === undefined || rowPath === null ? [] : [{ name: 'row', value: text(rowPath) } as const]),
    { name: 'eva_version', value: text(eva_version) },
  ];
}
