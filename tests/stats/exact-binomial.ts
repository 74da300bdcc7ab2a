/** Returns a double as an exact fraction whose denominator is a power of two. */
function rationalOf(x: number): readonly [bigint, bigint] {
  let denominator = 1n;
  let scaled = x;
  for (; !Number.isInteger(scaled); scaled *= 2) denominator *= 2n;
  return [BigInt(scaled), denominator];
}

/** Returns the quotient of two whole numbers, computed to 80 bits and then rounded to a double. */
function quotient(above: bigint, below: bigint): number {
  if (above === 0n) return 0;
  const shift = below.toString(16).length * 4 - above.toString(16).length * 4 + 80;
  const bits = (above << BigInt(shift)) / below;
  return Number(bits) * 2 ** -Math.min(shift, 1000) * 2 ** -Math.max(0, shift - 1000);
}

function powersOf(base: bigint, most: number): bigint[] {
  const powers = [1n];
  for (let i = 0; i < most; i++) powers.push((powers[i] ?? 0n) * base);
  return powers;
}

/** Returns P(X = i) for i = 0 … n, as numerators over the n-th power of the denominator of p. */
function terms(n: number, above: bigint, below: bigint): bigint[] {
  const hits = powersOf(above, n);
  const misses = powersOf(below - above, n);
  let choose = 1n;
  return hits.map((hit, i) => {
    const term = choose * hit * (misses[n - i] ?? 0n);
    choose = (choose * BigInt(n - i)) / BigInt(i + 1);
    return term;
  });
}

function sumsOf(parts: readonly bigint[]): bigint[] {
  let sum = 0n;
  return parts.map((part) => {
    sum += part;
    return sum;
  });
}

/** Returns P(X >= k) and P(X <= k) for X ~ Bin(n, p) at every k from 0 to n: exact sums, each rounded once. */
export function exactTails(n: number, p: number) {
  const [above, below] = rationalOf(p);
  const all = terms(n, above, below);
  const whole = below ** BigInt(n);
  const lower = sumsOf(all).map((sum) => quotient(sum, whole));
  const upper = sumsOf(all.toReversed())
    .map((sum) => quotient(sum, whole))
    .toReversed();
  return { upper, lower };
}
