// What a report is written for: colours, widths, and the words by which its reader calls eva.

import type { Problem } from '#model/problem.js';
import { displayWidth } from './visible.js';

export type Colour = (text: string) => string;

/** Functions that colour texts, so that reports do not depend on terminals. */
export interface Paint {
  readonly bold: Colour;
  readonly dim: Colour;
  readonly red: Colour;
  readonly green: Colour;
  readonly yellow: Colour;
  readonly cyan: Colour;
}

const plain: Colour = (text) => text;

/** Functions without colours, for files, pipes and NO_COLOR. */
export const plainPaint: Paint = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

export interface Screen {
  readonly paint: Paint;
  readonly width: number;
  /** The real width of the terminal, in columns. Default: `width`. */
  readonly columns?: number;
  /** True for a terminal. In files and pipes the first line of a problem is not wrapped, so that grep finds it. */
  readonly isTerminal?: boolean;
  /** The words by which the user calls eva, such as `npx eva`. Default: `eva`. */
  readonly eva?: string;
}

/** A screen of files: no colours, 80 columns. */
export const plainScreen: Screen = { paint: plainPaint, width: 80 };

/** Returns the width of a report: that of the screen within readable limits. */
export function usableWidth({ width }: Screen): number {
  return Math.max(40, Math.min(Math.floor(width) || 80, 100));
}

/** Returns the width of a result: that of the terminal up to 200 columns, to show longer names and excerpts. */
export function resultWidth({ width, columns = width }: Screen): number {
  return Math.max(40, Math.min(Math.floor(columns) || 80, 200));
}

/** A piece of a line with its colour. Its text is already escaped, so that its width is known. */
export interface PaintedSpan {
  readonly text: string;
  readonly colour?: Colour;
}

export function spanWidth(spans: readonly PaintedSpan[]): number {
  return spans.reduce((sum, span) => sum + displayWidth(span.text), 0);
}

export function painted(spans: readonly PaintedSpan[]): string {
  return spans.map(({ text, colour }) => (colour && text !== '' ? colour(text) : text)).join('');
}

/** Joins a left part and a right part that ends at column `width`, at least two spaces apart. */
export function justified(left: readonly PaintedSpan[], right: readonly PaintedSpan[], width: number): string {
  const gap = Math.max(2, width - spanWidth(left) - spanWidth(right));
  return painted(left) + ' '.repeat(gap) + painted(right);
}

type Called = Pick<Screen, 'eva'>;

export function asCalled(command: string, { eva = 'eva' }: Called): string {
  return command.startsWith('eva ') ? eva + command.slice('eva'.length) : command;
}

const commands =
  'init|new|import|plan|eval|compare|merge|rubric|report|view|label|calibrate|mutate|log|list|promote|doctor|trust|clean|cache|--help|--version';

/** A command of eva, or a text in quotes: files and models write what is quoted. */
const commandOrQuoted = new RegExp(`(?<![\\w"'])("[^"]*"|'[^']*')|(?<=^|[ (])eva (?:${commands})(?![\\w/.-])`, 'g');

/** Puts the words by which the user calls eva into the commands of a hint. What is quoted stays as it is. */
export function hintAsCalled(problem: Problem, { eva = 'eva' }: Called): Problem {
  if (eva === 'eva' || problem.hint === undefined) return problem;
  return { ...problem, hint: commandsAsCalled(problem.hint, { eva }) };
}

function commandsAsCalled(text: string, called: Called): string {
  return text.replace(commandOrQuoted, (words, quoted?: string) => quoted ?? asCalled(words, called));
}

/** Puts the words by which the user calls eva into the remedy of a gate. The name of a model, which is last, stays as it is. */
export function remedyAsCalled(remedy: string, called: Called): string {
  const [ownWords = '', ...named] = remedy.split(' --model ');
  return [commandsAsCalled(ownWords, called), ...named].join(' --model ');
}
