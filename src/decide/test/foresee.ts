import type { Design, Foresight, Test } from './statistical-test.js';

/** More are not kept: a library has few bars, and a program could ask for any number. */
const mostKept = 1000;

const foreseen = new Map<string, Foresight>();

/** What a test can do with a design, worked out once for all criteria that are equal in this. */
export function foresee(test: Test, design: Design): Foresight {
  const { mu0, n, alpha, expected } = design;
  const key = `${test.name} ${mu0} ${n} ${alpha} ${expected}`;
  const known = foreseen.get(key);
  if (known) return known;
  if (foreseen.size >= mostKept) foreseen.clear();
  const foresight = test.foresee(design);
  foreseen.set(key, foresight);
  return foresight;
}
