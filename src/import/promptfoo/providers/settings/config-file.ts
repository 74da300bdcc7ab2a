import { type ConfigNode, itemsOf } from '../../../config-node.js';
import type { ImportContext } from '../../imported.js';
import { readDocument } from '../../reading/documents.js';

type Files = Pick<ImportContext, 'folder'>;

export type FileContent = ConfigNode | 'code' | 'unreadable';

/** The maximum number of files that name each other. */
const maxFiles = 5;

/** Follows `file://…` to the content of a YAML or JSON file; returns any other value as it is. */
export function contentOf(node: ConfigNode, { folder }: Files, files = 0): FileContent {
  const [, path] = typeof node.value === 'string' ? (/^file:\/\/(.+)$/s.exec(node.value) ?? []) : [];
  if (path === undefined) return node;
  if (/\.(?:py|rb|go|[cm]?[jt]sx?)(?::\w+)?$/.test(path)) return 'code';
  if (!/\.(?:json|ya?ml)$/.test(path) || files >= maxFiles) return 'unreadable';
  const { value } = readDocument(folder, path, node.place());
  return value ? contentOf(value, { folder }, files + 1) : 'unreadable';
}

/** Follows `file://…` in a list and in its items to all items. */
export function itemsIn(node: ConfigNode, context: Files): readonly ConfigNode[] | 'code' | 'unreadable' {
  const content = contentOf(node, context);
  if (typeof content === 'string') return content;
  const items = itemsOf(content).map((item) => contentOf(item, context));
  const failed = items.find((item) => typeof item === 'string');
  if (typeof failed === 'string') return failed;
  return items.flatMap((item) => (typeof item === 'string' ? [] : itemsOf(item)));
}
