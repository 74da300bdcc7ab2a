import { oneLine } from '#model/text/quoted.js';
import { isCutShort, withoutEnding } from '#view/cut-short.js';
import { clip } from '../text/clip.js';
import { wrap } from '../text/wrap.js';
import type { AssertionView, ExpectationView } from './view.js';

const nameWidth = 120;
const textWidth = 94;
const indent = ' '.repeat(6);

/** Renders which criterion ended a scenario before other criteria were settled; empty if no criterion did. */
export function endedByLines(expectations: readonly ExpectationView[]): readonly string[] {
  if (!expectations.some(({ assertions }) => assertions.some(({ reason }) => isCutShort(reason)))) return [];
  const names = expectations.flatMap((expectation) =>
    expectation.assertions.filter(isToBlame).map((own) => nameOf(own, expectation)),
  );
  const [name, ...others] = names;
  if (name === undefined) return [];
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const text = `Ended by: ${name}${more}, which could not pass any more.`;
  return wrap(text, textWidth).map((line, i) => (i === 0 ? line : `${indent}${line}`));
}

/** Returns an assertion without the part of its reason that `endedByLines` renders once for all. */
export function withoutItsEnding(assertion: AssertionView): AssertionView {
  const { reason } = assertion;
  return reason === null ? assertion : { ...assertion, reason: withoutEnding(reason) };
}

function isToBlame({ outcome, reason }: AssertionView): boolean {
  return outcome !== 'passed' && !isCutShort(reason);
}

function nameOf({ claim }: AssertionView, { about, assertions }: ExpectationView): string {
  return clip(oneLine(assertions.length > 1 ? `${about} (${claim})` : about), nameWidth);
}
