import type { Adapter } from '../adapter.js';
import { binomialTestAdapter } from './binomial_test.js';
import { clopperPearsonAdapter } from './clopper_pearson.js';

/** One adapter for each kind of vector. */
export const adapters: Readonly<Record<string, Adapter>> = {
  binomial_test: binomialTestAdapter,
  clopper_pearson: clopperPearsonAdapter,
};
