import { canonicalJson } from '#model/data/digest.js';
import { evaError, RefusedRequest } from '#model/problem.js';
import type { Ask, ModelRequest } from '#model/reply/exchange.js';
import type { Dependency, OnUse } from '#model/run/trial.js';
import { quoted, short } from '#model/text/quoted.js';

/** The number of trials in which something breaks, and in none of which it works, before the run ends. */
const patience = 3;

/** What is known of a dependency, or of the settings of requests. */
interface Footing {
  hasWorked: boolean;
  broken: number;
  error: unknown;
  /** The number of trials in which it must break, if there are no more than that, for the run to end. A refused request is enough. */
  readonly least: number;
  readonly endOf: (footing: Footing) => unknown;
}

interface TrialUses {
  readonly ask: Ask;
  readonly onUse: OnUse;
  readonly broke: Set<Footing>;
  readonly refused: RefusedRequest[];
}

/**
 * Tells what breaks in one trial from what is broken. A server that refuses a request, or a judge, simulated user, application or module that
 * breaks, decides its own trial if it has worked in another one. If it has worked in none of three, or of all if there are fewer, it says nothing of
 * the prompt: the run ends. Until that is known, its trials are held: the order in which trials end decides no verdict.
 */
export class FirstUses {
  readonly #footings = new Map<string, Footing>();
  /** The trials whose values are not known to count: something broke in them that may be broken as a whole. */
  #held: (Pick<TrialUses, 'broke'> & { readonly release: () => void })[] = [];
  #running = 0;
  #isClosed = false;

  /** Begins a trial. Wraps `ask`, which throws `RefusedRequest` for a request that the server refuses. */
  begin(ask: Ask): TrialUses {
    this.#running += 1;
    const broke = new Set<Footing>();
    const refused: RefusedRequest[] = [];
    const note = (footing: Footing, error: unknown) => {
      if (error === null) footing.hasWorked = true;
      else {
        footing.error = error;
        broke.add(footing);
      }
    };
    return {
      broke,
      refused,
      onUse: (dependency, error) =>
        note(this.#footingOf(canonicalJson({ ...dependency }), 2, brokenError(dependency)), error),
      ask: async (call) => {
        if ('answer' in call) return ask(call);
        const footing = this.#footingOf(settingsOf(call.request), 1, ({ error }) => error);
        try {
          const stored = await ask(call);
          note(footing, null);
          return stored;
        } catch (error) {
          if (error instanceof RefusedRequest) {
            note(footing, error);
            refused.push(error);
          }
          throw error;
        }
      },
    };
  }

  /** Ends a trial that threw. */
  drop(): void {
    this.#running -= 1;
  }

  /** Ends a trial. Calls `take` once its value counts, which may be now. Returns false if that is later. Throws the error that ends the run. */
  end({ broke, refused }: TrialUses, take: () => void): boolean {
    const release = () => {
      for (const refusal of refused) refusal.keep();
      take();
    };
    this.#running -= 1;
    for (const footing of broke) footing.broken += 1;
    const held = { broke, release };
    if (this.#isKnown(held)) release();
    else this.#held.push(held);
    this.#releaseKnown();
    if (this.#running === 0) this.#endIf(({ broken }) => broken >= patience);
    return !this.#held.includes(held);
  }

  /** Returns true if no trial may begin until those that run have ended: something may be broken. */
  isPausing(): boolean {
    return [...this.#footings.values()].some((footing) => isBroken(footing) && footing.broken >= patience);
  }

  /** Call it when nothing runs, and nothing else will. Throws the error that ends the run if something has never worked. */
  close(): void {
    this.#endIf(({ broken, least }) => broken >= least);
    this.#isClosed = true;
    this.#releaseKnown();
  }

  #footingOf(key: string, least: number, endOf: Footing['endOf']): Footing {
    const footing = this.#footings.get(key) ?? { hasWorked: false, broken: 0, error: null, least, endOf };
    this.#footings.set(key, footing);
    return footing;
  }

  #isKnown({ broke }: Pick<TrialUses, 'broke'>): boolean {
    return this.#isClosed || ![...broke].some(isBroken);
  }

  #releaseKnown(): void {
    const known = this.#held.filter((held) => this.#isKnown(held));
    this.#held = this.#held.filter((held) => !known.includes(held));
    for (const { release } of known) release();
  }

  #endIf(isEnough: (footing: Footing) => boolean): void {
    for (const footing of this.#footings.values())
      if (isBroken(footing) && isEnough(footing)) throw footing.endOf(footing);
  }
}

function isBroken({ hasWorked, broken }: Footing): boolean {
  return !hasWorked && broken > 0;
}

/** Returns what requests have in common that differ in their texts and in the seed of their trial alone. */
function settingsOf({ messages: _messages, system: _system, tool, options, ...settings }: ModelRequest): string {
  const { sampling_seed: _seed, ...shared } = options ?? {};
  return canonicalJson({ options: shared, tool: tool?.name ?? null, ...settings });
}

/** The words of an error that a program may throw for a variable that it does not get. */
const lacksVariable = /KeyError: '[A-Z]|[Ee]nviron|\b[Ee]nv(?:ironment)? var|\b(?!ERR_)[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/;

function brokenError({ what, name, tryIt }: Dependency): Footing['endOf'] {
  return ({ broken, error }) => {
    const reason = String(error);
    const isVariable = what === 'application' && lacksVariable.test(reason);
    return evaError(
      'EVA_BROKEN',
      `the ${what} ${quoted(name)} broke in ${broken === 2 ? 'both' : `all ${broken}`} trials that used it: ${short(reason)}`,
      {
        hint: `${isVariable ? 'a program gets only the variables under env:; ' : ''}${what === 'judge' || what === 'simulated user' ? 'name another model, or raise its max_tokens, and start a new run' : `mend it and start a new run${tryIt === null ? '' : '; try it:'}`}`,
        paste: tryIt ?? undefined,
      },
    );
  };
}
