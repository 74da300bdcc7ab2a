import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run.js';
import { clip, column, displayWidth } from './clip.js';
import { glance } from './glance.js';
import { type Screen, usableWidth } from './paint.js';
import { painted, type Span } from './spans.js';

/** Columns that a name may take before it is cut. */
export const widestName = 36;

/** One line for each case: its mark, its name and what decided it. */
export function caseList(results: readonly CaseResult[], cases: readonly Case[], screen: Screen): string[] {
  const nameWidth = Math.min(widestName, Math.max(0, ...results.map((result) => displayWidth(result.name))));
  return results.map((result) => caseLine(result, nameWidth, findCase(cases, result.name), screen));
}

/** The case of a plan by its name. */
export function findCase(cases: readonly Case[], name: string): Case | undefined {
  return cases.find((one) => one.name === name);
}

/** A case's line, its name filled up to `nameWidth` columns. */
export function caseLine(result: CaseResult, nameWidth: number, one: Case | undefined, screen: Screen): string {
  const { paint } = screen;
  const name = column(result.name, nameWidth);
  const why = clip(glance(result, one), usableWidth(screen) - nameWidth - 6);
  return `  ${markOf(result.passed, screen)} ${name}  ${result.passed === false ? why : paint.dim(why)}`.trimEnd();
}

/** ✓ passed, ✗ did not, ? not known. */
export function markSpan(passed: boolean | null, { paint }: Screen): Span {
  if (passed === null) return { text: '?', colour: paint.yellow };
  return passed ? { text: '✓', colour: paint.green } : { text: '✗', colour: paint.red };
}

/** As `markSpan`, coloured. */
export function markOf(passed: boolean | null, screen: Screen): string {
  return painted([markSpan(passed, screen)]);
}
