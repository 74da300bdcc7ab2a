import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import { outcomeOf } from '#model/run/run.js';
import { clip, column, displayWidth } from '../text/clip.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { glance } from './glance.js';
import { outcomeMark } from './mark.js';

/** Columns that a name may take before it is cut: what is told beside it needs some 44, and gets two thirds of a narrow screen. */
export function widestName(screen: Screen): number {
  const width = usableWidth(screen);
  return Math.max(Math.floor(width / 3), Math.min(36, width - 44));
}

/** One line for each case: its mark, its name and what decided it. */
export function caseList(results: readonly CaseResult[], cases: readonly Case[], screen: Screen): string[] {
  const nameWidth = Math.min(widestName(screen), Math.max(0, ...results.map((result) => displayWidth(result.name))));
  return results.map((result) => caseLine(result, nameWidth, findCase(cases, result.name), screen));
}

/** Cases by name for each list, since a report searches a list once for each of its cases. */
const namedCases = new WeakMap<readonly Case[], ReadonlyMap<string, Case>>();

/** The case of a plan by its name. */
export function findCase(cases: readonly Case[], name: string): Case | undefined {
  const known = namedCases.get(cases) ?? new Map(cases.map((one) => [one.name, one]));
  namedCases.set(cases, known);
  return known.get(name);
}

/** A case's line, its name filled up to `nameWidth` columns. */
export function caseLine(result: CaseResult, nameWidth: number, one: Case | undefined, screen: Screen): string {
  const { paint } = screen;
  const name = column(result.name, nameWidth);
  const room = usableWidth(screen) - nameWidth - 6;
  const why = clip(glance(result, one, room), room);
  return `  ${outcomeMark(outcomeOf(result), screen)} ${name}  ${result.passed === false ? why : paint.dim(why)}`.trimEnd();
}
