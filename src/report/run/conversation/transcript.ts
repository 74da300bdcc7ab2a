import type { ConversationFacts, Trial, Turn } from '#model/run/trial.js';
import { oneLine } from '#model/text/quoted.js';
import { styleAxes } from '#model/writing-style.js';
import { count, plural } from '../../text/numbers.js';
import { type Screen, usableWidth } from '../../text/paint.js';
import { shortened } from '../../text/shortened.js';

/** Turns that are shown: the first, and the last ones, where it went wrong. */
const atStart = 2;
const atEnd = 4;
const linesOfText = 2;

/** A conversation in short: how it ended, how its user wrote, and what both said, each in a few lines. */
export function transcriptLines(trial: Trial, asked: number, screen: Screen): string[] {
  const { turns, conversation } = trial;
  const facts = [`trial ${trial.index + 1} of ${count(asked)}: ${endInWords(trial)}`, ...styleOf(conversation)];
  return [
    ...facts.flatMap((text) => factLines(text, screen)),
    ...shownTurns(turns).flatMap((turn) =>
      typeof turn === 'number' ? [dimmed(`  … ${plural(turn, 'turn')} …`, screen)] : turnLines(turn, screen),
    ),
    ...(conversation?.unanswered === undefined ? [] : saidLines('user', conversation.unanswered, screen)),
  ];
}

function factLines(text: string, screen: Screen): string[] {
  const lines = shortened(text, usableWidth(screen) - 6, linesOfText);
  return lines.map((line, i) => dimmed(`${i === 0 ? '' : '  '}${line}`, screen));
}

function dimmed(line: string, { paint }: Screen): string {
  return `    ${paint.dim(line)}`;
}

function endInWords({ turns, conversation, ...trial }: Trial): string {
  const after = `after ${plural(turns.length, 'turn')}`;
  switch (conversation?.ended) {
    case 'goal_met':
      return `the user was done ${after}`;
    case 'gave_up':
      return `the user gave up ${after}`;
    case 'max_turns':
      return `ended ${after}, which is all there may be`;
    default:
      return trial.outcome === 'finished' ? plural(turns.length, 'turn') : `broken off: ${oneLine(trial.reason)}`;
  }
}

function styleOf(conversation: ConversationFacts | undefined): readonly string[] {
  const style = conversation?.style;
  return style ? [`the user: ${styleAxes.map((axis) => oneLine(style[axis])).join(' · ')}`] : [];
}

/** The turns, and in the place of those that are left out how many they are. */
function shownTurns(turns: readonly Turn[]): readonly (Turn | number)[] {
  const hidden = turns.length - atStart - atEnd;
  return hidden <= 0 ? turns : [...turns.slice(0, atStart), hidden, ...turns.slice(-atEnd)];
}

function turnLines({ user_message, app_response }: Turn, screen: Screen): string[] {
  return [...saidLines('user', user_message, screen), ...saidLines('app', app_response, screen)];
}

function saidLines(who: 'user' | 'app', text: string, screen: Screen): string[] {
  const lines = shortened(oneLine(text), usableWidth(screen) - 12, linesOfText);
  return lines.map((line, i) => `      ${screen.paint.cyan((i === 0 ? who : '').padEnd(4))}  ${line}`.trimEnd());
}
