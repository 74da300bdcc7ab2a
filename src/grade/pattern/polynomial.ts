/** A polynomial in the length of a text plus one: coefficients from the constant term on, none of them negative. */
export type Polynomial = readonly number[];

/** The highest degree that is computed. A pattern whose cost grows faster is searched with the time limit. */
const mostDegrees = 4;

/** Thrown if a polynomial exceeds the highest degree or the range of numbers. */
export class TooSteep extends Error {
  override readonly name = 'TooSteep';
}

export const one: Polynomial = [1];

/** The length of the text plus one. */
export const length: Polynomial = [0, 1];

/** Adds two polynomials. */
export function sum(a: Polynomial, b: Polynomial): Polynomial {
  const [longer, shorter] = a.length < b.length ? [b, a] : [a, b];
  const terms = [...longer];
  for (let power = 0; power < shorter.length; power++) terms[power] = (longer[power] ?? 0) + (shorter[power] ?? 0);
  return terms;
}

/** Multiplies two polynomials. Throws `TooSteep`. */
export function product(a: Polynomial, b: Polynomial): Polynomial {
  if (a === one) return b;
  if (b === one) return a;
  if (a.length + b.length - 2 > mostDegrees) throw new TooSteep();
  const terms = new Array<number>(a.length + b.length - 1).fill(0);
  for (let at = 0; at < a.length; at++) {
    for (let power = 0; power < b.length; power++) {
      terms[at + power] = (terms[at + power] ?? 0) + (a[at] ?? 0) * (b[power] ?? 0);
    }
  }
  if (!terms.every(Number.isFinite)) throw new TooSteep();
  return terms;
}

/** Evaluates a polynomial at `x`. */
export function valueAt(polynomial: Polynomial, x: number): number {
  return polynomial.reduceRight((total, factor) => total * x + factor, 0);
}

/** Returns true for the constant 1. */
export function isOne(polynomial: Polynomial): boolean {
  return polynomial === one || (polynomial[0] === 1 && polynomial.slice(1).every((factor) => factor === 0));
}
