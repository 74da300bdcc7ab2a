import { clip } from '../text/clip.js';
import { duration, plural } from '../text/numbers.js';

/** A provider that calls wait for and that does not answer. Times in milliseconds. */
export interface ToldSilence {
  readonly provider: string;
  readonly ms: number;
  /** The last failure in this time; null if nothing has failed. */
  readonly failure: { readonly kind: string; readonly status: number | undefined; readonly message: string } | null;
  readonly waiting: number;
  /** Until the next attempt; null while one is in hand. */
  readonly nextInMs: number | null;
}

const failureWidth = 80;

/** `anthropic is busy (status 429): no reply for 30 s, 12 calls wait, next attempt at 17:45:10`. The time is that of the machine's zone. */
export function silenceText({ provider, ms, failure, waiting, nextInMs }: ToldSilence, now: Date): string {
  const calls = plural(waiting, 'call waits', 'calls wait');
  const next = nextInMs === null ? '' : `, next attempt at ${timeOfDay(new Date(now.getTime() + nextInMs))}`;
  const isBusy = failure?.kind === 'rate_limited' || failure?.kind === 'overloaded';
  const state = isBusy ? 'is busy' : 'does not answer';
  return `${provider} ${state}${whyOf(failure)}: no reply for ${inWords(ms)}, ${calls}${next}`;
}

/** `30 s`, `1 min 20 s`. */
function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : duration(seconds);
}

function whyOf(failure: ToldSilence['failure']): string {
  if (!failure) return '';
  return failure.status === undefined ? ` (${clip(failure.message, failureWidth)})` : ` (status ${failure.status})`;
}

/** `17:45:10`. */
function timeOfDay(date: Date): string {
  return date.toTimeString().slice(0, 8);
}
