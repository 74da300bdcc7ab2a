import type { Dataset } from '#model/dataset.js';
import type { Verdict } from '#model/run/verdict.js';
import { datasetWith } from '../support/dataset.js';
import { caseOf, criterion, passesOrNot } from '../support/statistical-case.js';
import { decided } from './decided.js';

/** Decides "at least p0 of the trials pass" on a data set, as the product does; the trials of a unit come together. */
export function decidedUnits(
  units: readonly (readonly number[])[],
  part: Partial<Dataset>,
  { p0, alpha = 0.05 }: { readonly p0: number; readonly alpha?: number },
): Verdict {
  const trials = units.flat();
  const dataset = datasetWith({ kept: trials.length, units: units.length, kept_units: units.length, ...part });
  const ends = new Set<number>();
  let seen = 0;
  for (const { length } of units) {
    seen += length;
    ends.add(seen - 1);
  }
  const spec = criterion('proportion_gte', { proportion: p0 }, alpha);
  return decided(caseOf(trials.length, passesOrNot, [spec], { dataset }), trials, ends);
}

/** Returns a unit of one trial for each of k passes and n - k failures. */
export function passesOf(k: number, n: number): number[][] {
  return Array.from({ length: n }, (_, trial) => [trial < k ? 1 : 0]);
}
