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
  let combinations: readonly Combination[] = [new Map()];
  for (const [name, node] of vars) {
    const choices = isWhole ? [chosen(node)] : choicesOf(node, folder);
    if ('refused' in choices) return { node, refused: choices.refused };
    if (combinations.length * choices.length > mostCombinations) {
      return { node, refused: `its lists of values make more than ${mostCombinations} tests` };
    }
    combinations = combinations.flatMap((one) => choices.map((choice) => new Map([...one, [name, choice]])));
  }
  return combinations;
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
