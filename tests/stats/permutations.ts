/** Returns every order of the values, equal values told apart: n! lists. */
export function permutationsOf<T>(values: readonly T[]): T[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((first, index) =>
    permutationsOf(values.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}
