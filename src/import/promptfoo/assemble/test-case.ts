import type { DraftCase } from '../../draft.js';
import type { ImportedTest } from '../imported.js';
import type { Extras } from './extras.js';

/** A case with the tests that it asks: one, or those of the items of its data set. */
export interface TestCase extends DraftCase {
  readonly tests: readonly ImportedTest[];
  readonly extras: Extras;
}
