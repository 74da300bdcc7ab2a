import type { Case } from '#model/case.js';
import type { Verdict } from '#model/run/verdict.js';

/** What a criterion claims in words, and the label of what it claims it of. */
export interface Claimed {
  readonly about: string;
  readonly claim: string;
}

/**
 * A claim with its label: `at least 95% of trials pass (every check)`. Without it where it tells nothing: all claims of the
 * case are of one thing, or it is a metric that the claim names.
 */
export function claimTitle(one: Claimed, all: readonly Claimed[]): string {
  const isAlone = all.every(({ about }) => about === one.about);
  return isAlone || namesItsMetric(one) ? one.claim : `${one.claim} (${one.about})`;
}

/** The label of a claim, or the claim itself where others of the case have the same label. */
export function claimName(one: Claimed, all: readonly Claimed[]): string {
  return all.filter(({ about }) => about === one.about).length > 1 ? one.claim : one.about;
}

function namesItsMetric({ about, claim }: Claimed): boolean {
  const metric = /^per_(?:turn|conversation)\.(\w+)$/.exec(about)?.[1];
  return metric !== undefined && claim.split(/\W+/).includes(metric);
}

/** Returns true if a test decided, and not the rule that every trial passes. */
export function isStatistical({ criterion }: Pick<Verdict, 'criterion'>): boolean {
  return criterion !== 'every_trial';
}

/** Cases by name for each list, since a report searches a list once for each of its cases. */
const namedCases = new WeakMap<readonly Case[], ReadonlyMap<string, Case>>();

/** Returns the case of a plan by its name. */
export function findCase(cases: readonly Case[], name: string): Case | undefined {
  const known = namedCases.get(cases) ?? new Map(cases.map((testCase) => [testCase.name, testCase]));
  namedCases.set(cases, known);
  return known.get(name);
}
