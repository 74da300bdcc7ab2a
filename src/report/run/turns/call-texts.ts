import type { CallView, StepView } from '#view/view.js';
import { duration } from '../../text/numbers.js';

/** Returns a call as a text: `refund {"order":7} → done`. */
export function callText({ name, arguments: given, unreadable, result }: CallView): string {
  const flaw = unreadable === undefined || unreadable === given.raw ? '' : ` (${unreadable})`;
  return `${name.raw} ${given.raw}${flaw}${result === undefined ? '' : ` → ${result.raw}`}`;
}

/** Returns a step as a text: `search, 0.2 s: refund → 3 hits`, `plan → search`. */
export function stepText({ name, input, output, duration_s }: StepView): string {
  const time = duration_s === undefined ? '' : `, ${duration(duration_s)}`;
  const given = input === undefined ? '' : `: ${input.raw}`;
  return `${name.raw}${time}${given}${output === undefined ? '' : ` → ${output.raw}`}`;
}
