import type { ProviderSilence } from '#model/run/notice.js';
import { clip } from '../text/clip.js';
import { clock, plural } from '../text/numbers.js';

const failureWidth = 80;

/** Renders a silence: `anthropic is busy (529 Overloaded) for 30s · 8 → 1 at a time · next try at 17:45:10 · 12 calls wait`, in local time. */
export function silenceText(silence: ProviderSilence, now: Date): string {
  const { nextInMs } = silence;
  const next = nextInMs === null ? null : `at ${timeOfDay(new Date(now.getTime() + nextInMs))}`;
  return partsWith(silence, next, true).join(' · ');
}

/**
 * Returns the parts of a line that is redrawn each second, the most important first: `next try in 8s`. `hasWords`: with the words of the
 * provider, which matter while it has never replied.
 */
export function waitingParts(silence: ProviderSilence, hasWords: boolean): readonly string[] {
  const { nextInMs } = silence;
  return partsWith(silence, nextInMs === null ? null : `in ${clock(Math.ceil(nextInMs / 1000))}`, hasWords);
}

function partsWith(
  { provider, ms, failure, waiting, places }: ProviderSilence,
  next: string | null,
  hasWords: boolean,
): readonly string[] {
  const isBusy = failure?.kind === 'rate_limited' || failure?.kind === 'overloaded';
  const state = isBusy ? 'is busy' : 'does not answer';
  return [
    `${provider} ${state}${whyOf(failure, hasWords)} for ${Math.round(ms / 1000) === 0 ? '0s' : clock(Math.round(ms / 1000))}`,
    ...(places ? [`${places.most} → ${places.now} at a time`] : []),
    ...(next === null ? [] : [`next try ${next}`]),
    plural(waiting, 'call waits', 'calls wait'),
  ];
}

function whyOf(failure: ProviderSilence['failure'], hasWords: boolean): string {
  if (!failure) return '';
  const { status, message } = failure;
  if (status !== undefined && !hasWords) return ` (${status})`;
  const isNamed = status === undefined || message.startsWith(`${status}`);
  return ` (${clip(isNamed ? message : `${status} ${message}`, failureWidth)})`;
}

/** Renders a local time: `17:45:10`. */
export function timeOfDay(date: Date): string {
  return date.toTimeString().slice(0, 8);
}
