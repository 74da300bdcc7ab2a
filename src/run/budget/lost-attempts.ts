import type { JsonObject } from '#model/data/json.js';
import type { StoredReply } from '#model/reply/exchange.js';
import { flawedField, isCount, isText } from '#model/reply/reply-flaw.js';

/** The part of a journal that the budget needs. */
export interface SpendingLog {
  replies(): Iterable<StoredReply>;
  /** Lists every note of the run, including those from before it was resumed. */
  notes(): readonly JsonObject[];
  note(note: LostAttempt): void;
}

/** A note of an attempt without a reply that may have been charged. */
export interface LostAttempt extends JsonObject {
  readonly note: 'attempt_lost';
  /** The requested model. */
  readonly model: string;
  /** Upper bounds of its tokens. */
  readonly input_tokens: number;
  readonly output_tokens: number;
}

const tests = {
  note: (value: unknown) => value === 'attempt_lost',
  model: isText,
  input_tokens: isCount,
  output_tokens: isCount,
};

/** Lists the lost attempts. Ignores other and damaged notes. */
export function lostAttempts(log: Pick<SpendingLog, 'notes'>): readonly LostAttempt[] {
  return log.notes().filter(isLostAttempt);
}

function isLostAttempt(note: JsonObject): note is LostAttempt {
  return flawedField(note, tests) === null;
}
