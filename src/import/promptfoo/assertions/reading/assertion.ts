import type { JsonValue } from '#model/data/json.js';
import { type ConfigNode, textAt } from '../../../config-node.js';
import type { ImportedTest } from '../../imported.js';

/** One assertion of a test, as promptfoo sees it: with the variables of the test in its value. */
export interface Assertion {
  readonly node: ConfigNode;
  readonly test: ImportedTest;
  /** The type as it is written: `not-contains`. */
  readonly written: string;
  /** The type without `not-`. */
  readonly type: string;
  readonly isNot: boolean;
  /** Its value; undefined without one. The code of a `javascript` or `python` assertion is here as well. */
  readonly value: JsonValue | undefined;
}

/** Returns the type of an assertion as it is written; undefined if there is none. */
export function typeOf(node: ConfigNode): string | undefined {
  return textAt(node, 'type');
}

/** Returns the `threshold` of an assertion; undefined without one, null if it is no number. */
export function thresholdOf({ node }: Pick<Assertion, 'node'>): number | null | undefined {
  return numberIn(node.child('threshold'));
}

/** Returns a number, which may be written as text; undefined for nothing, null for anything else. */
export function numberIn(node: ConfigNode | undefined): number | null | undefined {
  const value = node?.value;
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
