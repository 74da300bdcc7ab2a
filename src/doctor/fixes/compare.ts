import type { Problem } from '#model/problem.js';

/** Codes of problems that keep eva from reading the rest of a file. */
const hiding = /^EVA_(?:YAML_TAB|YAML_SYNTAX|YAML_KEY|NOT_UTF8|YAML_TAG)$/;

/**
 * Returns true if the fixed problems are gone and no other came up. Problems that a file could not show before, since it could not be read,
 * are not new.
 */
export function isBetter(fixed: readonly Problem[], before: readonly Problem[], after: readonly Problem[]): boolean {
  const [old, now] = [counted(before), counted(after)];
  const removed = counted(fixed);
  for (const [key, count] of removed) if ((now.get(key) ?? 0) > (old.get(key) ?? 0) - count) return false;
  const hidden = fixed.filter(({ code }) => hiding.test(code));
  const isNew = (problem: Problem) => (now.get(keyOf(problem)) ?? 0) > (old.get(keyOf(problem)) ?? 0);
  const unexpected = after.filter(isNew);
  if (hidden.length === 0) return unexpected.length === 0;
  return unexpected.every(
    ({ code, at }) => !hiding.test(code) || hidden.every((one) => (at?.line ?? 0) > (one.at?.line ?? 0)),
  );
}

function counted(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1);
  counts.delete('');
  return counts;
}

/** Identifies a problem without its place, which moves with every change. */
function keyOf({ code, variant, message, at }: Problem): string {
  return code === 'EVA_MORE_PROBLEMS' ? '' : JSON.stringify([code, variant, message, at?.file]);
}
