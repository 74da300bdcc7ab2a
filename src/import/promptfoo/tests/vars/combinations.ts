import { type ConfigNode, itemsOf } from '../../../config-node.js';
import type { ConfigFolder } from '../../../folder.js';
import { filesNamed, isNamed } from './file-values.js';

/** A variable with one of its values: a node, or the file in which it is. */
export interface Chosen {
  readonly node: ConfigNode;
  /** The path of the file. */
  readonly file?: string;
}

/** The variables of a test, each with one value. */
export type Combination = ReadonlyMap<string, Chosen>;

/** The maximum number of combinations of one test. */
const mostCombinations = 10_000;
/** The maximum number of values of all combinations of one test. */
const mostValues = 1_000_000;

/** What is wrong with the values of a variable. */
export interface Refused {
  readonly node: ConfigNode;
  readonly refused: string;
}

/** Multiplies out the variables that have a list of texts or a pattern of files, as promptfoo does. `isWhole` keeps lists as they are. */
export function combinationsOf(
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
