import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { compareExplanation, compareFlags, compareHead } from '#view/pairs/compare-words.js';
import type { ListedCase } from '#view/pairs/listed-cases.js';
import { outcomeMarks, sideLabel } from '#view/pairs/pair-words.js';
import { outcomeMark } from '../run/mark.js';
import { clip, displayWidth } from '../text/clip.js';
import { plural } from '../text/numbers.js';
import { type Colour, resultWidth, type Screen } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';

/** Renders the verdict in one sentence, and below it what is and is not shown. */
export function headlineLines(comparison: Comparison, cases: readonly ListedCase[], screen: Screen): string[] {
  const { outcome, state } = comparison;
  const isOpen = state === 'unfinished' || outcome === null;
  const mark = isOpen ? 'unknown' : outcomeMarks[outcome];
  const width = resultWidth(screen);
  const head = wrap(headText(comparison), width - 3);
  const colour = colourOf(mark, screen);
  return [
    ...head.map((line, i) => (i === 0 ? ` ${outcomeMark(mark, screen)} ${colour(line)}` : `   ${colour(line)}`)),
    ...wrap(oneLine(explanation(comparison, cases)), width - 3).map((line) => `   ${line}`),
    ...flagTexts(comparison).flatMap((text) =>
      wrap(text, width - 5).map((line, i) => `   ${i === 0 ? '!' : ' '} ${screen.paint.yellow(line)}`),
    ),
  ];
}

function colourOf(mark: 'passed' | 'failed' | 'inconclusive' | 'unknown', { paint }: Screen): Colour {
  const colour = mark === 'passed' ? paint.green : mark === 'failed' ? paint.red : paint.yellow;
  return (text) => paint.bold(colour(text));
}

/** The longest name of a side in a list of both. */
const widestName = 60;

/** Renders the verdict of a comparison in a sentence, escaped. */
export function headText(comparison: Comparison): string {
  return visible(compareHead(comparison));
}

/** Explains the verdict, escaped: which loss is ruled out or shown, and whether "better" is shown. */
export function explanation(comparison: Comparison, cases: readonly ListedCase[]): string {
  return visible(compareExplanation(comparison, cases));
}

/** Returns what a reader must know besides the verdict, escaped. */
export function flagTexts(comparison: Comparison): readonly string[] {
  return compareFlags(comparison).map(visible);
}

/** Renders the two sides with the sources of their replies: `A  main (4f2a9c1)   1,200 replies kept of run 1f0c2a`. */
export function sideLines(comparison: Comparison, runName: (runId: string) => string, screen: Screen): string[] {
  const { a, b } = comparison;
  const most = Math.min(widestName, resultWidth(screen) - 6);
  const labels = [a, b].map((side) => clip(sideLabel(side), most));
  const widest = Math.max(...labels.map(displayWidth));
  return [a, b].flatMap((side, i) => {
    const label = labels[i] ?? '';
    const source = comparison.same ? '' : sourceText(side, runName);
    const start = `   ${screen.paint.bold(i === 0 ? 'A' : 'B')}  ${label}`;
    if (source === '') return [start];
    const room = resultWidth(screen) - 6 - widest - 3;
    const fits = displayWidth(source) <= room;
    if (fits) return [`${start}${' '.repeat(widest - displayWidth(label) + 3)}${screen.paint.dim(source)}`];
    return [start, ...wrap(source, resultWidth(screen) - 6).map((line) => `      ${screen.paint.dim(line)}`)];
  });
}

function sourceText({ kept, asked, from_run, kind }: Comparison['a'], runName: (runId: string) => string): string {
  if (kind === 'run') return '';
  const parts = [
    ...(kept > 0
      ? [`${plural(kept, 'reply', 'replies')} kept${from_run === null ? '' : ` of run ${runName(from_run)}`}`]
      : []),
    ...(asked > 0 ? [`${plural(asked, 'trial')} asked now`] : []),
  ];
  return parts.join(', ');
}
