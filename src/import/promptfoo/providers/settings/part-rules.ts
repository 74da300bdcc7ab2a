import { isObject, type JsonValue } from '#model/data/json.js';
import type { Target } from '../target.js';
import type { Part, WrittenPart } from './part.js';

/** A rule that replaces parts by findings: because another part excludes them, or because eva would refuse them. */
export type Rule = (parts: readonly WrittenPart[], target: Target) => readonly WrittenPart[];

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
  part: Part,
): readonly WrittenPart[] {
  return parts.map((one) => (isRefused(one) ? { ...one, part } : one));
}

/** Returns true for a budget of tokens for thinking. */
export function isBudget({ part }: WrittenPart): boolean {
  return part.kind === 'setting' && part.key === 'reasoning' && isObject(part.value) && 'budget_tokens' in part.value;
}
