import { oneLine } from '#model/text/quoted.js';
import type { CallView, StepView, TurnView } from '#view/view.js';
import { clip } from '../../text/clip.js';
import { duration, plural } from '../../text/numbers.js';
import type { Screen } from '../../text/paint.js';
import { labelled, roomBesideLabel } from './label.js';

/** The maximum number of calls and of steps with a line each. */
const mostListed = 3;

/** Renders the calls of a turn, a line each, and the number of those that are left out. */
export function callLines({ calls = [] }: TurnView, screen: Screen): string[] {
  return listed('call', calls.map(callText), screen);
}

/** Renders the steps of a turn, a line each, and the number of those that are left out. */
export function stepLines({ steps = [] }: TurnView, screen: Screen): string[] {
  return listed('step', steps.map(stepText), screen);
}

function listed(label: string, texts: readonly string[], screen: Screen): string[] {
  const room = roomBesideLabel(screen);
  const more = texts.length - mostListed;
  return [
    ...texts.slice(0, mostListed).flatMap((text) => labelled(label, [clip(oneLine(text), room)], screen)),
    ...(more > 0 ? labelled('', [screen.paint.dim(`… ${plural(more, `more ${label}`)}`)], screen) : []),
  ];
}

/** Returns a call as a text: `refund {"order":7} → done`. */
export function callText({ name, arguments: given, unreadable, result }: CallView): string {
  const flaw = unreadable === undefined || unreadable === given.raw ? '' : ` (${unreadable})`;
  return `${name.raw} ${given.raw}${flaw}${result === undefined ? '' : ` → ${result.raw}`}`;
}

/** Returns a step as a text: `search, 0.2 s: refund → 3 hits`. */
export function stepText({ name, input, output, duration_s }: StepView): string {
  const values = `${input?.raw ?? ''}${output === undefined ? '' : ` → ${output.raw}`}`.trim();
  const time = duration_s === undefined ? '' : `, ${duration(duration_s)}`;
  return `${name.raw}${time}${values === '' ? '' : `: ${values}`}`;
}
