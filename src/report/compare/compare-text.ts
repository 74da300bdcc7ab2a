import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { exitMark, joinedLines, outcomeMark } from '../run/heading.js';
import { clock, count, plural, usdWithSource } from '../text/numbers.js';
import { asCalled, type Colour, resultWidth, type Screen } from '../text/screen.js';
import { clip, displayWidth, paragraphs, shortened, visible, wrap } from '../text/visible.js';
import {
  changedPairs,
  exitCodeOfComparison,
  type ItemsWord,
  type ListedCase,
  listedCases,
  type ReplyPair,
} from '../view/changed-pairs.js';
import { compareExplanation, compareFlags, compareHead, outcomeMarks, sideLabel } from '../view/compare-words.js';
import { caseLines } from './compared-case.js';
import { itemsPieces } from './compared-items.js';

export interface MissingOfSides {
  /** Why they are missing, the most frequent reason first. */
  readonly reasons: readonly string[];
  readonly next: Next;
}

export interface CompareContext {
  /** The file with its row, relative to the library; null without a row. */
  readonly rowPath: string | null;
  readonly command: string;
  readonly missing: MissingOfSides | null;
  readonly runName: (runId: string) => string;
  readonly full: boolean;
  /** True if the changed items are shown below, so that no command needs to name them. */
  readonly hasItems?: boolean;
}

export interface ToldComparison {
  readonly context: CompareContext;
  readonly items: ChosenItems | null;
}

/** Pairs of answers that changed, and how many there are. `read` may be called again. */
export interface ChosenItems {
  readonly word: ItemsWord;
  readonly total: number;
  readonly read: () => AsyncIterable<ReplyPair>;
}

export async function* comparisonPieces(
  comparison: Comparison,
  { context, items }: ToldComparison,
  screen: Screen,
): AsyncGenerator<string> {
  yield compareText(comparison, context, screen);
  if (!items) return;
  const labels = { a: comparison.a.label, b: comparison.b.label };
  yield* itemsPieces(items.read(), { word: items.word, total: items.total, labels, full: context.full }, screen);
}

export function compareText(comparison: Comparison, context: CompareContext, screen: Screen): string {
  const cases = listedCases(comparison);
  return paragraphs([
    [...headlineLines(comparison, cases, screen), ...reasonLines(context.missing?.reasons ?? [], screen)],
    sideLines(comparison, context.runName, screen),
    comparison.same ? [] : caseLines(cases, comparison, context.full, screen),
    [...totalLines(comparison, context, screen), ...endLines(comparison, context, screen)],
  ]);
}

const most = { reasons: 3, lines: 2 } as const;

function reasonLines(reasons: readonly string[], screen: Screen): string[] {
  const width = resultWidth(screen) - 5;
  const more = reasons.length - most.reasons;
  return [
    ...reasons.slice(0, most.reasons).flatMap((reason) => shortened(oneLine(reason), width, most.lines)),
    ...(more > 0 ? [`and ${plural(more, 'more reason')}`] : []),
  ].map((line) => `     ${line}`);
}

function totalLines(comparison: Comparison, { rowPath }: CompareContext, screen: Screen): string[] {
  const { cost_usd, built_in_prices, duration_s, usage } = comparison;
  const hasCalled = usage.replies > 0;
  const parts = [
    ...(cost_usd !== null && hasCalled ? [usdWithSource(cost_usd, [built_in_prices])] : []),
    ...(cost_usd === null && usage.input_tokens + usage.output_tokens > 0
      ? [`${count(usage.input_tokens)} tokens in, ${count(usage.output_tokens)} out`]
      : []),
    ...(hasCalled ? [clock(duration_s)] : ['no call was made']),
    rowPath === null ? noRowText(comparison) : `row in ${visible(rowPath)}`,
  ];
  return joinedLines(parts, resultWidth(screen) - 1).map((line) => ` ${line}`);
}

function noRowText({ state, partial, same, b, a }: Comparison): string {
  if (state === 'unfinished') return 'no row: replies are missing';
  if (partial) return 'no row: some pairs were left out';
  if (a.kind === 'run' || b.kind === 'run') return 'no row: stored runs were compared';
  if (b.kind === 'tree') return same ? 'no new row' : 'no row';
  return 'no row: B is not the files as they are now';
}

interface Next {
  readonly command: string;
  readonly how: string;
}

function endLines(comparison: Comparison, context: CompareContext, screen: Screen): string[] {
  const { paint } = screen;
  const code = exitCodeOfComparison(comparison);
  const exit = exitMark(code, screen, comparison.outcome === 'worse');
  const width = resultWidth(screen);
  const rows = nextCommands(comparison, context).map(({ command, how }) => ({
    command: visible(asCalled(command, screen)),
    how,
  }));
  const widest = Math.max(0, ...rows.map(({ command }) => displayWidth(command)));
  const fits = rows.every(({ how }) => 1 + widest + 3 + displayWidth(how) <= width);
  const lines = rows.flatMap(({ command, how }) => {
    if (fits) return [` ${paint.cyan(command)}${' '.repeat(widest - displayWidth(command) + 3)}${how}`];
    return [...wrap(`${how}:`, width - 1).map((line) => ` ${line}`), `   ${paint.cyan(command)}`];
  });
  const last = rows.at(-1);
  const gap = fits && last ? width - 4 - widest - displayWidth(last.how) - `exit ${code}`.length : 0;
  if (gap < 2) return [...lines, ` ${exit}`];
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${' '.repeat(gap)}${exit}`];
}

function nextCommands(comparison: Comparison, { command, missing, hasItems }: CompareContext): readonly Next[] {
  if (missing) return [missing.next];
  const { outcome, state } = comparison;
  if (state === 'unfinished') return [];
  const { better, worse } = changedPairs(comparison);
  const items = (word: string, number: number) =>
    hasItems || number === 0
      ? []
      : [{ command: `${command} --items ${word}`, how: `${plural(number, 'pair')} that got ${word}` }];
  return [
    ...(worse > 0 ? items('worse', worse) : items('better', better)),
    ...(outcome === 'undecided' && comparison.a.kind !== 'run'
      ? [{ command: `${command} --plan`, how: 'how many pairs would decide' }]
      : []),
  ];
}

function headlineLines(comparison: Comparison, cases: readonly ListedCase[], screen: Screen): string[] {
  const { outcome, state } = comparison;
  const isOpen = state === 'unfinished' || outcome === null;
  const mark = isOpen ? 'unknown' : outcomeMarks[outcome];
  const width = resultWidth(screen);
  const head = wrap(comparisonHead(comparison), width - 3);
  const colour = colourOf(mark, screen);
  return [
    ...head.map((line, i) => (i === 0 ? ` ${outcomeMark(mark, screen)} ${colour(line)}` : `   ${colour(line)}`)),
    ...wrap(oneLine(explanation(comparison, cases)), width - 3).map((line) => `   ${line}`),
    ...comparisonFlags(comparison).flatMap((text) =>
      wrap(text, width - 5).map((line, i) => `   ${i === 0 ? '!' : ' '} ${screen.paint.yellow(line)}`),
    ),
  ];
}

function colourOf(mark: 'passed' | 'failed' | 'inconclusive' | 'unknown', { paint }: Screen): Colour {
  const colour = mark === 'passed' ? paint.green : mark === 'failed' ? paint.red : paint.yellow;
  return (text) => paint.bold(colour(text));
}

const widestName = 60;

/** Renders the verdict of a comparison in a sentence, escaped. */
export function comparisonHead(comparison: Comparison): string {
  return visible(compareHead(comparison));
}

/** Explains the verdict, escaped: which loss is ruled out or shown, and whether "better" is shown. */
export function explanation(comparison: Comparison, cases: readonly ListedCase[]): string {
  return visible(compareExplanation(comparison, cases));
}

/** Returns what a reader must know besides the verdict, escaped. */
export function comparisonFlags(comparison: Comparison): readonly string[] {
  return compareFlags(comparison).map(visible);
}

function sideLines(comparison: Comparison, runName: (runId: string) => string, screen: Screen): string[] {
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
