/** Returns `compute` with a cache: equal keys give the same result. The cache is emptied when it holds `most` results. */
export function kept<Input, Result extends object>(
  most: number,
  keyOf: (input: Input) => string,
  compute: (input: Input) => Result,
) {
  const results = new Map<string, Result>();
  return (input: Input): Result => {
    const key = keyOf(input);
    const known = results.get(key);
    if (known) return known;
    if (results.size >= most) results.clear();
    const result = compute(input);
    results.set(key, result);
    return result;
  };
}
