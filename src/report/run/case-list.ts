import type { Case } from '#model/case.js';
import type { CaseResult } from '#model/run/run.js';
import { outcomeOf } from '#model/run/run.js';
import { claimsOf } from '#view/claims.js';
import { clip, column } from '../text/clip.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { outcomeMark } from './mark.js';
import { claimParts } from './result/claim-words.js';

/** Columns that a name may take before it is cut: what is told beside it needs some 44, and gets two thirds of a narrow screen. */
export function widestName(screen: Screen): number {
  const width = usableWidth(screen);
  return Math.max(Math.floor(width / 3), Math.min(36, width - 44));
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
  const why = clip(whyOf(result, one), room);
  return `  ${outcomeMark(outcomeOf(result), screen)} ${name}  ${result.passed === false ? why : paint.dim(why)}`.trimEnd();
}

function whyOf(result: CaseResult, one: Case | undefined): string {
  if (result.passed === null) return 'replies are missing';
  const claims = claimsOf(result, one);
  const [first, ...others] = claims;
  if (others.length === 0) return first ? claimParts(first).join(' · ') : '';
  return `${claims.filter(({ outcome }) => outcome === 'passed').length} of ${claims.length} claims passed`;
}
