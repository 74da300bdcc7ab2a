import type { Case } from '#model/case.js';
import type { Score } from '#model/score.js';
import type { Verdict } from '#model/verdict.js';
import { findCriterion } from './index.js';

/** One verdict per criterion of each expectation, in order. Throws if a criterion has no implementation, which planning excludes. */
export function decideCase(one: Case, scores: readonly Score[]): readonly Verdict[] {
  return one.expectations.flatMap((expectation, index) => {
    const own = scores.filter((score) => score.expectation === index).sort((a, b) => a.trial - b.trial);
    return expectation.criteria.map((spec) => {
      const criterion = findCriterion(spec.criterion);
      if (!criterion) throw new Error(`no criterion named ${spec.criterion}`);
      return criterion.decide({ about: expectation.about, spec, n: one.sample_size, scores: own });
    });
  });
}

/** True if there is at least one verdict and every one is `passed`: nothing decided is never green. */
export function casePasses(verdicts: readonly Verdict[]): boolean {
  return verdicts.length > 0 && verdicts.every((verdict) => verdict.outcome === 'passed');
}
