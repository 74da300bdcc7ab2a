/** The items in their order, of those with equal keys the first alone. */
export function onceBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const first = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!first.has(key)) first.set(key, item);
  }
  return [...first.values()];
}
