/** A polynomial in the length of a text plus one: coefficients from the constant term on, none negative. */
export type Polynomial = readonly number[];

/** The highest power that is kept: what grows faster is of no use on any text. */
const mostDegrees = 4;

/** Thrown where a polynomial would exceed the highest power, or anything that can be computed with. */
export class TooSteep extends Error {
  override readonly name = 'TooSteep';
}

export const one: Polynomial = [1];

/** The length of the text plus one. */
export const length: Polynomial = [0, 1];

export function sum(a: Polynomial, b: Polynomial): Polynomial {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, power) => (a[power] ?? 0) + (b[power] ?? 0));
}

/** Throws `TooSteep`. */
export function product(a: Polynomial, b: Polynomial): Polynomial {
  const powers = a.length + b.length - 1;
  if (powers - 1 > mostDegrees) throw new TooSteep();
  const terms = Array.from({ length: powers }, (_, power) =>
    a.reduce((total, factor, at) => total + factor * (b[power - at] ?? 0), 0),
  );
  if (!terms.every(Number.isFinite)) throw new TooSteep();
  return terms;
}

export function valueAt(polynomial: Polynomial, x: number): number {
  return polynomial.reduceRight((total, factor) => total * x + factor, 0);
}

export function isOne(polynomial: Polynomial): boolean {
  return polynomial[0] === 1 && polynomial.slice(1).every((factor) => factor === 0);
}
