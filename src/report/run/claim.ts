import type { Case } from '#model/case.js';
import type { Verdict } from '#model/run/verdict.js';

/** A criterion's claim in words, and the label of its expectation. */
export interface Claimed {
  readonly about: string;
  readonly claim: string;
}

/**
 * Returns a claim with its label: `at least 95% of trials pass (every check)`. Omits the label if all claims of the case have the same one,
 * or if it is a metric that the claim names.
 */
export function claimTitle(one: Claimed, all: readonly Claimed[]): string {
  const isAlone = all.every(({ about }) => about === one.about);
  return isAlone || namesItsMetric(one) ? one.claim : `${one.claim} (${one.about})`;
}

/** Returns the label of a claim; the claim itself if another claim of the case has the same label. */
export function claimName(one: Claimed, all: readonly Claimed[]): string {
  return all.filter(({ about }) => about === one.about).length > 1 ? one.claim : one.about;
}

function namesItsMetric({ about, claim }: Claimed): boolean {
  const metric = /^per_(?:turn|conversation)\.(\w+)$/.exec(about)?.[1];
  return metric !== undefined && claim.split(/\W+/).includes(metric);
}

/** Returns true if a statistical test decided. */
export function isStatistical({ criterion }: Pick<Verdict, 'criterion'>): boolean {
  return criterion !== 'every_trial';
}

/** Caches the cases of a list by name, since a report looks up each case. */
const namedCases = new WeakMap<readonly Case[], ReadonlyMap<string, Case>>();

export function findCase(cases: readonly Case[], name: string): Case | undefined {
  const known = namedCases.get(cases) ?? new Map(cases.map((testCase) => [testCase.name, testCase]));
  namedCases.set(cases, known);
  return known.get(name);
}
