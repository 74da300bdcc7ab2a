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
