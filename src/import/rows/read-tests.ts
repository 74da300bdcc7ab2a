import { isObject } from '#model/data/json.js';
import { type ConfigNode, childText, itemsOf, madeOf } from '../config-node.js';
import type { ImportContext, ImportedTest } from '../imported.js';
import type { PromptfooConfig } from '../reading/read-config.js';
import { emptyParts, given, partsOfNode, type TestParts, type TestReading } from './test-parts.js';
import { readScenarioTests, testsInFiles } from './tests-in-files.js';
import { testsOfParts } from './tests-of-parts.js';

const mostTests = 100_000;

const mostValues = 2_000_000;

/** The maximum length of all values together into which others are put. */
const mostRendered = 100_000_000;

/**
 * Reads the tests of a configuration as promptfoo asks them: those of files too, with `defaultTest` merged in, scenarios and lists of values
 * multiplied out, and variables put into each other. Without `tests` there is one test without variables. What cannot be carried over is listed.
 */
export function readTests(config: PromptfooConfig, { folder, ledger }: ImportContext): readonly ImportedTest[] {
  const reading: TestReading = { folder, ledger, budget: { left: mostRendered } };
  const defaults = readDefaults(config, reading);
  const before = ledger.all().length;
  const listed = config.tests ? itemsOf(config.tests).flatMap((item) => testsOfEntry(item, reading)) : [];
  const isEmpty = listed.length === 0 && ledger.all().length === before;
  const isAlone = isEmpty && (!config.scenarios || config.scenarios.value === null);
  const tests = isAlone ? [emptyParts(madeOf(new Map(), config.tests ?? config.node))] : listed;
  const scenarios = config.scenarios ? readScenarioTests(config.scenarios, defaults, reading) : [];
  return multiplied(
    [...tests, ...scenarios].map((test) => withDefaults(defaults, test)),
    config,
    reading,
  );
}

/** Returns the tests of all parts, or none if they are too many. */
function multiplied(
  all: readonly TestParts[],
  { node }: PromptfooConfig,
  reading: TestReading,
): readonly ImportedTest[] {
  const tests: ImportedTest[] = [];
  let values = 0;
  for (const parts of all) {
    for (const test of testsOfParts(parts, reading)) {
      tests.push(test);
      values += parts.vars.size;
    }
    if (tests.length <= mostTests && values <= mostValues) continue;
    const reason =
      values > mostValues
        ? `they have more than ${mostValues} values together`
        : `there are more than ${mostTests} of them`;
    reading.ledger.add('blocks', 'test', node, { what: 'tests', reason });
    return [];
  }
  return tests;
}

/** Returns what all tests share: `defaultTest`, and what `commandLineOptions` and `metadata` add to it. */
function readDefaults(config: PromptfooConfig, reading: TestReading): TestParts {
  const { defaultTest, promptPrefix, promptSuffix, grader } = config;
  const parts = (defaultTest && partsOfNode(defaultTest, reading)) ?? emptyParts(defaultTest ?? config.node);
  const shared: readonly (readonly [string, ConfigNode | undefined])[] = [
    ['prefix', promptPrefix],
    ['suffix', promptSuffix],
    ['provider', grader],
  ];
  const options = shared.flatMap(([key, node]) => (node ? [[key, node] as const] : []));
  const { description: _, ...rest } = parts;
  return {
    ...rest,
    vars: new Map([...parts.vars, ...Object.entries(config.vars)]),
    options: new Map([...options, ...parts.options]),
    metadata:
      defaultTest && isObject(defaultTest.value) && defaultTest.value.metadata ? parts.metadata : config.metadata,
  };
}

/** Reads an entry of `tests`: a path, a generator or a test. */
function testsOfEntry(item: ConfigNode, reading: TestReading): readonly TestParts[] {
  const path = typeof item.value === 'string' ? item.value : childText(item, 'path');
  if (path !== undefined) return testsInFiles(path, { at: item, base: '', depth: 0 }, reading);
  const parts = partsOfNode(item, reading);
  return parts ? [parts] : [];
}

/** Merges `defaultTest` into a test as promptfoo does: the nearest key wins, and the assertions of the defaults come first. */
function withDefaults(defaults: TestParts, test: TestParts): TestParts {
  const isAlone = test.options.get('disableDefaultAsserts')?.value === true;
  return {
    ...given(defaults, test),
    node: test.node,
    ...(test.rowsFile !== undefined && { rowsFile: test.rowsFile }),
    asserts: isAlone ? test.asserts : [...defaults.asserts, ...test.asserts],
  };
}
