import type { Boundaries } from '#stats/boundaries.js';

/** Returns a decimal number as an exact fraction. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export function fraction(decimal: string): Fraction {
  const [whole = '', digits = ''] = decimal.split('.');
  return { over: BigInt(whole + digits), under: 10n ** BigInt(digits.length) };
}

export function isBelow(a: Fraction, b: Fraction): boolean {
  return a.over * b.under < b.over * a.under;
}

export function toNumber({ over, under }: Fraction): number {
  return Number((over * 10n ** 18n) / under) / 1e18;
}

/** Computes the operating characteristics of a test at a rate, without rounding. */
export function operatingExactly({ pass_at, stop_low }: Boundaries, rate: Fraction) {
  const { over, under } = rate;
  let running = new Map<number, bigint>([[0, 1n]]);
  /** All in units of 1 / under^t. */
  const ends = { pass: 0n, stop: 0n, trials: 0n };
  pass_at.forEach((pass, look) => {
    const still = [...running.values()].reduce((sum, mass) => sum + mass, 0n);
    ends.trials = (ends.trials + still) * under;
    ends.pass *= under;
    ends.stop *= under;
    const next = new Map<number, bigint>();
    const add = (s: number, mass: bigint) => next.set(s, (next.get(s) ?? 0n) + mass);
    for (const [s, mass] of running) {
      add(s + 1, mass * over);
      add(s, mass * (under - over));
    }
    const stop = stop_low[look] ?? -1;
    for (const [s, mass] of next) {
      if (s <= stop) ends.stop += mass;
      else if (pass !== null && s >= pass) ends.pass += mass;
      else continue;
      next.delete(s);
    }
    running = next;
  });
  const all = under ** BigInt(pass_at.length);
  const share = (over: bigint): Fraction => ({ over, under: all });
  return { pass: share(ends.pass), stop: share(ends.stop), mean_n: share(ends.trials), isDecided: running.size === 0 };
}
