import { type Problem, problem } from '#model/problem.js';
import { withinTimeLimit } from '../slow/time-limit.js';

/** Time in milliseconds to check all patterns and schemas of one file together. */
const fileMs = 10_000;

/** Time in milliseconds to compile one schema. */
const schemaMs = 5_000;

/** Time in milliseconds to run one pattern on an empty text. */
const patternMs = 1_000;

/** The time limit at which eva stopped checking a pattern or schema. */
export interface Unchecked {
  /** `slow`: the limit of one schema. `unchecked`: the limit of all patterns and schemas of a file. */
  readonly why: 'slow' | 'unchecked';
  /** In seconds. */
  readonly limit_s: number;
}

/** A check that cannot run as it is written. `problemOf` makes the problem without its place; `op` is the name of the check in its file. */
export interface RefusedCheck {
  readonly problemOf: (op: string) => Problem;
}

/** Refuses a check: the name of the check in its file begins the message, and `hint` may repeat it. */
export function refusedCheck(
  key: Parameters<typeof problem>[0],
  message: string,
  hint: string | ((op: string) => string),
  fix?: Readonly<Record<string, unknown>>,
): RefusedCheck {
  return {
    problemOf: (op) =>
      problem(key, `${op}: ${message}`, { hint: typeof hint === 'string' ? hint : hint(op), ...(fix && { fix }) }),
  };
}

/** Refuses a check for which the time of its file did not suffice. */
export function unchecked(
  key: 'EVA_BAD_REGEX:unchecked' | 'EVA_BAD_SCHEMA:unchecked',
  { limit_s }: Unchecked,
): RefusedCheck {
  const why = `the patterns and schemas of this file take longer than ${limit_s} s`;
  return refusedCheck(
    key,
    `eva did not check it, because ${why}`,
    'simplify them, share one schema between cases, or move cases into another prompt',
  );
}

/** The time left to prepare the checks of one file. A check that is not ready in time is refused. */
export class Preparation {
  #leftMs: number;
  readonly #now: () => number;

  /** Takes the time left in milliseconds, and a function that returns the milliseconds of a monotonic clock. */
  constructor(leftMs = fileMs, now: () => number = () => performance.now()) {
    this.#leftMs = leftMs;
    this.#now = now;
  }

  /** Compiles a schema with `work`, or returns the time limit that it exceeded. Rethrows the errors of `work`. */
  ofSchema<T>(work: () => T): { readonly value: T } | Unchecked {
    return this.#timed(schemaMs, (limitMs) => {
      const outcome = withinTimeLimit(work, limitMs);
      if ('value' in outcome) return outcome;
      return limitMs < schemaMs ? timeIsUp : tooSlow;
    });
  }

  /** Checks a pattern with `work`, which gets a limit in milliseconds and returns the problem of the pattern, or ''. */
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
