import { posix } from 'node:path';
import { isObject } from '#model/data/json.js';
import { type ConfigNode, entriesOf, itemsOf, madeOf, movedTo } from '../config-node.js';
import type { Ledger } from '../finding.js';
import { type ConfigFolder, pathFrom, whyUnread } from '../folder.js';
import { readConfigDocument } from './documents.js';

/** The keys and indexes that lead to a part of a configuration. */
export type NodePath = readonly (string | number)[];

interface ReferenceOptions {
  readonly folder: ConfigFolder;
  readonly ledger: Ledger;
  /** Returns true for a part whose references are not those of the configuration, such as the JSON schema of a tool. */
  readonly isLeft?: (path: NodePath) => boolean;
}

/** The maximum number of values that references may add. */
const maxAdded = 200_000;

/** The maximum nesting of values and references. */
const maxSteps = 300;

interface Resolution extends ReferenceOptions {
  /** The document in which references are read, and the folder of the files that it names. */
  readonly root: ConfigNode;
  readonly base: string;
  /** The references that are being resolved, and those that are: by file and pointer. */
  readonly open: Set<string>;
  readonly done: Map<string, Resolved>;
  readonly budget: { left: number };
}

/** A part without references, the number of values in it, and whether it differs from the file. */
interface Resolved {
  readonly node: ConfigNode;
  readonly size: number;
  readonly isChanged: boolean;
}

/** Replaces each `$ref` of a document by what it names, as promptfoo does. One that names nothing, or itself, is listed and left as it is. */
export function resolveReferences(root: ConfigNode, options: ReferenceOptions): ConfigNode {
  const budget = { left: maxAdded };
  return resolve(root, [], { ...options, root, base: '', open: new Set(), done: new Map(), budget }).node;
}

function resolve(node: ConfigNode, path: NodePath, resolution: Resolution): Resolved {
  if (resolution.isLeft?.(path)) return { node, size: 1, isChanged: false };
  const reference = referenceOf(node);
  if (reference !== undefined) return resolveReference(node, reference, path, resolution);
  if (Array.isArray(node.value)) {
    const items = itemsOf(node).map((item, index) => resolve(item, [...path, index], resolution));
    return combined(node, items, () => items.map((item) => item.node));
  }
  if (!isObject(node.value)) return { node, size: 1, isChanged: false };
  const entries = entriesOf(node).map(([key, value]) => [key, resolve(value, [...path, key], resolution)] as const);
  const parts = entries.map(([, part]) => part);
  return combined(node, parts, () => new Map(entries.map(([key, part]) => [key, part.node])));
}

function combined(
  node: ConfigNode,
  parts: readonly Resolved[],
  made: () => readonly ConfigNode[] | ReadonlyMap<string, ConfigNode>,
): Resolved {
  const isChanged = parts.some((part) => part.isChanged);
  const size = parts.reduce((sum, part) => sum + part.size, 1);
  return { node: isChanged ? madeOf(made(), node) : node, size, isChanged };
}

/** Returns the target of a mapping that is a reference: `#/…`, or a file. */
function referenceOf(node: ConfigNode): string | undefined {
  const target = isObject(node.value) ? node.value.$ref : undefined;
  if (typeof target !== 'string' || target === '') return undefined;
  return target.startsWith('#') && target !== '#' && !target.startsWith('#/') ? undefined : target;
}

function resolveReference(node: ConfigNode, reference: string, path: NodePath, resolution: Resolution): Resolved {
  const target = targetOf(node, reference, path, resolution);
  if (typeof target === 'string') return unresolved(node, reference, target, resolution);
  resolution.budget.left -= target.size;
  if (resolution.budget.left < 0)
    return unresolved(node, reference, 'the references expand to too many values', resolution);
  const own = entriesOf(node).filter(([key]) => key !== '$ref');
  if (own.length === 0 || !isObject(target.node.value)) {
    return { node: movedTo(target.node, node), size: target.size, isChanged: true };
  }
  const beside = new Map(own.map(([key, value]) => [key, resolve(value, [...path, key], resolution).node]));
  return { node: madeOf(merged(beside, target.node), node), size: target.size + beside.size, isChanged: true };
}

/** Adds the keys of a target to those beside the reference, also inside of mappings that both have. */
function merged(beside: ReadonlyMap<string, ConfigNode>, target: ConfigNode): ReadonlyMap<string, ConfigNode> {
  const all = new Map(beside);
  for (const [key, value] of entriesOf(target)) {
    const own = all.get(key);
    if (!own) all.set(key, value);
    else if (isObject(own.value) && isObject(value.value)) {
      all.set(key, madeOf(merged(new Map(entriesOf(own)), value), own));
    }
  }
  return all;
}

function unresolved(node: ConfigNode, reference: string, reason: string, { ledger }: Resolution): Resolved {
  ledger.add('blocks', 'setting', node, { what: `$ref: ${reference}`, reason });
  return { node, size: 1, isChanged: false };
}

/** Returns what a reference names, or why that is nothing. */
function targetOf(node: ConfigNode, reference: string, way: NodePath, resolution: Resolution): Resolved | string {
  const hash = reference.indexOf('#');
  const file = hash < 0 ? reference : reference.slice(0, hash);
  const pointer = hash < 0 ? '' : reference.slice(hash + 1);
  const inside = file === '' ? resolution : documentOf(file, node, resolution);
  if (typeof inside === 'string') return inside;
  const key = `${inside.root.file}#${pointer}`;
  const known = resolution.done.get(key);
  if (known) return known;
  if (resolution.open.has(key)) return 'the reference leads back to itself';
  if (way.length > maxSteps) return 'the references are nested too deep';
  resolution.open.add(key);
  const below = [...way, '$ref'];
  const steps = pointer.split('/').slice(1);
  const keys = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = findTarget(inside.root, keys, below, inside);
  const resolved = typeof target === 'string' ? target : resolve(target, below, { ...inside, isLeft: () => false });
  resolution.open.delete(key);
  if (typeof resolved !== 'string') resolution.done.set(key, resolved);
  return resolved;
}

/** Opens the document that a reference names; says why if that is impossible. */
function documentOf(path: string, node: ConfigNode, resolution: Resolution): Resolution | string {
  if (/^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(path)) return 'eva opens no web address';
  const file = pathFrom(resolution.base, path);
  const { value: root, problems } = readConfigDocument(resolution.folder, file, node.place());
  return root ? { ...resolution, root, base: posix.dirname(file) } : whyUnread(problems);
}

/** Goes from a node to one below it; references on the way are followed. */
function findTarget(
  node: ConfigNode,
  steps: readonly string[],
  way: NodePath,
  resolution: Resolution,
): ConfigNode | string {
  const [step, ...rest] = steps;
  if (step === undefined) return node;
  const next = node.child(step) ?? node.child(decoded(step));
  if (next) return findTarget(next, rest, way, resolution);
  const reference = referenceOf(node);
  if (reference === undefined) return 'there is nothing of this name';
  const target = targetOf(node, reference, way, resolution);
  return typeof target === 'string' ? target : findTarget(target.node, steps, way, resolution);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
