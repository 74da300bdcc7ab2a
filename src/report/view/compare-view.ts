import type {
  Comparison,
  PairCounts,
  PairOutcome,
  PairSlice,
  PairUnit,
  SideFacts,
  UnpairedItems,
} from '#model/pairs/comparison.js';
import { type Body, bodyText } from '#model/prompt.js';
import { oneLine } from '#model/text/quoted.js';
import { caseKey } from './case-view.js';
import {
  type CaseStanding,
  changedPairs,
  exitCodeOfComparison,
  type ListedCase,
  listedCases,
} from './changed-pairs.js';
import {
  compareExplanation,
  compareFlags,
  compareHead,
  differenceParts,
  differenceText,
  marginText,
  pairParts,
  reasonTexts,
  sideLabel,
  sideName,
  sidesText,
  standingText,
} from './compare-words.js';
import { plural } from './reasons.js';
import { type Text, text } from './text.js';
import { type Fact, type Next, type ViewFlag, type ViewOutcome, viewSchema } from './view.js';

/** A comparison of two versions as data for reporters. */
export interface CompareView {
  readonly schema: typeof viewSchema;
  readonly kind: 'compare';
  /** The id of B's prompt. */
  readonly title: Text;
  /** When it began, ISO 8601. */
  readonly started_at: string;
  /** `passed`: B is better or not worse. */
  readonly outcome: ViewOutcome;
  /** null if replies are missing. */
  readonly verdict: PairOutcome | null;
  /** True if both sides have the same prompt and models, so that nothing was asked. */
  readonly same: boolean;
  /** The verdict: `support-triage: the working tree is not worse than main`. */
  readonly headline: Text;
  /** What is shown and what is not. */
  readonly sentence: Text;
  /** The cases that need attention, at most five, the worst first. */
  readonly reasons: readonly CompareReason[];
  readonly flags: readonly ViewFlag[];
  /** The flags in sentences. */
  readonly notes: readonly Text[];
  readonly a: SideView;
  readonly b: SideView;
  /** The greatest allowed loss, from 0 to 1. */
  readonly margin: number;
  readonly margin_words: string;
  readonly significance_level: number;
  readonly cases: readonly PairCaseView[];
  /** The pairs of all cases in which B is better, and worse, than A. */
  readonly changed: { readonly better: number; readonly worse: number };
  /** The lines of the prompt that differ; null if the bodies were not read or are equal. */
  readonly prompt: PromptChanges | null;
  readonly facts: readonly Fact[];
  readonly exit_code: number;
  readonly next: readonly Next[];
}

/** A case that needs attention. */
export interface CompareReason {
  readonly mark: ViewOutcome;
  readonly subject: Text;
  readonly text: readonly Text[];
  readonly href: string;
}

export interface SideView extends Pick<SideFacts, 'kind' | 'kept' | 'asked'> {
  /** As shown beside its letter: `main (4f2a9c1)`. */
  readonly label: Text;
  /** Its name in a sentence: `the working tree`. */
  readonly name: Text;
  readonly id: Text;
  readonly run_id: Text;
  readonly synthetic: boolean;
}

/** A case of a comparison. A number that does not exist, or is not valid after an early stop, is null. */
export interface PairCaseView {
  /** The case in URLs: letters and digits. */
  readonly key: string;
  readonly name: Text;
  readonly outcome: ViewOutcome;
  readonly standing: CaseStanding;
  /** How it came out: `not worse, shown with the others`. */
  readonly words: Text;
  /** The figures, a line each: both sides, the difference, the pairs that changed, and what they do not say. */
  readonly lines: readonly Text[];
  readonly measure: 'right' | 'score';
  readonly unit: PairUnit;
  readonly decides: boolean;
  readonly n: number;
  readonly used: number;
  readonly a: number | null;
  readonly b: number | null;
  /** B - A with its bounds, and the greatest allowed loss as a negative number. */
  readonly change: ChangeRow;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly counts: PairCounts | null;
  readonly missing: number;
  readonly unpaired: UnpairedItems;
  readonly slices: readonly PairSliceField[];
}

/** The difference of a case from -1 to 1. */
export interface ChangeRow {
  readonly difference: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly bar: number;
  /** False if no bound is valid. */
  readonly holds: boolean;
  readonly sentence: Text;
}

/** The slices of one field on both sides. They decide nothing. */
export interface PairSliceField {
  readonly field: Text;
  readonly rows: readonly (Pick<PairSlice, 'pairs' | 'k_a' | 'k_b' | 'a' | 'b'> & { readonly value: Text })[];
}

/** The changed lines of a prompt with some lines around them. */
export interface PromptChanges {
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly PromptLine[];
}

/** `gap`: unchanged lines were left out; `text` says how many. */
export interface PromptLine {
  readonly change: 'added' | 'removed' | 'same' | 'gap';
  readonly text: Text;
}

interface ComparisonSurroundings {
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

const mostReasons = 5;

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
    reasons: cases
      .flatMap(({ key, name, outcome, words, lines }) =>
        outcome === 'shown' ? [] : [{ mark: outcome, subject: name, text: [words, ...lines], href: `#${key}` }],
      )
      .slice(0, mostReasons),
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
    slices: pairs.slices.map(({ field, rows }) => ({
      field: text(field),
      rows: rows.map((row) => ({ ...row, value: text(row.value) })),
    })),
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

/** The number of unchanged lines that are shown beside a change. */
const around = 2;

/** Longer bodies are not compared line by line, so that it takes bounded time. In UTF-16 units. */
const longestBody = 500_000;

/** The greatest number of changed lines. Bodies with more have little in common. */
const mostEdits = 2000;

/** Returns the lines in which two bodies differ; null for equal and for very long ones. Loads its package on first use. */
export async function promptChanges(a: Body, b: Body): Promise<PromptChanges | null> {
  const [before, after] = [bodyText(a), bodyText(b)];
  if (before === after || before.length > longestBody || after.length > longestBody) return null;
  const { diffArrays } = await import('diff');
  const changes = diffArrays(before.split('\n'), after.split('\n'), { maxEditLength: mostEdits });
  if (!changes) return null;
  const lines = changes.flatMap(({ added, removed, value }) =>
    value.map((raw): PromptLine => ({ change: added ? 'added' : removed ? 'removed' : 'same', text: text(raw) })),
  );
  const number = (change: PromptLine['change']) => lines.filter((line) => line.change === change).length;
  return { added: number('added'), removed: number('removed'), lines: withGaps(lines) };
}

function withGaps(lines: readonly PromptLine[]): readonly PromptLine[] {
  const near = new Set<number>();
  for (const [index, { change }] of lines.entries()) {
    if (change === 'same') continue;
    for (let at = index - around; at <= index + around; at++) near.add(at);
  }
  const shown: PromptLine[] = [];
  let hidden = 0;
  const close = () => {
    if (hidden > 0) shown.push({ change: 'gap', text: text(`${plural(hidden, 'unchanged line')}`) });
    hidden = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!near.has(index)) {
      hidden += 1;
      continue;
    }
    close();
    shown.push(line);
  }
  close();
  return shown;
}
