import type { SourceChild, SourceNode } from './source-node.js';

/** A list of nodes that takes `[start, end)`. */
export function listNode(items: readonly SourceNode[], start: number, end: number): SourceNode {
  return {
    value: items.map((item) => item.value),
    start,
    end,
    markEnd: items.length === 0 ? end : start + 1,
    size: sizeOf(items),
    children: new Map(items.map((item, index) => [index, { node: item }])),
  };
}

/** A mapping that takes `[start, end)`; between no brackets it begins with its first key, which is what is marked. */
export function mappingNode(children: ReadonlyMap<string, SourceChild>, start: number, end: number): SourceNode {
  const own = [...children.values()];
  const key = own[0]?.key;
  return {
    value: Object.fromEntries([...children].map(([name, { node }]) => [name, node.value])),
    start,
    end,
    markEnd: key?.start === start ? key.end : own.length === 0 ? end : start + 1,
    size: sizeOf(own.map(({ node }) => node)),
    children,
  };
}

function sizeOf(nodes: readonly SourceNode[]): number {
  return nodes.reduce((sum, node) => sum + node.size, 1);
}
