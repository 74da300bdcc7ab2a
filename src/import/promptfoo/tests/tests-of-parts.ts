import type { ConfigNode } from '../../config-node.js';
import type { ImportedTest, VarValue } from '../imported.js';
import type { TestParts } from './test-parts.js';
import type { TestReading } from './test-reading.js';
import { type Combination, combinationsOf } from './vars/combinations.js';
import { isNamed, valueInFile } from './vars/file-values.js';
import { resolveValues } from './vars/resolve-values.js';

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
  const resolved = resolveValues(Object.fromEntries(values), reading);
  if (!isUnresolved(resolved)) return resolved;
  const node = combination.get(resolved.name)?.node;
  if (node) block(node, resolved.name, resolved.refused, reading);
  return null;
}

function isUnresolved(
  resolved: ReturnType<typeof resolveValues>,
): resolved is { readonly name: string; readonly refused: string } {
  return typeof resolved.refused === 'string';
}
