import type { CasePairs, Comparison, PairOutcome, PairQuestion, PairUnit, SideFacts } from '#model/pairs/comparison.js';
import { atLeast, atMost, type Rounding, roundTo } from '#model/text/bounds.js';
import { groupedDigits, oneLine } from '#model/text/quoted.js';
import type { ListedCase } from './changed-pairs.js';
import { clipped, percentage, plural, sure } from './reasons.js';

const mostNamed = 3;

const widestName = 60;

export function compareHead(comparison: Comparison): string {
  const { b, outcome, state, same } = comparison;
  const [nameOfA, nameOfB] = [comparison.a, comparison.b].map((side) => clipped(sideName(side), widestName));
  const words = `${clipped(oneLine(b.id), widestName)}: `;
  const on = comparison.a.evidence.synthetic || comparison.b.evidence.synthetic ? ', on SYNTHETIC replies' : '';
  if (state === 'unfinished' || outcome === null)
    return `${words}not decided yet whether ${nameOfB} is worse than ${nameOfA}`;
  if (same) return `${words}${nameOfB} asks the same as ${nameOfA}, so it is not worse`;
  const isLoss = comparison.cases.some((pairs) => pairs.decides && pairs.surely_worse_within_margin === true);
  if (outcome === 'undecided' && isLoss) {
    return `${words}${nameOfB} is worse than ${nameOfA}, perhaps by less than ${marginText(comparison.margin)}${on}`;
  }
  if (outcome === 'undecided') return `${words}undecided whether ${nameOfB} is worse than ${nameOfA}${on}`;
  const verdict = { better: 'better', not_worse: 'not worse', worse: 'worse' }[outcome];
  return `${words}${nameOfB} is ${verdict} than ${nameOfA}${on}`;
}

export function compareExplanation(comparison: Comparison, cases: readonly ListedCase[]): string {
  const { outcome, state, same, margin, alpha } = comparison;
  if (same) return 'Prompt and models are the same on both sides. Nothing was asked.';
  if (state === 'unfinished' || outcome === null) return missingPairsText(comparison);
  const loss = marginText(margin);
  const level = `${sure(alpha)} sure`;
  switch (outcome) {
    case 'better':
      return `A gain is shown, and a loss of ${loss} or more is ruled out (each ${level}).${tooFewCasesText(cases)}`;
    case 'not_worse':
      return `A loss of ${loss} or more is ruled out (${level})${
        hasLoss(cases) ? ', but a smaller loss is shown' : '. A gain is not shown'
      }.${tooFewCasesText(cases)}`;
    case 'worse':
      return `${worstText(cases)} loses more than the ${loss} that it may lose (${level}).`;
    default:
      return undecidedText(comparison, cases);
  }
}

/** Returns true if B is shown to be worse than A in a case that decides, but not by the margin. */
function hasLoss(cases: readonly ListedCase[]): boolean {
  return cases.some(
    ({ pairs, standing }) => standing !== 'decides_nothing' && pairs.surely_worse_within_margin === true,
  );
}

function tooFewCasesText(cases: readonly ListedCase[]): string {
  const few = cases.filter(({ standing }) => standing === 'decides_nothing').map(({ pairs }) => pairs.case);
  const [first] = few;
  if (first === undefined) return '';
  const named =
    few.length <= mostNamed
      ? few.map((name) => clipped(oneLine(name), 40)).join(', ')
      : `${groupedDigits(few.length)} cases`;
  return ` Not for ${named}: too few pairs.`;
}

function missingPairsText({ cases }: Comparison): string {
  const missing = cases.reduce((sum, pairs) => sum + pairs.missing, 0);
  if (missing === 0) return 'Not every case has its pairs.';
  return `${plural(missing, 'pair lacks a reply', 'pairs lack a reply')}.`;
}

/** Counts the cases that got worse, if others decide too. */
function worstText(cases: readonly ListedCase[]): string {
  const deciding = cases.filter(({ standing }) => standing !== 'decides_nothing');
  const worse = deciding.filter(({ standing }) => standing === 'worse');
  if (deciding.length < 2 || worse.length === 0) return 'It';
  return `In ${groupedDigits(worse.length)} of ${plural(deciding.length, 'case')} it`;
}

function undecidedText({ margin }: Comparison, cases: readonly ListedCase[]): string {
  const open = cases.filter(({ standing }) => standing === 'undecided');
  const loss = marginText(margin);
  const [only] = open;
  if (hasLoss(open)) return `A loss is shown, but not whether it is ${loss} or more.`;
  const units = only && open.length === 1 ? `${unitsText(only.pairs.used, only.pairs.unit)} of` : 'The pairs of';
  const names =
    only && open.length === 1 ? ` ${clipped(oneLine(only.pairs.case), 40)}` : ` ${plural(open.length, 'case')}`;
  return `${units}${names} neither rule out a loss of ${loss} or more, nor show one.`;
}

export function compareFlags(comparison: Comparison): readonly string[] {
  const { a, b, partial } = comparison;
  const sides = [...(a.evidence.synthetic ? ['A'] : []), ...(b.evidence.synthetic ? ['B'] : [])].join(' and ');
  return [
    ...(sides === '' ? [] : [`SYNTHETIC: a person wrote replies of ${sides} by hand`]),
    ...(partial ? ['partial: the command line left pairs out, so this opens no gate'] : []),
    ...(a.kind === 'run' && a.id !== b.id ? [`A is the prompt ${clipped(oneLine(a.id), widestName)}`] : []),
  ];
}

export function standingText({ standing, pairs, is_shown_with_others }: ListedCase, { margin }: PairQuestion): string {
  if (standing === 'unfinished') return missingText(pairs);
  if (standing === 'decides_nothing') return `${pairs.missing > 0 ? `${missingText(pairs)} · ` : ''}decides nothing`;
  if (is_shown_with_others) return 'not worse, shown with the others';
  if (standing === 'worse') return `worse by more than ${marginText(margin)}`;
  return outcomeWords[standing];
}

function missingText({ missing, trials }: CasePairs): string {
  return `${groupedDigits(missing)} of ${plural(trials, 'pair')} ${missing === 1 ? 'lacks' : 'lack'} a reply`;
}

export function differenceParts({ difference, interval }: CasePairs, { alpha }: PairQuestion): string[] {
  if (difference === null) return [];
  const bounds = boundsInPoints(interval);
  if (bounds.length === 0) return [differenceText(difference)];
  return [differenceText(difference), `${bounds.join(', ')} (${sure(alpha)} sure)`];
}

export function pairParts(pairs: CasePairs, full: boolean): string[] {
  const { used, n, unit, trials, stopped_at, counts, better, worse, same } = pairs;
  if (used === 0) return [];
  const units =
    trials > used ? `${plural(used, unit)} with ${plural(trials, 'pair')} of answers` : unitsText(used, unit);
  const stopped = stopped_at === null ? '' : `, enough of ${groupedDigits(n)}`;
  const changed = counts
    ? [
        `${groupedDigits(counts.only_b)} newly right`,
        `${groupedDigits(counts.only_a)} newly wrong`,
        ...(full
          ? [`${groupedDigits(counts.both)} right in both`, `${groupedDigits(counts.neither)} wrong in both`]
          : [`${groupedDigits(same)} unchanged`]),
      ]
    : [`${groupedDigits(better)} better`, `${groupedDigits(worse)} worse`, `${groupedDigits(same)} equal`];
  return [units + stopped, ...changed];
}

export function reasonTexts({ standing, pairs }: ListedCase, { margin, alpha, cases }: Comparison): readonly string[] {
  const { without_value, needs, n, unit, surely_worse_within_margin } = pairs;
  const [a, b] = [without_value.a, without_value.b];
  const hasLittleLoss =
    surely_worse_within_margin && (standing === 'decides_nothing' || cases.filter(({ decides }) => decides).length > 1);
  const isOpen = standing === 'undecided' || standing === 'decides_nothing';
  const loss = isOpen
    ? `a loss is shown, but not whether it is ${marginText(margin)} or more`
    : `a loss of less than ${marginText(margin)} is shown`;
  const alone = pairs.not_worse.shown ? 'not worse' : 'worse';
  const texts: readonly (readonly [boolean, string])[] = [
    [a + b > 0, `without a usable answer: ${groupedDigits(a)} of A, ${groupedDigits(b)} of B; each counts as wrong`],
    [standing === 'decides_nothing', tooFewText({ needs, n, unit }, margin)],
    [hasLittleLoss === true, loss],
    [
      standing === 'undecided' && isCorrected(pairs, alpha),
      `${alone} by itself; not shown after correcting for the number of cases`,
    ],
  ];
  return texts.flatMap(([holds, text]) => (holds ? [text] : []));
}

/** Returns true for a case that would not be undecided without the correction for several cases. */
function isCorrected({ not_worse: { shown, fail_p } }: CasePairs, alpha: number): boolean {
  return shown || (fail_p !== null && fail_p < alpha);
}

function tooFewText({ needs, n, unit }: Pick<CasePairs, 'needs' | 'n' | 'unit'>, margin: number): string {
  const would = needs === null ? '' : `, which needs at least ${groupedDigits(needs)}`;
  return `${unitsText(n, unit)} are too few for a margin of ${marginText(margin)}${would}`;
}

/** Returns a share in points with at most so many decimals, without zeros at the end: `0.05` is `5`, `0.0063` is `0.6`. */
function inPoints(share: number, rounding: Rounding = 'nearest', decimals = 1): string {
  const points = roundTo(share * 100, decimals, rounding);
  return String(points === 0 ? 0 : points);
}

export function marginText(margin: number): string {
  const points = String(Number((margin * 100).toPrecision(6)));
  return `${points} ${points === '1' ? 'point' : 'points'}`;
}

export function differenceText(difference: number): string {
  const points = signed(inPoints(difference));
  return `${points} ${/^[+-]1$/.test(points) ? 'point' : 'points'}`;
}

export function boundsInPoints({ lower, upper }: CasePairs['interval']): readonly string[] {
  const inWords = (bound: number, rounding: Rounding) => signed(inPoints(bound, rounding));
  return [...(lower === null ? [] : [atLeast(lower, inWords)]), ...(upper === null ? [] : [atMost(upper, inWords)])];
}

function signed(points: string): string {
  return points.startsWith('-') || points === '0' ? points : `+${points}`;
}

export function sideName({ kind, label, ref, commit }: Pick<SideFacts, 'kind' | 'label' | 'ref' | 'commit'>): string {
  switch (kind) {
    case 'tree':
      return 'the working tree';
    case 'ready':
      return 'the ready version';
    case 'ref':
      return oneLine(ref ?? commit ?? label);
    case 'run':
      return label.startsWith('run ') ? oneLine(label) : `run ${oneLine(label)}`;
    default:
      return oneLine(label);
  }
}

export function sideLabel(side: Pick<SideFacts, 'label' | 'kind'>): string {
  return side.kind === 'run' ? sideName(side) : oneLine(side.label);
}

export const outcomeWords: Readonly<Record<PairOutcome, string>> = {
  better: 'better',
  not_worse: 'not worse',
  worse: 'worse',
  undecided: 'undecided',
};

export const outcomeMarks = {
  better: 'passed',
  not_worse: 'passed',
  worse: 'failed',
  undecided: 'inconclusive',
} as const satisfies Readonly<Record<PairOutcome, string>>;

const mostCounted = 100;

/** Renders the means of both sides: `94.3 → 94.9% right`, `22 → 57 of 60 right`, `average score 71.5 → 72 of 100`. */
export function sidesText({ measure, counts, a, b, used }: CasePairs): string | null {
  if (a === null || b === null) return null;
  if (measure === 'score') return `average score ${inPoints(a)} → ${inPoints(b)} of 100`;
  if (counts && used <= mostCounted) {
    return `${groupedDigits(counts.both + counts.only_a)} → ${groupedDigits(counts.both + counts.only_b)} of ${groupedDigits(used)} right`;
  }
  return `${shareText(a)} → ${percentage(b)} right`;
}

export function shareText(share: number): string {
  return percentage(share).replace(/%$/, '');
}

const unitWords: Readonly<Record<PairUnit, readonly [one: string, many: string]>> = {
  trial: ['pair', 'pairs'],
  item: ['pair', 'pairs'],
  cluster: ['cluster', 'clusters'],
};

export function unitsText(units: number, unit: PairUnit): string {
  return plural(units, ...unitWords[unit]);
}
