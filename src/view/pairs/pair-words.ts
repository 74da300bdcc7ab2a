import type { CasePairs, PairOutcome, PairUnit, SideFacts } from '#model/pairs/comparison.js';
import { atLeast, atMost, type Rounding, roundTo } from '#model/text/bounds.js';
import { groupedDigits, oneLine } from '#model/text/quoted.js';
import { percentage, plural } from '../words/numbers.js';

/** Returns a share in points with at most so many decimals, without zeros at the end: `0.05` is `5`, `0.0063` is `0.6`. */
function inPoints(share: number, rounding: Rounding = 'nearest', decimals = 1): string {
  const points = roundTo(share * 100, decimals, rounding);
  return String(points === 0 ? 0 : points);
}

/** Renders a margin: `5 points`, `1 point`, `0.25 points`. */
export function marginText(margin: number): string {
  const points = String(Number((margin * 100).toPrecision(6)));
  return `${points} ${points === '1' ? 'point' : 'points'}`;
}

/** Renders a difference with its sign: `+0.6 points`, `-10 points`, `0 points`. */
export function differenceText(difference: number): string {
  const points = signed(inPoints(difference));
  return `${points} ${/^[+-]1$/.test(points) ? 'point' : 'points'}`;
}

/** Renders the bounds of a difference that are known, in points: `at least -0.5`, `at most +1.7`. */
export function boundsInPoints({ lower, upper }: CasePairs['interval']): readonly string[] {
  const inWords = (bound: number, rounding: Rounding) => signed(inPoints(bound, rounding));
  return [...(lower === null ? [] : [atLeast(lower, inWords)]), ...(upper === null ? [] : [atMost(upper, inWords)])];
}

function signed(points: string): string {
  return points.startsWith('-') || points === '0' ? points : `+${points}`;
}

/** Returns the name of a side in a sentence: `the working tree`, `main`, `run 1f0c2a`. */
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

/** Returns the label of a side beside its letter: `main (4f2a9c1)`, `working tree`, `run 1f0c2a`. */
export function sideLabel(side: Pick<SideFacts, 'label' | 'kind'>): string {
  return side.kind === 'run' ? sideName(side) : oneLine(side.label);
}

/** The words of the outcomes, as in `B is … than A`. */
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

/** The largest number of pairs whose right answers are counted instead of shown as a percentage. */
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

/** Returns a percentage without its sign. */
export function shareText(share: number): string {
  return percentage(share).replace(/%$/, '');
}

const unitWords: Readonly<Record<PairUnit, readonly [one: string, many: string]>> = {
  trial: ['pair', 'pairs'],
  item: ['pair', 'pairs'],
  cluster: ['cluster', 'clusters'],
};

/** Renders how many units were compared: `1,200 pairs`, `40 clusters`. */
export function unitsText(units: number, unit: PairUnit): string {
  return plural(units, ...unitWords[unit]);
}
