import type { TestCase } from '#import/assemble/fold-rows.js';
import { type ConfigNode, nodeOf } from '#import/config-node.js';
import type { ImportedTest } from '#import/imported.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';

/** An assertion at a line of the configuration. */
export function assertionAt(line: number, value: JsonValue = { type: 'contains' }): ConfigNode {
  return nodeOf(value, { file: 'promptfooconfig.yaml', line, column: 1 });
}

interface CaseOf {
  readonly inputs?: JsonObject;
  readonly assert?: readonly JsonObject[];
  readonly rubric?: readonly string[];
  readonly rest?: TestCase['expects']['rest'];
  readonly rowsFile?: string;
  readonly description?: string;
  readonly metadata?: JsonObject;
  /** Variables that nothing uses. */
  readonly unused?: JsonObject;
}

/** A draft case whose checks have the lines 1, 2 … as their sources. */
export function caseOf(
  name: string,
  { inputs, assert = [], rubric = [], rest = {}, unused = {}, metadata = {}, ...test }: CaseOf,
): TestCase {
  const imported = { node: assertionAt(99), vars: {}, asserts: [], options: {}, ...test } as ImportedTest;
  return {
    name,
    tests: [imported],
    extras: { metadata, vars: unused },
    setup: inputs ? { inputs } : {},
    isLook: assert.length + rubric.length === 0,
    expects: {
      assert: assert.map((item, index) => ({ item, source: assertionAt(index + 1) })),
      rubric: rubric.map((item, index) => ({ item, source: assertionAt(index + 11) })),
      rest,
    },
    comments: [],
  };
}
