import type { ModelRequest, Reply } from '#model/reply/exchange.js';

const minuteMs = 60_000;
/** Of English text in common tokenizers; only the first request is guessed by it. */
const charactersPerToken = 4;

export interface Rates {
  /** Attempts begun per minute; undefined for no limit. */
  readonly rpm: number | undefined;
  /** Tokens per minute, read and written; undefined for no limit. */
  readonly tpm: number | undefined;
}

/**
 * When attempts may begin, so that they and their tokens are spread evenly over each minute. Tokens are charged when an attempt begins,
 * by the mean of earlier replies, and corrected when it ends; the first ones by the most that their request can take. All times in
 * milliseconds of a monotonic clock.
 */
export class Pace {
  readonly #msPerRequest: number;
  readonly #msPerToken: number;
  #nextRequest = Number.NEGATIVE_INFINITY;
  #nextToken = Number.NEGATIVE_INFINITY;
  #replies = 0;
  #tokens = 0;

  constructor({ rpm, tpm }: Rates) {
    this.#msPerRequest = rpm === undefined ? 0 : minuteMs / rpm;
    this.#msPerToken = tpm === undefined ? 0 : minuteMs / tpm;
  }

  /** From when on the next attempt may begin. */
  readyAt(): number {
    return Math.max(this.#nextRequest, this.#nextToken);
  }

  /** An attempt begins. Returns the tokens that it was charged. */
  begin(request: ModelRequest, now: number): number {
    if (this.#msPerRequest > 0) this.#nextRequest = Math.max(now, this.#nextRequest) + this.#msPerRequest;
    if (this.#msPerToken === 0) return 0;
    const charged = this.#replies === 0 ? mostTokens(request) : this.#tokens / this.#replies;
    this.#nextToken = Math.max(now, this.#nextToken) + charged * this.#msPerToken;
    return charged;
  }

  /** An attempt ended with this reply, or without one, which counts as no tokens. A count above the tokens of a minute is not believed. */
  end(charged: number, reply: Reply | null): void {
    const told = reply === null ? 0 : tokensOf(reply);
    if (told === null) return;
    const used = Math.min(told, Math.max(charged, minuteMs / this.#msPerToken));
    this.#nextToken += (used - charged) * this.#msPerToken;
    if (reply === null) return;
    this.#replies += 1;
    this.#tokens += used;
  }
}

function mostTokens({ system = '', messages, max_tokens }: ModelRequest): number {
  const characters = messages.reduce((sum, { content }) => sum + content.length, system.length);
  return characters / charactersPerToken + max_tokens;
}

/** Null where the provider does not tell: then the estimate stands. */
function tokensOf({ usage: { input_tokens, output_tokens } }: Reply): number | null {
  return input_tokens === null && output_tokens === null ? null : (input_tokens ?? 0) + (output_tokens ?? 0);
}
