import { type ConfigNode, itemsOf } from '../config-node.js';
import type { ConfigFolder } from '../folder.js';
import type { ImportedTest, VarValue } from '../imported.js';
import { filesNamed, isNamed, resolveValues, valueInFile } from './resolve-values.js';
import type { TestParts, TestReading } from './test-parts.js';

/** Options that are spent once the tests are multiplied out. */
const spent = ['disableVarExpansion', 'disableDefaultAsserts'];

/** Returns the tests of merged parts: one for each combination of values. A test whose values cannot be made is listed, and left out. */
export function testsOfParts(parts: TestParts, reading: TestReading): readonly ImportedTest[] {
  const isWhole = parts.options.get('disableVarExpansion')?.value === true;
  const combinations = combinationsOf(parts.vars, reading.folder, isWhole);
  if ('refused' in combinations) {
    block(combinations.node, nameOf(parts, combinations.node), combinations.refused, reading);
    return [];
  }
  return combinations.flatMap((combination) => {
    const vars = valuesOf(combination, reading);
    return vars ? [testWith(parts, vars)] : [];
  });
}

function nameOf({ vars }: TestParts, node: ConfigNode): string {
  return [...vars].find(([, one]) => one === node)?.[0] ?? 'vars';
}

function block(node: ConfigNode, name: string, reason: string, { ledger }: TestReading): void {
  ledger.add('blocks', 'test', node, { what: `vars.${name}`, reason });
}

function testWith(parts: TestParts, vars: Readonly<Record<string, VarValue>>): ImportedTest {
  const { options, metadata, vars: _, ...others } = parts;
  return {
    ...others,
    vars,
    options: Object.fromEntries([...options].filter(([key]) => !spent.includes(key))),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** Reads the files of a combination, and puts values into each other. Returns null if one cannot be made. */
function valuesOf(combination: Combination, reading: TestReading): Readonly<Record<string, VarValue>> | null {
  const values: [string, VarValue][] = [];
  for (const [name, { node, file }] of combination) {
    if (file === undefined) {
      if (isNamed(node.value)) {
        block(node, name, 'its value comes from a package, which eva does not execute', reading);
        return null;
      }
      values.push([name, { kind: 'value', value: node.value }]);
      continue;
    }
    const read = valueInFile(file, node, reading.folder);
    if ('refused' in read) {
      block(node, name, `${file}: ${read.refused}`, reading);
      return null;
    }
    const { value, replaced } = read;
    if (replaced !== undefined)
      reading.ledger.add('replaced', 'test', node, { what: `vars.${name}`, reason: replaced });
    values.push([name, value]);
  }
  const resolved = resolveValues(Object.fromEntries(values), reading.budget);
  if ('vars' in resolved) return resolved.vars;
  const node = combination.get(resolved.name)?.node;
  if (node) block(node, resolved.name, resolved.refused, reading);
  return null;
}

/** A variable with one of its values: a node, or the file in which it is. */
interface Chosen {
  readonly node: ConfigNode;
  readonly file?: string;
}

/** The variables of a test, each with one value. */
type Combination = ReadonlyMap<string, Chosen>;

const mostCombinations = 10_000;

/** The maximum number of values of all combinations of one test. */
const mostValues = 1_000_000;

/** What is wrong with the values of a variable. */
interface Refused {
  readonly node: ConfigNode;
  readonly refused: string;
}

/** Multiplies out the variables that have a list of texts or a pattern of files, as promptfoo does. `isWhole` keeps lists as they are. */
function combinationsOf(
  vars: ReadonlyMap<string, ConfigNode>,
  folder: ConfigFolder,
  isWhole: boolean,
): readonly Combination[] | Refused {
  const all = new Map<string, readonly Chosen[]>();
  let count = 1;
  for (const [name, node] of vars) {
    const choices = isWhole ? [chosen(node)] : choicesOf(node, folder);
    if ('refused' in choices) return { node, refused: choices.refused };
    count *= choices.length;
    if (count > mostCombinations) {
      return { node, refused: `its lists of values make more than ${mostCombinations} tests` };
    }
    if (count > 1 && count * vars.size > mostValues) {
      return { node, refused: `its lists of values make more than ${mostValues} values` };
    }
    all.set(name, choices);
  }
  return Array.from({ length: count }, (_, index) => combinationAt(all, count, index));
}

/** Returns one of `count` combinations: the values of the last variable change fastest. */
function combinationAt(all: ReadonlyMap<string, readonly Chosen[]>, count: number, index: number): Combination {
  const combination = new Map<string, Chosen>();
  let stride = count;
  for (const [name, choices] of all) {
    stride /= choices.length;
    const choice = choices[Math.floor(index / stride) % choices.length];
    if (choice) combination.set(name, choice);
  }
  return combination;
}

function choicesOf(node: ConfigNode, folder: ConfigFolder): readonly Chosen[] | { readonly refused: string } {
  if (Array.isArray(node.value) && typeof node.value[0] === 'string') return itemsOf(node).map(chosen);
  if (!isNamed(node.value) || !node.value.startsWith('file://')) return [{ node }];
  const files = filesNamed(node.value, folder);
  return 'refused' in files ? files : files.map((file) => ({ node, file }));
}

function chosen(node: ConfigNode): Chosen {
  const { value } = node;
  return isNamed(value) && value.startsWith('file://') ? { node, file: value.slice('file://'.length) } : { node };
}
