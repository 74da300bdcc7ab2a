import type { Comparison } from '#model/pairs/comparison.js';
import { groupedDigits, oneLine } from '#model/text/quoted.js';
import { clipped } from '../words/clipped.js';
import { plural, sure } from '../words/numbers.js';
import type { ListedCase } from './listed-cases.js';
import { marginText, sideName, unitsText } from './pair-words.js';

/** The maximum number of cases with too few pairs that the sentence names. */
const mostNamed = 3;
/** The longest name of a side or a prompt in the sentence. */
const widestName = 60;

/** Renders the verdict of a comparison: `support-triage: the working tree is not worse than main`. */
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

/** Explains the verdict: which loss is ruled out or shown, and whether "better" is shown. */
export function compareExplanation(comparison: Comparison, cases: readonly ListedCase[]): string {
  const { outcome, state, same, margin, alpha } = comparison;
  if (same) return 'Prompt and models are the same on both sides. Nothing was asked.';
  if (state === 'unfinished' || outcome === null) return missingText(comparison);
  const loss = marginText(margin);
  const level = `${sure(alpha)} sure`;
  switch (outcome) {
    case 'better':
      return `A gain is shown, and a loss of ${loss} or more is ruled out (each ${level}).${tooFewText(cases)}`;
    case 'not_worse':
      return `A loss of ${loss} or more is ruled out (${level})${
        hasLoss(cases) ? ', but a smaller loss is shown' : '. A gain is not shown'
      }.${tooFewText(cases)}`;
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

/** Names the cases about which the verdict says nothing. */
function tooFewText(cases: readonly ListedCase[]): string {
  const few = cases.filter(({ standing }) => standing === 'decides_nothing').map(({ pairs }) => pairs.case);
  const [first] = few;
  if (first === undefined) return '';
  const named =
    few.length <= mostNamed
      ? few.map((name) => clipped(oneLine(name), 40)).join(', ')
      : `${groupedDigits(few.length)} cases`;
  return ` Not for ${named}: too few pairs.`;
}

function missingText({ cases }: Comparison): string {
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

/** Returns a sentence for each fact that limits the verdict. */
export function compareFlags(comparison: Comparison): readonly string[] {
  const { a, b, partial } = comparison;
  const sides = [...(a.evidence.synthetic ? ['A'] : []), ...(b.evidence.synthetic ? ['B'] : [])].join(' and ');
  return [
    ...(sides === '' ? [] : [`SYNTHETIC: a person wrote replies of ${sides} by hand`]),
    ...(partial ? ['partial: the command line left pairs out, so this opens no gate'] : []),
    ...(a.kind === 'run' && a.id !== b.id ? [`A is the prompt ${clipped(oneLine(a.id), widestName)}`] : []),
  ];
}
