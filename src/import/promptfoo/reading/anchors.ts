import { type ConfigNode, entriesOf, itemsOf } from '../../config-node.js';

/** Returns the top-level keys of a configuration that hold parts for other places: named by a `$ref`, or with an anchor. */
export function keysOfParts(root: ConfigNode, text: string): readonly string[] {
  const named = [...text.matchAll(/\$ref["']?\s*:\s*["']?[^#\s"']{0,500}#\/([^/\s"'}]+)/g)].map(([, key]) => key);
  const held = entriesOf(root).filter(([, value]) => hasAnchor(value));
  return [...named.flatMap((key) => key ?? []), ...held.map(([key]) => key), ...usual];
}

/** Keys that promptfoo ignores and that are there for other tools or for references. */
const usual = ['$schema', 'assertionTemplates', 'definitions', '$defs'];

function hasAnchor(node: ConfigNode): boolean {
  const parts = [...entriesOf(node).map(([, value]) => value), ...(Array.isArray(node.value) ? itemsOf(node) : [])];
  const places = [node.place('key'), ...parts.slice(0, 100).map((part) => part.place('key'))];
  return places.some(({ source = '' }) => /(?:^|[\s:[{,-])&[\w-]+/.test(source));
}
