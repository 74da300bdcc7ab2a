import type { TestParts } from './test-parts.js';

/** Merges `defaultTest` into a test as promptfoo does: the nearest key wins, and the assertions of the defaults come first. */
export function withDefaults(defaults: TestParts, test: TestParts): TestParts {
  const isAlone = test.options.get('disableDefaultAsserts')?.value === true;
  return {
    ...given(defaults, test),
    node: test.node,
    ...(test.rowsFile !== undefined && { rowsFile: test.rowsFile }),
    asserts: isAlone ? test.asserts : [...defaults.asserts, ...test.asserts],
  };
}

/** Merges a test of a scenario into the data of the scenario and those into `defaultTest`, whose assertions are added later. */
export function withData(defaults: TestParts, data: TestParts, test: TestParts): TestParts {
  const merged = given(given(defaults, data), test);
  return { ...merged, node: test.node, asserts: [...data.asserts, ...test.asserts] };
}

/** Merges all but assertions: keys of mappings one by one, the others as a whole. */
function given(far: TestParts, near: TestParts): TestParts {
  return {
    ...far,
    ...near,
    vars: new Map([...far.vars, ...near.vars]),
    options: new Map([...far.options, ...near.options]),
    metadata: { ...far.metadata, ...near.metadata },
  };
}
