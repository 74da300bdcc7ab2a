import { isObject, type JsonObject } from '#model/data/json.js';
import { type ConfigNode, entriesOf, itemsOf } from '../config-node.js';
import { type Ledger, listUnknownKeys } from '../finding.js';
import { type ConfigFolder, pathFrom, whyUnread } from '../folder.js';
import { isPattern } from '../glob.js';
import { readConfigDocument, readExternal, readExternals } from '../reading/documents.js';

const keysRead = [
  ...['description', 'vars', 'assert', 'options', 'threshold', 'prompts', 'providers', 'provider', 'metadata'],
  ...['assertScoringFunction', 'providerOutput'],
];

/** Options that promptfoo reads below `options`, and nowhere else in a test. */
const ofOptions = ['transform', 'postprocess', 'rubricPrompt', 'prefix', 'suffix'];

/** Options that promptfoo alone uses: how it asks, and not what. */
const spent = ['runSerially', 'disableConversationVar'];

/** Reads a mapping as a test, or as the parts of one. Returns null if it cannot be carried over; the ledger then says why. */
export function partsOfNode(node: ConfigNode, reading: TestReading, base = ''): TestParts | null {
  const { ledger } = reading;
  if (!isObject(node.value)) {
    ledger.add('blocks', 'test', node, { what: 'test', reason: 'it is no mapping' });
    return null;
  }
  if (!isUsable(node, reading)) return null;
  const vars = readVars(node.child('vars'), reading, base);
  if (!vars) return null;
  listUnknownKeys(node, [...keysRead, ...ofOptions], { ledger, within: 'tests.' });
  listMisplaced(node, ledger);
  const scoring = present(node.child('assertScoringFunction'));
  const words = { what: 'assertScoringFunction', reason: 'eva has no score that a program computes from others' };
  if (scoring) reading.ledger.add('left_out', 'setting', scoring.place('key'), words);
  const { description } = node.value;
  const options = node.child('options');
  const threshold = present(node.child('threshold'));
  const provider = present(node.child('provider'));
  const prompts = namesAt(node, 'prompts');
  const providers = namesAt(node, 'providers');
  return {
    node,
    ...(description !== undefined && description !== null && { description: String(description) }),
    vars,
    asserts: assertsIn(present(node.child('assert')), reading),
    options: new Map(
      (options ? entriesOf(options) : []).filter(([key, { value }]) => value !== null && !spent.includes(key)),
    ),
    ...(threshold && { threshold }),
    ...(prompts && { prompts }),
    ...(providers && { providers }),
    ...(provider && { provider }),
    metadata: metadataOf(node),
  };
}

/** Returns false if the answers of a test come from code or from a file; that is listed. */
function isUsable(node: ConfigNode, { ledger }: TestReading): boolean {
  const output = present(node.child('providerOutput'));
  const options = node.child('options');
  const transform = options && present(options.child('transformVars'));
  const store = options && present(options.child('storeOutputAs'));
  const block = (at: ConfigNode, what: string, reason: string) => ledger.add('blocks', 'test', at, { what, reason });
  if (output) block(output, 'providerOutput', 'the answer is given, so that no model is tested');
  if (transform) block(transform, 'options.transformVars', 'the values of its variables come from a program');
  if (store) block(store, 'options.storeOutputAs', 'the answer to one test is a variable of another');
  return !output && !transform && !store;
}

function listMisplaced(node: ConfigNode, ledger: TestReading['ledger']): void {
  for (const key of ofOptions) {
    const value = node.child(key);
    const words = { what: `tests.${key}`, reason: 'promptfoo reads it below `options` alone' };
    if (value)
      ledger.add('noted', 'setting', value.place('key'), { ...words, todo: 'move it there, and import again' });
  }
}

function present(node: ConfigNode | undefined): ConfigNode | undefined {
  return node?.value === null || node?.value === '' ? undefined : node;
}

function namesAt(node: ConfigNode, key: string): readonly string[] | undefined {
  const list = present(node.child(key));
  if (!list) return undefined;
  return itemsOf(list).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

function metadataOf(node: ConfigNode): JsonObject {
  const metadata = node.child('metadata')?.value;
  return isObject(metadata) ? metadata : {};
}

/** Reads the variables of a test: a mapping, or files of mappings. Returns null if a file cannot be read. */
function readVars(
  node: ConfigNode | undefined,
  reading: TestReading,
  base: string,
): ReadonlyMap<string, ConfigNode> | null {
  if (!node || node.value === null) return new Map();
  if (isObject(node.value)) return new Map(entriesOf(node));
  return varsFromFiles(node, reading, base);
}

/** Returns the assertions that an item stands for: itself, those of a list, or those of a file. */
function assertsIn(node: ConfigNode | undefined, reading: TestReading, depth = 0): readonly ConfigNode[] {
  if (!node) return [];
  if (isObject(node.value)) return [node];
  const { ledger } = reading;
  const external = depth < 5 ? readExternal(node, reading.folder) : undefined;
  if (external && 'node' in external)
    return itemsOf(external.node).flatMap((item) => assertsIn(item, reading, depth + 1));
  if (Array.isArray(node.value) && depth < 5)
    return itemsOf(node).flatMap((item) => assertsIn(item, reading, depth + 1));
  const reason = external ? external.unread : 'it is no mapping with a type';
  ledger.add('left_out', 'assertion', node, {
    what: typeof node.value === 'string' ? node.value : 'assertion',
    reason,
  });
  return [];
}

/**
 * Reads variables from the files that a text or a list of texts names, relative to the folder `base`. Those of later files win. Returns null if
 * one cannot be read; the ledger then says why.
 */
function varsFromFiles(node: ConfigNode, reading: TestReading, base: string): ReadonlyMap<string, ConfigNode> | null {
  const vars = new Map<string, ConfigNode>();
  let isWhole = true;
  const block = (at: ConfigNode, reason: string) => {
    reading.ledger.add('blocks', 'test', at, { what: `vars: ${String(at.value)}`, reason });
    isWhole = false;
  };
  for (const item of itemsOf(node)) {
    for (const file of filesOf(item, reading, base, block)) {
      const { value, problems } = readConfigDocument(reading.folder, file, item.place());
      if (!value) block(item, whyUnread(problems));
      else if (!isObject(value.value)) block(item, 'the file is no mapping of variables');
      else for (const [name, one] of entriesOf(readExternals(value, reading.folder, block))) vars.set(name, one);
    }
  }
  return isWhole ? vars : null;
}

function filesOf(
  item: ConfigNode,
  { folder }: TestReading,
  base: string,
  block: (at: ConfigNode, reason: string) => void,
): readonly string[] {
  if (typeof item.value !== 'string') {
    block(item, 'it is neither a mapping nor the path of one');
    return [];
  }
  const path = pathFrom(base, item.value);
  if (!isPattern(path)) return [path];
  const { files, refused } = folder.find(path);
  if (files.length === 0) block(item, refused ?? 'no file fits this pattern');
  return files;
}

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

/** Merges a test of a scenario into the data of the scenario and those into `defaultTest`, whose assertions are added later. */
export function withData(defaults: TestParts, data: TestParts, test: TestParts): TestParts {
  const merged = given(given(defaults, data), test);
  return { ...merged, node: test.node, asserts: [...data.asserts, ...test.asserts] };
}

/** Merges all but assertions: keys of mappings one by one, the others as a whole. */
export function given(far: TestParts, near: TestParts): TestParts {
  return {
    ...far,
    ...near,
    vars: new Map([...far.vars, ...near.vars]),
    options: new Map([...far.options, ...near.options]),
    metadata: { ...far.metadata, ...near.metadata },
  };
}

/** What the readers of tests share. */
export interface TestReading {
  readonly folder: ConfigFolder;
  readonly ledger: Ledger;
  /** How many characters of values into which others are put may still be made. */
  readonly budget: { left: number };
}
