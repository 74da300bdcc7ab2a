import { oneLine } from '#model/text/quoted.js';
import { clip, displayWidth } from '../text/clip.js';
import { visible } from '../text/visible.js';
import { shortened, wrap } from '../text/wrap.js';
import type { AssertionView, ExpectationView, ScenarioOutcome } from './view.js';

const textWidth = 100;
const titleWidth = 110;
/** The minimum width of a behaviour after its label, in columns, and the maximum number of lines of a title. */
const leastOfBehavior = 20;
const mostLines = 3;
/** The maximum number of lines of a bad value: for the explanation of a judge, and for checks, of which several may not hold. */
const mostLinesOfWorst = { judged: 2, checks: 4 };
/** The length of a title, in characters, up to which it is shown completely. */
const widestTold = 180;
const indent = '    ';

const symbols: Readonly<Record<ScenarioOutcome, string>> = {
  passed: '✅',
  failed: '❌',
  inconclusive: '❔',
  unfinished: '⚠️',
};

type Titled = Pick<ExpectationView, 'about'> & Partial<Pick<ExpectationView, 'expected_behavior'>>;

/** Renders an outcome: `✅ PASSED`. */
export function statusOf(outcome: ScenarioOutcome): string {
  return `${symbols[outcome]} ${outcome.toUpperCase()}`;
}

/** Renders an expectation with its numbers or its several assertions, then its worst values. No final newline. */
export function renderExpectation(expectation: ExpectationView): string {
  const [only, ...others] = expectation.assertions;
  const worst = worstLines(expectation);
  if (only && others.length === 0) return [...condensed(expectation, only), ...worst].join('\n');
  const head = titled(`Expectation: '`, expectation, `' -> ${statusOf(expectation.outcome)}`, indent);
  return [...head, ...expectation.assertions.flatMap(itemLines), ...worst].join('\n');
}

/** Renders an assertion with its numbers below it. No final newline. */
export function renderAssertion(assertion: AssertionView): string {
  return condensed(assertion, assertion).join('\n');
}

function condensed(title: Titled, assertion: AssertionView): string[] {
  const start = `[${statusOf(assertion.outcome)}] `;
  return [...titled(start, title, pValue(assertion), indent), ...numbers(assertion, title, indent)];
}

function itemLines(assertion: AssertionView): string[] {
  const start = `    - [${symbols[assertion.outcome]}] `;
  const below = indent.repeat(2);
  return [...titled(start, assertion, pValue(assertion), below), ...numbers(assertion, assertion, below)];
}

/** Wraps a title between its mark and an ending that is never truncated. */
function titled(start: string, one: Titled, end: string, below: string): string[] {
  const room = titleWidth - displayWidth(start) - displayWidth(end);
  const lines = shortened(withoutStop(titleOf(one, room)), room, mostLines);
  return lines.map((line, i) => (i === 0 ? start : below) + line + (i === lines.length - 1 ? end : ''));
}

/** Renders a label and as much of its behaviour as fits on the line: `Correctness: The bot gives accurate…`. */
function titleOf({ about, expected_behavior = null }: Titled, room: number): string {
  const label = oneLine(about);
  if (expected_behavior === null || label === oneLine(expected_behavior)) return label;
  const left = room - displayWidth(label) - 2;
  return left < leastOfBehavior ? label : `${label}: ${clip(withoutStop(expected_behavior), left)}`;
}

/** Removes the full stop of a title that other text follows: `…instructions, p-value: 0.0059`. */
function withoutStop(title: string): string {
  return oneLine(title).replace(/(?<!\.)\.$/, '');
}

/** Renders the claim, unless the title contains it, and the found numbers. */
function numbers({ claim, reason }: AssertionView, { about }: Titled, below: string): string[] {
  const isInTitle = oneLine(about) === oneLine(claim) && oneLine(about).length <= widestTold;
  const parts = [...(isInTitle ? [] : [claim]), ...(reason === null ? [] : [reason])];
  return wrap(visible(parts.join(': ')), textWidth).flatMap((line) => (line === '' ? [] : [below + line]));
}

function pValue({ p_value }: AssertionView): string {
  if (p_value === null) return '';
  return `, p-value: ${p_value < 0.0001 ? '< 0.0001' : p_value.toFixed(4)}`;
}

/** Renders the worst values, each in a few lines: `conversation 3: 3 of 10, <the judge's explanation>`. */
function worstLines({ outcome, worst }: ExpectationView): string[] {
  if (outcome !== 'failed' && outcome !== 'inconclusive') return [];
  return worst.flatMap(({ trial, turn, value, reason }) => {
    const where = `conversation ${trial + 1}${turn === undefined ? '' : `, turn ${turn + 1}`}`;
    const what = [value, reason].filter((part) => part !== null && part !== '').join(', ');
    const most = value === null ? mostLinesOfWorst.checks : mostLinesOfWorst.judged;
    const lines = shortened(oneLine(`${where}: ${what}`), textWidth - 2, most);
    return lines.map((line, i) => `${indent}${i === 0 ? '' : '  '}${line}`);
  });
}
