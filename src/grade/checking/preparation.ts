import { withinTimeLimit } from '../slow/time-limit.js';

/** Milliseconds that the patterns and schemas of one file may take together until they are known to be usable. */
const fileMs = 10_000;

/** Milliseconds that one schema may take to be compiled. */
const schemaMs = 5_000;

/** Milliseconds that one pattern may take on an empty text. */
const patternMs = 1_000;

/** The time in which the checks of one file are prepared. What does not end in time is refused instead of waited for. */
export class Preparation {
  #leftMs: number;
  readonly #now: () => number;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(leftMs = fileMs, now: () => number = () => performance.now()) {
    this.#leftMs = leftMs;
    this.#now = now;
  }

  /** Compiles a schema by `work`, or says why that came to nothing. What `work` throws is thrown. */
  ofSchema<T>(work: () => T): { readonly value: T } | { readonly problem: string } {
    return this.#timed((leftMs) => {
      const outcome = withinTimeLimit(work, Math.min(schemaMs, leftMs));
      return 'value' in outcome ? outcome : { problem: `the schema takes longer than ${schemaMs / 1000} s to compile` };
    });
  }

  /** Checks a pattern by `work`, which keeps to the limit that it is given, in milliseconds. */
  ofPattern<T>(work: (limitMs: number) => T): { readonly value: T } | { readonly problem: string } {
    return this.#timed((leftMs) => ({ value: work(Math.min(patternMs, leftMs)) }));
  }

  #timed<T>(work: (leftMs: number) => T | { readonly problem: string }): T | { readonly problem: string } {
    if (this.#leftMs <= 0) return { problem: spent };
    const start = this.#now();
    try {
      return work(this.#leftMs);
    } finally {
      this.#leftMs -= this.#now() - start;
    }
  }
}

const spent = `it was not looked at: the patterns and schemas before it in this file took ${fileMs / 1000} s`;
