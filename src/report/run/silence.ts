import { clip } from '../text/clip.js';
import { clock, plural } from '../text/numbers.js';

/** A provider that calls wait for and that does not answer. Times in milliseconds. */
export interface ToldSilence {
  readonly provider: string;
  readonly ms: number;
  /** The last failure in this time; null if nothing has failed. */
  readonly failure: { readonly kind: string; readonly status: number | undefined; readonly message: string } | null;
  readonly waiting: number;
  /** Until the next attempt; null while one is in hand. */
  readonly nextInMs: number | null;
  /** Attempts at a time: those of the beginning, and those that are allowed now. Left out if they are the same. */
  readonly places?: { readonly most: number; readonly now: number };
}

const failureWidth = 80;

/** `anthropic is busy (529) for 30s · 8 → 1 at a time · next try at 17:45:10 · 12 calls wait`. The time is that of the machine's zone. */
export function silenceText(silence: ToldSilence, now: Date): string {
  const { nextInMs } = silence;
  return partsWith(silence, nextInMs === null ? null : `at ${timeOfDay(new Date(now.getTime() + nextInMs))}`).join(
    ' · ',
  );
}

/** Returns the parts of a line that is written again each second, the most important first: `next try in 8s`. */
export function waitingParts(silence: ToldSilence): readonly string[] {
  const { nextInMs } = silence;
  return partsWith(silence, nextInMs === null ? null : `in ${clock(Math.ceil(nextInMs / 1000))}`);
}

function partsWith({ provider, ms, failure, waiting, places }: ToldSilence, next: string | null): readonly string[] {
  const isBusy = failure?.kind === 'rate_limited' || failure?.kind === 'overloaded';
  const state = isBusy ? 'is busy' : 'does not answer';
  return [
    `${provider} ${state}${whyOf(failure)} for ${Math.round(ms / 1000) === 0 ? '0s' : clock(Math.round(ms / 1000))}`,
    ...(places ? [`${places.most} → ${places.now} at a time`] : []),
    ...(next === null ? [] : [`next try ${next}`]),
    plural(waiting, 'call waits', 'calls wait'),
  ];
}

function whyOf(failure: ToldSilence['failure']): string {
  if (!failure) return '';
  return ` (${failure.status ?? clip(failure.message, failureWidth)})`;
}

/** `17:45:10`. */
export function timeOfDay(date: Date): string {
  return date.toTimeString().slice(0, 8);
}
