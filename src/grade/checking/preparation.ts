import { withinTimeLimit } from '../slow/time-limit.js';

/** Milliseconds that the patterns and schemas of one file may take together until they are known to be usable. */
const fileMs = 10_000;

/** Milliseconds that one schema may take to be compiled. */
const schemaMs = 5_000;

/** Milliseconds that one pattern may take on an empty text. */
const patternMs = 1_000;

/** The time limit at which eva stopped checking a pattern or schema. */
export interface Unchecked {
  /** `slow`: that of one schema. `unchecked`: that of all patterns and schemas of a file. */
  readonly why: 'slow' | 'unchecked';
  /** Seconds. */
  readonly limit_s: number;
}

/** The time in which the checks of one file are prepared. A check that is not ready in time is refused. */
export class Preparation {
  #leftMs: number;
  readonly #now: () => number;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(leftMs = fileMs, now: () => number = () => performance.now()) {
    this.#leftMs = leftMs;
    this.#now = now;
  }

  /** Compiles a schema by `work`, or says why eva gave up. What `work` throws is thrown. */
  ofSchema<T>(work: () => T): { readonly value: T } | Unchecked {
    return this.#timed(schemaMs, (limitMs) => {
      const outcome = withinTimeLimit(work, limitMs);
      if ('value' in outcome) return outcome;
      return limitMs < schemaMs ? timeIsUp : tooSlow;
    });
  }

  /** Checks a pattern by `work`, which keeps to the limit in milliseconds and returns what is wrong with the pattern, or ''. */
  ofPattern(work: (limitMs: number) => string): { readonly value: string } | Unchecked {
    return this.#timed(patternMs, (limitMs) => {
      const start = this.#now();
      const wrong = work(limitMs);
      const isCut = wrong !== '' && limitMs < patternMs && this.#now() - start >= limitMs;
      return isCut ? timeIsUp : { value: wrong };
    });
  }

  #timed<T>(mostMs: number, work: (limitMs: number) => T): T | Unchecked {
    if (this.#leftMs <= 0) return timeIsUp;
    const start = this.#now();
    try {
      return work(Math.min(mostMs, this.#leftMs));
    } finally {
      this.#leftMs -= this.#now() - start;
    }
  }
}

const tooSlow: Unchecked = { why: 'slow', limit_s: schemaMs / 1000 };
const timeIsUp: Unchecked = { why: 'unchecked', limit_s: fileMs / 1000 };
