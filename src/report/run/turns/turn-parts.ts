import type { TurnView } from '#view/view.js';
import { plural } from '../../text/numbers.js';
import { callText, stepText } from './call-texts.js';

/** A part of a turn: its response, or a step, a call or a note about failed attempts as one text. `label` names it: `step`, `reply`, `call`, `call 2`. */
export type TurnPart =
  | { readonly part: 'step' | 'call' | 'note'; readonly label: string; readonly text: string }
  | { readonly part: 'reply'; readonly label: string };

/**
 * Returns the parts of a turn in the order in which they happened. Calls with results were made before the response was written; a response
 * ends with calls that have none.
 */
export function turnParts({
  steps = [],
  calls = [],
  failed_attempts = 0,
  last_failure,
}: TurnView): readonly TurnPart[] {
  const ofCalls = calls.map((call) => ({ part: 'call', label: callLabel(call.number), text: callText(call) }) as const);
  const ran = calls.some(({ result }) => result !== undefined);
  const why = last_failure ? `: ${failed_attempts > 1 ? 'the last, ' : ''}${last_failure.raw}` : '';
  const failed = `${plural(failed_attempts, 'failed attempt')} before this reply${why}`;
  return [
    ...(failed_attempts > 0 ? [{ part: 'note', label: 'note', text: failed } as const] : []),
    ...steps.map((step) => ({ part: 'step', label: 'step', text: stepText(step) }) as const),
    ...(ran ? ofCalls : []),
    { part: 'reply', label: 'reply' },
    ...(ran ? [] : ofCalls),
  ];
}

function callLabel(number: number | undefined): string {
  return number === undefined ? 'call' : `call ${number}`;
}
