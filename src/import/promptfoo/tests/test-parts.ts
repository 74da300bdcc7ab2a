import type { JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';

/** A test as it is written, before defaults are merged in and lists of values are multiplied out. `defaultTest` and a scenario's data are such parts too. */
export interface TestParts {
  readonly node: ConfigNode;
  readonly rowsFile?: string;
  readonly description?: string;
  readonly vars: ReadonlyMap<string, ConfigNode>;
  readonly asserts: readonly ConfigNode[];
  readonly options: ReadonlyMap<string, ConfigNode>;
  readonly threshold?: ConfigNode;
  readonly prompts?: readonly string[];
  readonly providers?: readonly string[];
  readonly provider?: ConfigNode;
  readonly metadata: JsonObject;
}

/** Returns the parts of a test that has nothing. */
export function emptyParts(node: ConfigNode): TestParts {
  return { node, vars: new Map(), asserts: [], options: new Map(), metadata: {} };
}
