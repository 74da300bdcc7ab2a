import { posix } from 'node:path';
import { type PlacedText, placeAt, placedText } from '#library/source/place.js';
import { isObject } from '#model/data/json.js';
import { type ConfigNode, entriesOf, itemsOf } from '../config-node.js';
import { type FindingWords, listUnknownKeys } from '../finding.js';
import { pathFrom, whyUnread } from '../folder.js';
import { type FoundFiles, isPattern } from '../glob.js';
import { boundedJson, nodeInJson, readConfigDocument, readExternal, readExternals } from '../reading/documents.js';
import { resolveReferences } from '../reading/resolve-references.js';
import { parseCsv } from './csv-rows.js';
import { partsOfRow } from './row-parts.js';
import { partsOfNode, type TestParts, type TestReading, withData } from './test-parts.js';

/** Where tests are named: the text that names them, the folder of its file, and how many files led there. */
interface Naming {
  readonly at: ConfigNode;
  readonly base: string;
  readonly depth: number;
}

/** The maximum number of test files that name each other in a row. */
const maxDepth = 5;

/** Reads the tests that a path or pattern names. Those that cannot be read are listed. */
export function testsInFiles(path: string, naming: Naming, reading: TestReading): readonly TestParts[] {
  const block = (reason: string, todo?: string) => {
    reading.ledger.add('blocks', 'test', naming.at, { what: path, reason, ...(todo !== undefined && { todo }) });
    return [];
  };
  const refused = whyNoTests(path);
  if (refused) return block(refused.reason, refused.todo);
  if (/\{\{|\{%/.test(path)) return block('its path is a template, and eva reads no environment variable');
  if (naming.depth > maxDepth) return block('files of tests name each other');
  const inFolder = pathFrom(naming.base, path);
  const found = isPattern(inFolder) ? reading.folder.find(inFolder) : testsBelow(inFolder, naming, reading);
  if (!found) return testsInFile(inFolder, naming, reading);
  if (found.files.length === 0) return block(found.refused ?? 'no file fits this pattern');
  return found.files.flatMap((file) => {
    const why = whyNoTests(file);
    return why ? block(`${file}: ${why.reason}`, why.todo) : testsInFile(file, naming, reading);
  });
}

/** Returns the files of tests in a folder, and those whose tests come from elsewhere; undefined for the path of a file. */
function testsBelow(path: string, naming: Naming, { folder }: TestReading): FoundFiles | undefined {
  if (folder.text(path, naming.at.place()).problems[0]?.code !== 'EVA_NOT_A_FILE') return undefined;
  const found = folder.find(`${path.replace(/\/+$/, '')}/**/*`);
  const isOfTests = (file: string) => /\.(?:ya?ml|json|jsonl|csv)$/i.test(file) || whyNoTests(file) !== undefined;
  const files = found.files.filter(isOfTests);
  return files.length > 0 || found.refused !== undefined ? { ...found, files } : { files, refused: noTests };
}

const noTests = 'there is no file of tests in this folder';

function testsInFile(file: string, naming: Naming, reading: TestReading): readonly TestParts[] {
  const name = file.toLowerCase();
  if (/\.(?:ya?ml|json)$/.test(name)) return testsInDocument(file, naming, reading);
  if (/\.(?:csv|jsonl)$/.test(name)) {
    const { value: text, problems } = reading.folder.text(file, naming.at.place());
    if (text === null) return unread(file, whyUnread(problems), naming, reading);
    const table = placedText(text, file);
    return name.endsWith('.csv') ? testsInCsv(table, reading) : testsInJsonl(table, reading);
  }
  return unread(file, 'tests are read from CSV, JSONL, JSON and YAML files', naming, reading);
}

function unread(file: string, reason: string, { at }: Naming, { ledger }: TestReading): readonly TestParts[] {
  ledger.add('blocks', 'test', at, { what: file, reason });
  return [];
}

function testsInDocument(file: string, naming: Naming, reading: TestReading): readonly TestParts[] {
  const { value: document, problems } = readConfigDocument(reading.folder, file, naming.at.place());
  if (!document) return unread(file, whyUnread(problems), naming, reading);
  if (document.value === null) return [];
  const root = resolveReferences(withExternals(document, reading), reading);
  const below = { base: posix.dirname(file), depth: naming.depth + 1 };
  return itemsOf(root).flatMap((item) => testsOfItem(item, { at: item, ...below }, reading));
}

/** Reads the files that a test names, except in its variables. */
function withExternals(node: ConfigNode, { folder, ledger }: TestReading): ConfigNode {
  return readExternals(node, folder, (at, reason) => {
    ledger.add('blocks', 'test', at, { what: String(at.value), reason });
  });
}

/** Reads an item of a list of tests: a test, or the path of other ones. */
function testsOfItem(item: ConfigNode, naming: Naming, reading: TestReading): readonly TestParts[] {
  if (typeof item.value === 'string') return testsInFiles(item.value, naming, reading);
  const parts = hasParts(item) ? partsOfNode(item, reading, naming.base) : partsOfVariables(item, reading);
  return parts ? [parts] : [];
}

const keysOfTests = ['vars', 'assert', 'options', 'metadata', 'provider', 'providers', 'prompts', 'threshold'];

function hasParts({ value }: ConfigNode): boolean {
  return isObject(value) && ['description', 'providerOutput', ...keysOfTests].some((key) => Object.hasOwn(value, key));
}

function partsOfVariables(item: ConfigNode, { ledger }: TestReading): null {
  const keys = entriesOf(item).map(([key]) => key);
  const reason = `it has no key of a test, such as vars or assert${keys.length > 0 ? `, but ${keys.slice(0, 3).join(', ')}` : ''}`;
  ledger.add('blocks', 'test', item, { what: 'test', reason });
  return null;
}

function testsInCsv(table: PlacedText, reading: TestReading): readonly TestParts[] {
  const rows = parseCsv(table.text);
  if ('flaw' in rows) {
    reading.ledger.add('blocks', 'test', placeAt(table, rows.offset), { what: table.file, reason: rows.flaw });
    return [];
  }
  listHeader(rows.header, table, reading);
  return rows.records.flatMap((row) => partsOfRow(row, table, reading.ledger) ?? []);
}

/** Lists the columns that promptfoo ignores, and a header that seems to have other separators than commas. */
function listHeader(header: readonly string[], table: PlacedText, { ledger }: TestReading): void {
  const first = placeAt(table, 0);
  const [only = ''] = header;
  if (header.length === 1 && /[;\t|]/.test(only)) {
    const reason = 'its columns are not separated by commas, and eva reads no environment variable that says by what';
    ledger.add('blocks', 'test', first, { what: table.file, reason, todo: 'save it with commas' });
  }
  for (const name of header.map((one) => one.trim())) {
    const isBare = name === '__metadata' || (name.startsWith('__config:') && name.split(':').length !== 3);
    const reason = 'promptfoo ignores this column too';
    if (isBare) ledger.add('noted', 'setting', first, { what: name, reason });
  }
}

function testsInJsonl(table: PlacedText, reading: TestReading): readonly TestParts[] {
  const lines = parseJsonl(table);
  if ('flawAt' in lines) {
    reading.ledger.add('blocks', 'test', placeAt(table, lines.flawAt), {
      what: table.file,
      reason: 'this line is no JSON',
    });
    return [];
  }
  const naming = { base: posix.dirname(table.file), depth: maxDepth };
  const rows = lines.map((line) => withExternals(line, reading));
  return rows
    .flatMap((row) => testsOfItem(row, { at: row, ...naming }, reading))
    .map((parts) => ({ ...parts, rowsFile: table.file }));
}

const offline = 'eva opens no connection during an import';

/** Paths and addresses from which no tests can be read, with the reasons. */
const unreadable: readonly (readonly [form: RegExp, reason: string, todo: string])[] = [
  [
    /^huggingface:\/\//,
    `they are a data set of Hugging Face, and ${offline}`,
    'save its rows as a CSV file and name that',
  ],
  [
    /^https:\/\/docs\.google\.com\/spreadsheets\//,
    `they are in a Google sheet, and ${offline}`,
    'download the sheet as CSV and name that file',
  ],
  [
    /^https:\/\/[^/]+\.sharepoint\.com\//i,
    `they are in SharePoint, and ${offline}`,
    'download the table as CSV and name that file',
  ],
  [/^[a-z][a-z0-9+.-]*:\/\//i, `they are at a web address, and ${offline}`, 'download the file and name it'],
  [/\.xlsx?(?:#.*)?$/i, 'they are in a spreadsheet', 'save the sheet as CSV and name that file'],
  [
    /\.(?:[cm]?[jt]s|py)(?::[^/]*)?$/i,
    'they come from a program, which eva does not execute',
    'let it write its tests to a JSON file, and name that',
  ],
];

/** Returns why tests cannot be read from a path or address; undefined for files that eva reads. */
function whyNoTests(path: string): Omit<FindingWords, 'what'> | undefined {
  const written = path.replace(/^file:\/\//, '');
  const [, reason, todo] = unreadable.find(([form]) => form.test(written)) ?? [];
  return reason === undefined || todo === undefined ? undefined : { reason, todo };
}

/** The values of a JSONL file, one for each line that is not blank; or the first line that is no JSON. */
function parseJsonl(table: PlacedText): readonly ConfigNode[] | { readonly flawAt: number } {
  const nodes: ConfigNode[] = [];
  for (const [index, start] of table.starts.entries()) {
    const text = table.text.slice(start, table.starts[index + 1] ?? table.text.length);
    if (text.trim() === '') continue;
    const value = boundedJson(text);
    if (value === undefined) return { flawAt: start };
    nodes.push(nodeInJson(table, value, start, false));
  }
  return nodes;
}

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
