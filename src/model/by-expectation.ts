import type { Case } from './case.js';

/** What stands in the order of a case's criteria, such as verdicts, parted by its expectations. */
export function byExpectation<T>({ expectations }: Case, ofCriteria: readonly T[]): readonly (readonly T[])[] {
  let seen = 0;
  return expectations.map(({ criteria }) => {
    seen += criteria.length;
    return ofCriteria.slice(seen - criteria.length, seen);
  });
}
