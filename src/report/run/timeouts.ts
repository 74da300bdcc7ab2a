import type { RunTimeouts } from '#model/run/run.js';
import { plural } from '../text/numbers.js';

/** Returns what timeouts did in a run: `3 trials failed · 2 calls made again · slow replies may be replaced in 1 case (timeouts: ask_again)`. */
export function timeoutsText({ failed_trials, asked_again, opted_out }: RunTimeouts): string {
  const parts = [
    ...(failed_trials > 0 ? [`${plural(failed_trials, 'trial')} failed`] : []),
    ...(asked_again > 0 ? [`${plural(asked_again, 'call')} made again`] : []),
    ...(opted_out > 0 ? [`slow replies may be replaced in ${plural(opted_out, 'case')} (timeouts: ask_again)`] : []),
  ];
  return parts.join(' · ');
}
