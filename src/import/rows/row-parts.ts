import { discreet, type PlacedText, placeAt } from '#library/source/place.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { splitAtCommas } from '../assertions/text-kinds.js';
import { type ConfigNode, madeOf, nodeOf } from '../config-node.js';
import type { Ledger } from '../finding.js';
import type { CsvRow } from './csv-rows.js';
import type { TestParts } from './test-parts.js';

interface Cell {
  readonly name: string;
  readonly text: string;
  readonly node: ConfigNode;
}

/** Reads a row of a table as a test: special columns begin with `__`, the others are variables. Returns null if it cannot be carried over. */
export function partsOfRow(row: CsvRow, table: PlacedText, ledger: Ledger): TestParts | null {
  const cells = cellsOf(row, table);
  const output = cells.find(({ name, text }) => name === '__providerOutput' && text !== '');
  if (output) {
    const reason = 'the answer is given, so that no model is tested';
    ledger.add('blocks', 'test', output.node, { what: '__providerOutput', reason });
    return null;
  }
  const configs = configsOf(cells, ledger);
  if (!configs) return null;
  const textOf = (name: string) => cells.findLast((cell) => cell.name === name)?.text;
  const metric = textOf('__metric');
  const description = textOf('__description');
  const threshold = cells.findLast(({ name, text }) => name === '__threshold' && numberIn(text) !== undefined);
  return {
    node: madeOf(new Map(cells.map(({ name, node }) => [name, node])), nodeOf(null, rowPlace(row, table))),
    rowsFile: table.file,
    ...(description !== undefined && description !== '' && { description }),
    vars: new Map(cells.filter(isVariable).map(({ name, node }) => [name, node])),
    asserts: assertsOf(cells, metric, configs, ledger),
    options: new Map(
      cells.flatMap(({ name, text, node }) =>
        (name === '__prefix' || name === '__suffix') && text !== '' ? [[name.slice(2), node] as const] : [],
      ),
    ),
    ...(threshold && { threshold: nodeOf(numberIn(threshold.text) ?? 0, threshold.node.place()) }),
    metadata: metadataOf(cells),
  };
}

function rowPlace(row: CsvRow, table: PlacedText) {
  return discreet(placeAt(table, row.start));
}

function cellsOf(row: CsvRow, table: PlacedText): readonly Cell[] {
  return Object.entries(row.values).map(([written, value]) => {
    const text = String(value);
    const start = row.cells.get(written) ?? row.start;
    // Most places of cells are never asked for.
    const place = () => discreet(placeAt(table, start, start + Math.max(1, text.length)));
    const node: ConfigNode = { value: text, file: table.file, place, child: () => undefined };
    return { name: written.trim(), text, node };
  });
}

const special = ['__prefix', '__suffix', '__description', '__providerOutput', '__metric', '__threshold', '__metadata'];

function isVariable({ name }: Cell): boolean {
  return !special.includes(name) && !/^__(?:expected|metadata:|config:)/.test(name);
}

function assertsOf(
  cells: readonly Cell[],
  metric: string | undefined,
  configs: ReadonlyMap<number, JsonObject>,
  ledger: Ledger,
): readonly ConfigNode[] {
  const expected = cells.filter(({ name, text }) => name.startsWith('__expected') && text.trim() !== '');
  return expected.flatMap(({ text, node }, index) => {
    const assertion = assertionOf(text.trim());
    if ('flaw' in assertion) {
      ledger.add('left_out', 'assertion', node, { what: text.trim().slice(0, 80), reason: String(assertion.flaw) });
      return [];
    }
    const whole = { ...assertion, ...(metric !== undefined && metric !== '' && { metric }), ...configs.get(index) };
    return [{ ...nodeOf(whole, { file: node.file }), ...placesOf(whole, node) }];
  });
}

/** Gives each part of a value the place of its cell. */
function placesOf(value: JsonObject, cell: ConfigNode): Pick<ConfigNode, 'place' | 'child'> {
  return { place: () => cell.place(), child: (step) => nodeOf(value, cell.place()).child(step) };
}

/** Reads the columns `__config:__expected2:threshold` by the index of their assertion; null if one is not of this form. */
function configsOf(cells: readonly Cell[], ledger: Ledger): ReadonlyMap<number, JsonObject> | null {
  const configs = new Map<number, JsonObject>();
  for (const { name, text, node } of cells) {
    const [, expected, key, more] = /^__config:([^:]*):([^:]*)(:.*)?$/s.exec(name) ?? [];
    if (expected === undefined || more !== undefined) continue;
    const [, digits] = /^__expected(\d*)$/.exec(expected) ?? [];
    const index = digits === '' ? 0 : Number(digits) - 1;
    const number = numberIn(text);
    if (!(index >= 0) || key !== 'threshold' || number === undefined) {
      const reason = 'only __config:__expectedN:threshold with a number is known';
      ledger.add('blocks', 'test', node, { what: name, reason });
      return null;
    }
    configs.set(index, { threshold: number });
  }
  return configs;
}

function numberIn(text: string): number | undefined {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text.trim())) return undefined;
  const number = Number(text.trim());
  return Number.isFinite(number) ? number : undefined;
}

function metadataOf(cells: readonly Cell[]): JsonObject {
  const entries = cells.flatMap(({ name, text }): (readonly [string, JsonValue])[] => {
    if (!name.startsWith('__metadata:') || text.trim() === '') return [];
    const key = name.slice('__metadata:'.length);
    if (!key.endsWith('[]')) return [[key, text]];
    const items = text.split(/(?<!\\),/).map((item) => item.trim().replaceAll('\\,', ','));
    return [[key.slice(0, -2), items]];
  });
  return Object.fromEntries(entries);
}

/** The types that an expected text of a table may begin with, in the order in which they are tried. */
export const typesInRows: readonly string[] = [
  ...['agent-rubric', 'answer-relevance', 'bleu', 'classifier', 'contains', 'contains-all', 'contains-any'],
  ...['contains-html', 'contains-json', 'contains-sql', 'contains-xml', 'context-faithfulness', 'context-recall'],
  ...['context-relevance', 'conversation-relevance', 'cost', 'equals', 'factuality', 'finish-reason', 'g-eval', 'gleu'],
  ...['guardrails', 'icontains', 'icontains-all', 'icontains-any', 'is-html', 'is-json', 'is-refusal', 'is-sql'],
  ...['is-valid-function-call', 'is-valid-openai-function-call', 'is-valid-openai-tools-call', 'is-xml', 'javascript'],
  ...['latency', 'levenshtein', 'llm-rubric', 'pi', 'meteor', 'model-graded-closedqa', 'model-graded-factuality'],
  ...['moderation', 'perplexity', 'perplexity-score', 'python', 'regex', 'rouge-n', 'ruby', 'similar'],
  'similar:cosine',
  ...['similar:dot', 'similar:euclidean', 'starts-with', 'tool-call-f1', 'skill-used', 'trajectory:goal-success'],
  ...['trajectory:tool-args-match', 'trajectory:step-count', 'trajectory:tool-sequence', 'trajectory:tool-used'],
  ...['trace-error-spans', 'trace-span-count', 'trace-span-duration', 'search-rubric', 'webhook', 'word-count'],
];

const typed = new RegExp(`^(not-)?(${typesInRows.join('|')})(?:\\((\\d+(?:\\.\\d+)?)\\))?(?::([\\s\\S]*))?$`);

const codeFile = /^file:\/\/.*\.(?:[cm]?[jt]s)$/is;

const pythonFile = /^file:\/\/.*\.py(?:$|:)/s;

/** Reads an expected text of a table as the assertion that it stands for; says why if its list cannot be read. */
export function assertionOf(expected: string): JsonObject | { readonly flaw: string } {
  const [, code] = /^(?:javascript|fn|eval):([\s\S]*)$/.exec(expected) ?? [];
  if (code !== undefined) return { type: 'javascript', value: code.trim() };
  if (codeFile.test(expected)) return { type: 'javascript', value: expected.trim() };
  const [, rubric] = /^(?:grade|llm-rubric):([\s\S]*)$/.exec(expected) ?? [];
  if (rubric !== undefined) return { type: 'llm-rubric', value: rubric };
  const [, python] = /^python:([\s\S]*)$/.exec(expected) ?? [];
  if (python !== undefined) return { type: 'python', value: python.trim() };
  if (pythonFile.test(expected)) return { type: 'python', value: expected.trim() };
  const [, not = '', type, threshold, value] = typed.exec(expected) ?? [];
  if (type === undefined) return { type: 'equals', value: expected };
  return typedAssertion(`${not}${type}`, type, threshold, value);
}

function typedAssertion(
  type: string,
  base: string,
  threshold: string | undefined,
  value: string | undefined,
): JsonObject | { readonly flaw: string } {
  if (listTypes.includes(base)) {
    const list = value ? splitAtCommas(value) : undefined;
    return list && 'flaw' in list ? list : withValue(type, list);
  }
  if (base === 'contains-json' || base === 'is-json') return withValue(type, value);
  if (!thresholdTypes.includes(base)) return withValue(type, value?.trim());
  const usual = base === 'similar' ? 0.8 : 0.75;
  return { ...withValue(type, value?.trim()), threshold: threshold === undefined ? usual : Number(threshold) };
}

function withValue(type: string, value: JsonValue | undefined): JsonObject {
  return { type, ...(value !== undefined && { value }) };
}

/** The types whose value in a table is a list with commas. */
const listTypes: readonly string[] = ['contains-all', 'contains-any', 'icontains-all', 'icontains-any'];

/** The types that have a threshold in a table. */
const thresholdTypes: readonly string[] = [
  ...['answer-relevance', 'classifier', 'context-faithfulness', 'context-recall', 'context-relevance', 'cost'],
  ...['latency', 'levenshtein', 'perplexity-score', 'perplexity', 'rouge-n', 'similar', 'starts-with'],
];
