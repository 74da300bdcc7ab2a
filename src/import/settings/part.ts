import { isObject, type JsonValue } from '#model/data/json.js';
import { type ConfigNode, itemsOf } from '../config-node.js';
import type { Effect } from '../finding.js';
import type { ImportContext } from '../imported.js';
import type { Target, Unreachable } from '../providers/target.js';
import { readConfigDocument } from '../reading/documents.js';

/** What a key of a provider's `config` becomes. */
export type SettingPart =
  | { readonly kind: 'setting'; readonly key: string; readonly value: JsonValue }
  | { readonly kind: 'extra'; readonly key: string; readonly value: JsonValue }
  | { readonly kind: 'system'; readonly text: string }
  | { readonly kind: 'price'; readonly side: 'input' | 'output' | 'both'; readonly usd: number }
  | { readonly kind: 'finding'; readonly effect: Effect; readonly reason: string; readonly todo?: string }
  | { readonly kind: 'unreachable'; readonly reason: Unreachable };

/** A key of `config`, or of `passthrough` in it, as it is written. */
export interface WrittenKey {
  readonly key: string;
  /** The key as findings name it: `config.temperature`. */
  readonly what: string;
  readonly node: ConfigNode;
  /** True for keys that go to the server as they are, whatever the model. */
  readonly isForced: boolean;
}

/** A part, and the key that it comes from. */
export interface WrittenPart {
  readonly part: SettingPart;
  readonly written: WrittenKey;
}

/** Reads the value of a key. */
export type Reader = (written: WrittenKey, reading: SettingReading) => SettingPart | readonly SettingPart[];

/** The model whose settings are read, and what reading needs. */
export interface SettingReading {
  readonly target: Target;
  readonly context: ImportContext;
}

export const keyLeftOut = (reason: string, todo?: string): SettingPart => ({
  kind: 'finding',
  effect: 'left_out',
  reason,
  ...(todo !== undefined && { todo }),
});

export const keyNoted = (reason: string, todo?: string): SettingPart => ({
  kind: 'finding',
  effect: 'noted',
  reason,
  ...(todo !== undefined && { todo }),
});

export const settingPart = (key: string, value: JsonValue): SettingPart => ({ kind: 'setting', key, value });

/** A rule that replaces parts by findings: because another part excludes them, or because eva would refuse them. */
export type SettingRule = (parts: readonly WrittenPart[], target: Target) => readonly WrittenPart[];

/** Returns true for the part of one of these settings. */
export const isSetting = ({ part }: WrittenPart, ...keys: readonly string[]) =>
  part.kind === 'setting' && keys.includes(part.key);

/** Returns the last value of a setting. */
export function settingIn(parts: readonly WrittenPart[], key: string): JsonValue | undefined {
  return parts.flatMap(({ part }) => (part.kind === 'setting' && part.key === key ? [part.value] : [])).at(-1);
}

/** Replaces the parts that a condition holds for. */
export function instead(
  parts: readonly WrittenPart[],
  isRefused: (one: WrittenPart) => boolean,
  part: SettingPart,
): readonly WrittenPart[] {
  return parts.map((one) => (isRefused(one) ? { ...one, part } : one));
}

/** Returns true for a budget of tokens for thinking. */
export function isBudget({ part }: WrittenPart): boolean {
  return part.kind === 'setting' && part.key === 'reasoning' && isObject(part.value) && 'budget_tokens' in part.value;
}

type Files = Pick<ImportContext, 'folder'>;

type FileContent = ConfigNode | 'code' | 'unreadable';

/** The maximum number of files that name each other. */
const maxFiles = 5;

/** Follows `file://…` to the content of a YAML or JSON file; returns any other value as it is. */
export function contentOf(node: ConfigNode, { folder }: Files, files = 0): FileContent {
  const [, path] = typeof node.value === 'string' ? (/^file:\/\/(.+)$/s.exec(node.value) ?? []) : [];
  if (path === undefined) return node;
  if (/\.(?:py|rb|go|[cm]?[jt]sx?)(?::\w+)?$/.test(path)) return 'code';
  if (!/\.(?:json|ya?ml)$/.test(path) || files >= maxFiles) return 'unreadable';
  const { value } = readConfigDocument(folder, path, node.place());
  return value ? contentOf(value, { folder }, files + 1) : 'unreadable';
}

/** Follows `file://…` in a list and in its items to all items. */
export function itemsWithFiles(node: ConfigNode, context: Files): readonly ConfigNode[] | 'code' | 'unreadable' {
  const content = contentOf(node, context);
  if (typeof content === 'string') return content;
  const items = itemsOf(content).map((item) => contentOf(item, context));
  const failed = items.find((item) => typeof item === 'string');
  if (typeof failed === 'string') return failed;
  return items.flatMap((item) => (typeof item === 'string' ? [] : itemsOf(item)));
}
