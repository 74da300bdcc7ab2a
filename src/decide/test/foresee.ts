import { kept } from './kept.js';
import type { Design, Foresight, Test } from './statistical-test.js';

/** A library has few bars, but a program can ask for any number. */
const mostKept = 1000;

const foreseen = kept(
  mostKept,
  ({ test, design: { mu0, n, alpha, expected } }: { readonly test: Test; readonly design: Design }) =>
    `${test.name} ${mu0} ${n} ${alpha} ${expected}`,
  ({ test, design }): Foresight => test.foresee(design),
);

/** Returns what a test can do with a design, worked out once for all criteria with the same design. */
export function foresee(test: Test, design: Design): Foresight {
  return foreseen({ test, design });
}
