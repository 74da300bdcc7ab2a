import { oneLine } from '#model/text/quoted.js';
import { bytesInWords, duration, plural } from '../text/numbers.js';
import { visible } from '../text/visible.js';
import type { CallView, CaseView, MessageView, Reply, StepView, Text, TurnView } from '../view/view.js';

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

export function endText({ conversation, turns, unusable }: Reply): string {
  const after = `after ${plural(turns.length, 'turn')}`;
  switch (conversation?.ended) {
    case 'goal_met':
      return `the user was done ${after}`;
    case 'gave_up':
      return `the user gave up ${after}`;
    case 'max_turns':
      return `${after}, the most that there may be`;
    default:
      return unusable ? `broken off ${after}: ${visible(oneLine(unusable.raw))}` : after;
  }
}

export function callText({ name, arguments: given, unreadable, result }: CallView): string {
  const flaw = unreadable === undefined || unreadable === given.raw ? '' : ` (${unreadable})`;
  return `${name.raw} ${given.raw}${flaw}${result === undefined ? '' : ` → ${result.raw}`}`;
}

function stepText({ name, input, output, duration_s }: StepView): string {
  const time = duration_s === undefined ? '' : `, ${duration(duration_s)}`;
  const given = input === undefined ? '' : `: ${input.raw}`;
  return `${name.raw}${time}${given}${output === undefined ? '' : ` → ${output.raw}`}`;
}

/** Returns the last message of the user to a case whose inputs are blank or absent, which shows what was asked; null if inputs show it. */
export function lastMessage({ inputs, groups }: Pick<CaseView, 'inputs' | 'groups'>): Text | null {
  const isShown = inputs.some(({ value }) => value.raw.trim() !== '');
  const [turn] = isShown ? [] : groups.flatMap(({ example }) => example.turns);
  return turn?.messages ? turn.message : null;
}

/** Returns the messages that `lastMessage` ends, each with a label and without those of the system; none if inputs show what was asked. */
export function askedMessages(caseView: Pick<CaseView, 'inputs' | 'groups'>): readonly (readonly [string, string])[] {
  const last = lastMessage(caseView);
  if (last === null) return [];
  const [turn] = caseView.groups.flatMap(({ example }) => example.turns);
  const messages = turn?.messages?.filter(({ role }) => role !== 'system') ?? [];
  const before = messages.slice(0, -1).flatMap(({ role, parts }) => parts.map((part) => `${role}: ${partText(part)}`));
  return [...before.map((text) => ['sent', text] as const), ['user', last.raw]];
}

export function sentTexts({ messages, message }: TurnView): readonly string[] {
  if (messages) return messages.flatMap(({ role, parts }) => parts.map((part) => `${role}: ${partText(part)}`));
  return message.raw !== '' ? [`user: ${message.raw}`] : [];
}

function partText(part: MessageView['parts'][number]): string {
  if ('text' in part) return part.text.raw;
  const { path, media_type, bytes } = part.file;
  return `file ${path.raw} (${media_type}, ${bytesInWords(bytes)})`;
}
