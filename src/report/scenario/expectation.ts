import { clip } from '../text/clip.js';
import { oneLine } from '../text/one-line.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import type { AssertionView, ExpectationView, ScenarioOutcome } from './view.js';

/** Columns of a label: with its status and its p-value it stays on a line of a log. */
const labelWidth = 80;
const textWidth = 100;

const symbols: Readonly<Record<ScenarioOutcome, string>> = {
  passed: '✅',
  failed: '❌',
  inconclusive: '❔',
  unfinished: '⚠️',
};

/** `✅ PASSED` */
export function statusOf(outcome: ScenarioOutcome): string {
  return `${symbols[outcome]} ${outcome.toUpperCase()}`;
}

/** An expectation on a line with its numbers below it, or, where it makes several assertions, each of them on a line. No newline at the end. */
export function renderExpectation(expectation: ExpectationView): string {
  const [only, ...others] = expectation.assertions;
  if (only && others.length === 0) return condensed(expectation, only);
  const title = `Expectation: '${label(expectation.about)}' -> ${statusOf(expectation.outcome)}`;
  return [title, ...expectation.assertions.flatMap(itemLines)].join('\n');
}

/** An assertion on a line with its numbers below it. No newline at the end. */
export function renderAssertion(assertion: AssertionView): string {
  return condensed(assertion, assertion);
}

function condensed({ about, outcome }: Pick<ExpectationView, 'about' | 'outcome'>, assertion: AssertionView): string {
  const line = `[${statusOf(outcome)}] ${label(about)}${pValue(assertion)}`;
  return [line, ...numbers(assertion, about, '    ')].join('\n');
}

function itemLines(assertion: AssertionView): string[] {
  const line = `    - [${symbols[assertion.outcome]}] ${label(assertion.about)}${pValue(assertion)}`;
  return [line, ...numbers(assertion, assertion.about, '        ')];
}

/** What was claimed, unless the label says it, and what was found: no label hides a number. */
function numbers({ claim, reason }: AssertionView, about: string, indent: string): string[] {
  const told = [...(label(about) === oneLine(claim) ? [] : [claim]), ...(reason === null ? [] : [reason])];
  return wrap(visible(told.join(': ')), textWidth).flatMap((line) => (line === '' ? [] : [indent + line]));
}

function pValue({ p_value }: AssertionView): string {
  if (p_value === null) return '';
  return `, p-value: ${p_value < 0.0001 ? '< 0.0001' : p_value.toFixed(4)}`;
}

function label(about: string): string {
  return clip(oneLine(about), labelWidth);
}
