import { oneLine } from '#model/text/quoted.js';
import { count, plural } from '../text/numbers.js';
import { asCalled, resultWidth, type Screen } from '../text/screen.js';
import { wrap } from '../text/visible.js';
import type { CaseView, Group, NamedText, TurnView } from '../view/view.js';
import { headingLines, labelled, markFor, roomBesideLabel } from './heading.js';
import { lastMessage, turnParts } from './turn-parts.js';
import { trialRanges } from './unfinished.js';

const mostReplies = 10;

const mostLines = 12;

export function lookHeading({ name, outcome }: CaseView, screen: Screen): string[] {
  return headingLines({ mark: markFor(outcome, screen), name: `${name.raw} (look)`, parts: ['shown'] }, screen);
}

export function lookBlock(caseView: CaseView, screen: Screen): string[] {
  const { groups, missing, trials } = caseView;
  const shown = groups.slice(0, mostReplies);
  const isOnItems = groups.some(({ example }) => example.item !== null);
  const rest = groups.length - shown.length;
  return [
    ...lookHeading(caseView, screen),
    ...(isOnItems ? [] : askedLines(caseView, screen)),
    ...shown.flatMap((group) => [
      ...(trials.asked > 1 ? [`     ${screen.paint.dim(groupTitle(group))}`] : []),
      ...inputLines(group.example.item?.inputs ?? [], screen),
      ...replyLines(group, screen),
    ]),
    ...(rest > 0 ? [`     … ${plural(rest, 'more reply', 'more replies')}`] : []),
    ...missing.flatMap(({ reason, trials: own }) =>
      labelled(
        'failed',
        wrapped(`${oneLine(reason.raw)}${trials.asked > 1 ? ` (trials ${trialRanges(own)})` : ''}`, screen),
        screen,
      ),
    ),
  ];
}

/** Returns the item of a reply to a data set, or else the trials that gave it: `3 times: trials 1…3`. */
export function groupTitle({ times, trials, example }: Group): string {
  if (example.item) {
    const { id, draw } = example.item;
    return `item ${oneLine(id.raw)}${draw > 0 ? `, answer ${draw + 1}` : ''}`;
  }
  const which = `${trials.length === 1 ? 'trial' : 'trials'} ${trialRanges(trials)}`;
  return times > 1 ? `${count(times)} times: ${which}` : which;
}

function askedLines(caseView: CaseView, screen: Screen): string[] {
  const asked = lastMessage(caseView);
  return asked ? labelled('user', wrapped(asked.raw, screen), screen) : inputLines(caseView.inputs, screen);
}

function inputLines(inputs: readonly NamedText[], screen: Screen): string[] {
  return inputs.flatMap(({ name, value }) =>
    labelled('input', wrapped(inputs.length > 1 ? `${name.raw}: ${value.raw}` : value.raw, screen), screen),
  );
}

function replyLines({ example: { turns, unusable, is_cut } }: Group, screen: Screen): string[] {
  return [
    ...turns.flatMap((turn) => turnLines(turn, screen)),
    ...(is_cut
      ? labelled('reply', [`(its text is in trials.jsonl: ${asCalled('eva report', screen)} shows it)`], screen)
      : []),
    ...(unusable ? labelled('failed', wrapped(oneLine(unusable.raw), screen), screen) : []),
  ];
}

function turnLines(turn: TurnView, screen: Screen): string[] {
  const isEmpty = turn.response.raw.trim() === '';
  return turnParts(turn).flatMap((part) => {
    if (part.part !== 'reply') return labelled(part.label, wrapped(part.text, screen), screen);
    if (isEmpty && turn.calls) return [];
    return labelled(part.label, wrapped(isEmpty ? '(empty)' : turn.response.raw, screen), screen);
  });
}

function wrapped(raw: string, screen: Screen): readonly string[] {
  const lines = wrap(raw.trimEnd(), Math.min(roomBesideLabel(screen), resultWidth(screen)));
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), `… ${plural(lines.length - mostLines, 'more line')}`];
}
