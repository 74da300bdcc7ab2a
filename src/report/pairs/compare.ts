import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { changedPairs, exitCodeOfComparison, listedCases } from '#view/pairs/listed-cases.js';
import { joinedLines } from '../run/result/parts.js';
import { usdWithSource } from '../text/built-in-prices.js';
import { asCalled } from '../text/called.js';
import { displayWidth } from '../text/clip.js';
import { clock, count, plural } from '../text/numbers.js';
import { resultWidth, type Screen } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { shortened, wrap } from '../text/wrap.js';
import { caseLines } from './case-block.js';
import { headlineLines, sideLines } from './headline.js';

export interface MissingReplies {
  /** Why they are missing, the most frequent reason first. */
  readonly reasons: readonly string[];
  /** The command that gets them, and what it needs. */
  readonly next: Next;
}

/** The surroundings of a shown comparison. */
export interface CompareContext {
  /** The file with its row, relative to the library; null without a row. */
  readonly rowPath: string | null;
  /** The command that shows this comparison again: `eva compare support-triage main`. */
  readonly command: string;
  /** Why replies are missing, and how to get them; null if none are missing. */
  readonly missing: MissingReplies | null;
  /** Returns the shortest unique name of a run. */
  readonly runName: (runId: string) => string;
  /** True to list every case with all its slices. */
  readonly full: boolean;
  /** True if the changed items are shown below, so that no command needs to name them. */
  readonly hasItems?: boolean;
}

/** Renders a comparison: the verdict in one sentence, both sides, the cases, and the command that shows what got worse. */
export function compareText(comparison: Comparison, context: CompareContext, screen: Screen): string {
  const cases = listedCases(comparison);
  const blocks = [
    [...headlineLines(comparison, cases, screen), ...reasonLines(context.missing?.reasons ?? [], screen)],
    sideLines(comparison, context.runName, screen),
    comparison.same ? [] : caseLines(cases, comparison, context.full, screen),
    [...totalLines(comparison, context, screen), ...endLines(comparison, context, screen)],
  ];
  const text = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${text.join('\n\n')}\n`;
}

/** The maximum number of reasons why replies are missing, and of the lines of each. */
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

/** Says why a comparison has no row. */
function noRowText({ state, partial, same, b, a }: Comparison): string {
  if (state === 'unfinished') return 'no row: replies are missing';
  if (partial) return 'no row: some pairs were left out';
  if (a.kind === 'run' || b.kind === 'run') return 'no row: stored runs were compared';
  if (b.kind === 'tree') return same ? 'no new row' : 'no row';
  return 'no row: B is not the files as they are now';
}

/** A command to type, and what it shows. */
export interface Next {
  readonly command: string;
  readonly how: string;
}

/** Renders the next commands with their explanations, and the exit code at the right of the last one. */
function endLines(comparison: Comparison, context: CompareContext, screen: Screen): string[] {
  const { paint } = screen;
  const code = exitCodeOfComparison(comparison);
  const colour = code === 0 ? paint.green : code === 1 && comparison.outcome === 'worse' ? paint.red : paint.yellow;
  const exit = `exit ${code}`;
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
  const gap = fits && last ? width - 4 - widest - displayWidth(last.how) - exit.length : 0;
  if (gap < 2) return [...lines, ` ${paint.bold(colour(exit))}`];
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${' '.repeat(gap)}${paint.bold(colour(exit))}`];
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
