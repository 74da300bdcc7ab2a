/** Returns every way to divide n among as many cells as there are probabilities, with its multinomial probability. */
export function divisionsOf(n: number, cells: readonly number[]): { counts: number[]; probability: number }[] {
  const [first = 0, ...rest] = cells;
  if (rest.length === 0) return [{ counts: [n], probability: first ** n }];
  return Array.from({ length: n + 1 }, (_, count) => count).flatMap((count) =>
    divisionsOf(n - count, rest).map(({ counts, probability }) => ({
      counts: [count, ...counts],
      probability: probability * first ** count * choose(n, count),
    })),
  );
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - i + 1)) / i;
  return ways;
}
