import { isObject } from '#model/data/json.js';
import { type ConfigNode, childText, entriesOf, itemsOf } from '../config-node.js';
import { withoutSecrets } from '../finding.js';
import type { ImportContext } from '../imported.js';
import { readConfigDocument } from '../reading/documents.js';
import { type Unreachable, whyUnreachable } from './target.js';

/** One provider of a configuration: its id, and the mapping with its options. */
export interface ProviderRef {
  readonly node: ConfigNode;
  readonly id: string;
  /** The mapping with `config`, `label` and other options; absent for an id alone. */
  readonly options?: ConfigNode;
  /** Why the reference itself cannot be followed. */
  readonly broken?: Unreachable;
}

/** A provider that eva cannot ask, and why. */
export interface LostProvider {
  readonly ref: ProviderRef;
  readonly why: Unreachable;
}

/** The keys of a provider beside its `config`. */
export const optionKeys = ['id', 'label', 'config', 'prompts', 'transform', 'delay', 'env', 'inputs'] as const;

/** The maximum number of files that name each other. */
const maxFiles = 5;

/** Returns the providers that a value of a configuration names: an id, a mapping, a file of providers, or a list of these. */
export function providerRefs(node: ConfigNode, context: ImportContext, files = 0): readonly ProviderRef[] {
  if (Array.isArray(node.value)) return itemsOf(node).flatMap((item) => providerRefs(item, context, files));
  if (typeof node.value === 'string') return refsOfId({ node, id: node.value }, context, files);
  if (!isObject(node.value)) return [{ node, id: String(node.value), broken: whyUnreachable.no_id }];
  const id = childText(node, 'id');
  if (id !== undefined && id !== '')
    return refsOfId({ node: node.child('id') ?? node, id, options: node }, context, files);
  const entries = entriesOf(node);
  const isMap = entries.every(
    ([key, { value }]) => isObject(value) && !(optionKeys as readonly string[]).includes(key),
  );
  if (!isMap || entries.length === 0) return [{ node, id: nameWithoutId(node), broken: whyUnreachable.no_id }];
  return entries.flatMap(([key, options]) =>
    refsOfId({ node: { ...options, place: () => options.place('key') }, id: key, options }, context, files),
  );
}

/** Names a mapping without an id by its label, or by its only key: `python: agent.py`. */
function nameWithoutId(node: ConfigNode): string {
  const [only, second] = entriesOf(node);
  const isText = only !== undefined && second === undefined && typeof only[1].value === 'string';
  return childText(node, 'label') ?? (isText ? shownId(`${only[0]}:${only[1].value}`) : 'provider');
}

/**
 * Returns the part of a provider's id that findings show: of an address its scheme and host, of a program its first word. The rest may
 * hold a key.
 */
export function shownId(id: string): string {
  const address = id.trim().replace(/\b(https?|wss?):[\\/]*/i, '$1://');
  const program = address.replace(/^([^\s:]+:)\s+/, '$1');
  return withoutSecrets(program, true).split(/[\s?=]/)[0] ?? '';
}

function refsOfId(ref: ProviderRef, context: ImportContext, files: number): readonly ProviderRef[] {
  const [, path] = /^file:\/\/(.+\.(?:ya?ml|json))$/.exec(ref.id) ?? [];
  if (path === undefined) return [ref];
  const { value } = files < maxFiles ? readConfigDocument(context.folder, path, ref.node.place()) : { value: null };
  return value ? providerRefs(value, context, files + 1) : [{ ...ref, broken: whyUnreachable.no_file }];
}

/** Returns the names by which tests refer to a provider: its id, the id of its options, its label. */
export function namesOf({ id, options }: ProviderRef): readonly string[] {
  const names = [id, options && childText(options, 'id'), options && childText(options, 'label')];
  return [...new Set(names.filter((name): name is string => name !== undefined && name !== ''))];
}

/** Returns the names of the prompts that a provider answers; undefined for all. */
export function promptNamesOf(options: ConfigNode | undefined): readonly string[] | undefined {
  const prompts = options?.child('prompts');
  if (!prompts || prompts.value === null) return undefined;
  return itemsOf(prompts).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}
