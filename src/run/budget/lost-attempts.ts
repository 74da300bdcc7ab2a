import type { JsonObject } from '#model/data/json.js';
import type { StoredReply } from '#model/reply/exchange.js';
import { flawedField, isCount, isText } from '#model/reply/reply-flaw.js';

/** The journal of a run, as its budget needs it. */
export interface SpendingLog {
  replies(): Iterable<StoredReply>;
  /** Every note of the run, those of the time before it was resumed too. */
  notes(): readonly JsonObject[];
  note(note: LostAttempt): void;
}

/** A note of an attempt that may have been paid for and brought no reply. */
export interface LostAttempt extends JsonObject {
  readonly note: 'attempt_lost';
  /** The model that was asked. */
  readonly model: string;
  /** The most that it may have had. */
  readonly input_tokens: number;
  readonly output_tokens: number;
}

const tests = {
  note: (value: unknown) => value === 'attempt_lost',
  model: isText,
  input_tokens: isCount,
  output_tokens: isCount,
};

/** Notes that say something else, or are damaged, are left out. */
export function lostAttempts(log: Pick<SpendingLog, 'notes'>): readonly LostAttempt[] {
  return log.notes().filter(isLostAttempt);
}

function isLostAttempt(note: JsonObject): note is LostAttempt {
  return flawedField(note, tests) === null;
}
