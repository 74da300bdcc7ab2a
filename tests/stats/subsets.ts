/** Returns how many subsets of n of the numbers 0 … N - 1 hold exactly k of the numbers below K, for every k, by listing them all. */
export function rightOnesOfSubsets(N: number, K: number, n: number): number[] {
  const counts = Array<number>(n + 1).fill(0);
  for (let subset = 0; subset < 2 ** N; subset++) {
    const members = Array.from({ length: N }, (_, item) => item).filter((item) => (subset >> item) & 1);
    if (members.length !== n) continue;
    const k = members.filter((item) => item < K).length;
    counts[k] = (counts[k] ?? 0) + 1;
  }
  return counts;
}
