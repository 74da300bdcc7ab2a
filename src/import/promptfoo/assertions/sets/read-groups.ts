import type { JsonObject } from '#model/data/json.js';
import { type ConfigNode, itemsOf } from '../../../config-node.js';
import { listUnknownKeys } from '../../../finding.js';
import type { ExpectationContext } from '../context.js';
import { type CarriedChecks, leftOut } from '../mapped.js';
import { numberIn, typeOf } from '../reading/assertion.js';
import { type Leaf, nameOf, readLeaf, type TestScope } from '../reading/read-leaf.js';
import { countChecks } from './count.js';

/** Reads all assertions of a test: sets become their assertions, or one check that counts them. */
export function readLeaves(scope: TestScope): readonly Leaf[] {
  const { test, context } = scope;
  const hasSet = test.asserts.some((node) => typeOf(node) === setType);
  const leaves = test.asserts.flatMap((node) =>
    typeOf(node) === setType ? readSet(node, scope) : [readLeaf(node, scope)],
  );
  const { threshold } = test;
  if (!threshold) return leaves;
  const limit = numberIn(threshold);
  const counted =
    limit === undefined || limit === null
      ? { reason: 'it is no number' }
      : hasSet
        ? { reason: 'some of its assertions are sets' }
        : countChecks(leaves, limit);
  return withCount(leaves, counted, { node: threshold, of: test.node, context });
}

const setType = 'assert-set';
const keysOfSet = ['type', 'assert', 'weight', 'metric', 'threshold', 'config'];

function readSet(node: ConfigNode, scope: TestScope): readonly Leaf[] {
  const { context } = scope;
  listUnknownKeys(node, keysOfSet, context);
  const list = node.child('assert');
  const leaves = (list ? itemsOf(list) : []).map((one) => readLeaf(one, scope));
  if (leaves.length === 0)
    context.ledger.add('left_out', 'assertion', node, { what: setType, reason: 'it has no assertions' });
  const threshold = node.child('threshold');
  const limit = numberIn(threshold);
  if (!threshold || limit === undefined) return leaves;
  const counted = limit === null ? { reason: 'it is no number' } : countChecks(leaves, limit);
  const about = nameOf(node, scope);
  return withCount(leaves, counted, { node: threshold, of: node, context, ...(about !== undefined && { about }) });
}

interface Threshold {
  readonly node: ConfigNode;
  /** The set or test that it belongs to. */
  readonly of: ConfigNode;
  readonly context: ExpectationContext;
  readonly about?: string;
}

/** Replaces assertions by one check that counts them. If they cannot be counted, all must hold, and the threshold is left out. */
function withCount(
  leaves: readonly Leaf[],
  counted: ReturnType<typeof countChecks>,
  { node, of, context, about }: Threshold,
): readonly Leaf[] {
  if (counted === 'all') return leaves;
  if ('reason' in counted) {
    const todo = 'count checks with `at_least`';
    context.ledger.add('left_out', 'setting', node, {
      what: 'threshold',
      reason: `${counted.reason}; all must hold`,
      todo,
    });
    return leaves;
  }
  if (counted.count >= counted.of.length) return leaves;
  const checks: readonly JsonObject[] = [{ at_least: { count: counted.count, of: counted.of } }];
  if (counted.count <= 0) return leaves.map((leaf) => neverFails(leaf, context));
  const needsAllVars = leaves.some(({ mapped }) => mapped.kind === 'checks' && mapped.needsAllVars);
  const mapped: CarriedChecks = { kind: 'checks', checks, isDecision: false, ...(needsAllVars && { needsAllVars }) };
  return [{ node: of, mapped, weight: 1, ...(about !== undefined && { about }) }];
}

function neverFails(leaf: Leaf, { ledger }: ExpectationContext): Leaf {
  const mapped = leftOut('the threshold above it is 0, so it never fails');
  ledger.add('left_out', 'assertion', leaf.node, { what: typeOf(leaf.node) ?? 'assertion', reason: mapped.reason });
  return { ...leaf, mapped };
}
