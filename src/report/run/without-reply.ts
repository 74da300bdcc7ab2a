import { lastWords } from '#errors/failures/no-reply.js';
import type { Trial } from '#model/run/trial.js';
import { count } from '../text/numbers.js';

/** Counts the trials, or other parts of a command, that ended without a reply while it goes on, and keeps why. */
export class WithoutReply {
  #missing = 0;
  #hasReply = false;
  /** The first two different reasons, which tell whether all share one. */
  readonly #reasons = new Set<string>();

  take(trial: Trial): void {
    if (trial.outcome === 'missing') this.add(trial.reason, trial.turns.length > 0);
    else this.#hasReply = true;
  }

  /** Adds one. `hasReply`: some of its calls have a reply. */
  add(reason: string, hasReply: boolean): void {
    this.#hasReply ||= hasReply;
    this.#missing += 1;
    if (this.#reasons.size < 2) this.#reasons.add(lastWords(reason));
  }

  /** True once a model or an application has replied. */
  get hasReply(): boolean {
    return this.#hasReply;
  }

  get missing(): number {
    return this.#missing;
  }

  /** Renders `counted`, a number of trials with a reply, and how many have none: `3 without a reply`, with the reason if they share one. */
  parts(counted: string, without = withoutReply(this.#missing)): readonly string[] {
    const reason = this.#reasons.size === 1 ? [...this.#reasons] : [];
    if (this.#missing === 0) return [counted];
    if (!this.#hasReply) return ['no reply yet', ...reason, counted, without];
    return [counted, [without, ...reason].join(': ')];
  }
}

/** Renders trials without a reply: `3 without a reply`. */
export function withoutReply(missing: number): string {
  return `${count(missing)} without a reply`;
}
