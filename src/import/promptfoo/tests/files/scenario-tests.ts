import { isObject } from '#model/data/json.js';
import { type ConfigNode, itemsOf } from '../../../config-node.js';
import { listUnknownKeys } from '../../../finding.js';
import { readExternal } from '../../reading/external.js';
import { withData } from '../merge.js';
import { partsOfNode } from '../parts-of-node.js';
import type { TestParts } from '../test-parts.js';
import type { TestReading } from '../test-reading.js';
import { testsInFiles } from './tests-in-files.js';

/** Reads scenarios: each of their data with each of their tests, in this order. */
export function readScenarioTests(
  scenarios: ConfigNode,
  defaults: TestParts,
  reading: TestReading,
): readonly TestParts[] {
  const budget = { left: mostTests };
  return itemsOf(scenarios).flatMap((scenario) => testsOfScenario(scenario, defaults, { ...reading, tests: budget }));
}

/** The maximum number of tests that all scenarios stand for. */
const mostTests = 100_000;

/** With the number of tests that scenarios may still make. */
type ScenarioReading = TestReading & { readonly tests: { left: number } };

function testsOfScenario(scenario: ConfigNode, defaults: TestParts, reading: ScenarioReading): readonly TestParts[] {
  const { ledger } = reading;
  if (!isObject(scenario.value)) {
    ledger.add('blocks', 'test', scenario, { what: `scenario ${String(scenario.value)}`, reason: 'it is no mapping' });
    return [];
  }
  listUnknownKeys(scenario, ['config', 'tests', 'description'], { ledger, within: 'scenarios.' });
  const data = loaded(scenario.child('config'), reading).flatMap((one) => partsOfNode(one, reading) ?? []);
  const tests = testsIn(scenario, reading);
  reading.tests.left -= data.length * tests.length;
  if (reading.tests.left < 0) {
    const reason = `the data and tests of all scenarios make more than ${mostTests} tests`;
    ledger.add('blocks', 'test', scenario, { what: 'scenario', reason });
    return [];
  }
  return data.flatMap((one) => tests.map((test) => withData(defaults, one, test)));
}

function testsIn(scenario: ConfigNode, reading: TestReading): readonly TestParts[] {
  const node = scenario.child('tests');
  if (!node || node.value === null) {
    const reason = 'a scenario without tests asks nothing, in promptfoo too';
    reading.ledger.add('noted', 'test', scenario, { what: 'scenario', reason });
    return [];
  }
  return itemsOf(node).flatMap((item) => {
    if (typeof item.value === 'string') return testsInFiles(item.value, { at: item, base: '', depth: 0 }, reading);
    const parts = partsOfNode(item, reading);
    return parts ? [parts] : [];
  });
}

/** Returns the items of a list; those of a file where it or one of its items names one, as a text or as `$values`. */
function loaded(node: ConfigNode | undefined, { folder, ledger }: TestReading): readonly ConfigNode[] {
  if (!node || node.value === null) return [];
  return itemsOf(node).flatMap((item) => {
    const named = item.child('$values') ?? item.child('$expand') ?? item;
    const external = readExternal(named, folder);
    if (external && 'node' in external) return itemsOf(external.node);
    if (external) ledger.add('blocks', 'test', named, { what: String(named.value), reason: external.unread });
    return external ? [] : itemsOf(named);
  });
}
