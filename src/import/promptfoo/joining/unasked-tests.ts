import type { Ledger } from '../../finding.js';
import { isAmong } from '../assemble/references.js';
import type { ImportedModel, ImportedTest } from '../imported.js';

/** Lists the tests that name their providers, where eva can ask none of these. */
export function listUnaskedTests(
  tests: readonly ImportedTest[],
  models: readonly ImportedModel[],
  ledger: Ledger,
): void {
  if (models.length === 0) return;
  for (const { node } of tests.filter((test) => !models.some(({ names }) => isAmong(test.providers, names))))
    ledger.add('blocks', 'test', node.child('providers') ?? node, {
      what: 'providers',
      reason: 'the test is for these providers alone, and eva can ask none of them',
      todo: 'remove the test or its `providers`, or add --model NAME',
    });
}
