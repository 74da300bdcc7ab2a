import { missed } from '#view/groups.js';
import type { CaseView, Group } from '#view/view.js';
import { clip } from '../../text/clip.js';
import { resultWidth, type Screen } from '../../text/paint.js';
import { shortened, wrap } from '../../text/wrap.js';
import { paintedMark } from '../mark.js';
import { findingLabel, findingText } from '../result/claim-words.js';
import { labelled, roomBesideLabel } from '../result/label.js';
import { sentTexts } from '../result/sent-messages.js';
import { turnParts } from '../turns/turn-parts.js';
import { classLines, itemText, withoutClasses } from './items.js';

/** The maximum number of lines of an input and of a reply, unless all of them are shown. */
const mostLines = 3;

/** How an item is shown: without truncated texts, and with the messages as sent and the checks that hold. */
interface Shown {
  readonly full: boolean;
  readonly explains?: boolean;
}

/** Renders an item with its inputs and its answers, equal ones once. Shortens texts unless `full`. */
export function itemDetail(groups: readonly Group[], caseView: CaseView, shown: Shown, screen: Screen): string[] {
  const [first] = groups;
  const item = first?.example.item;
  if (!first || !item) return [];
  const own = groups.length === 1 ? first : null;
  const mark = paintedMark(first.example.outcome, screen);
  const title = itemText(first, own ? caseView : { dataset: null });
  return [
    `   ${mark} ${screen.paint.bold(clip(title, resultWidth(screen) - 5))}`,
    ...item.inputs.flatMap(({ name, value }) => {
      const isNamed = item.inputs.length > 1 || name.raw === 'message';
      return labelled('input', lines(isNamed ? `${name.raw}: ${value.raw}` : value.raw, shown.full, screen), screen);
    }),
    ...sentLines(first, caseView, shown, screen),
    ...groups.flatMap((group) => [...(own ? [] : answersLine(group, screen)), ...answerLines(group, shown, screen)]),
  ];
}

function answersLine({ trials, example: { outcome } }: Group, screen: Screen): string[] {
  const numbers = `${trials.length} ${trials.length === 1 ? 'answer' : 'answers'} ${outcome}`;
  return [`     ${paintedMark(outcome, screen)} ${numbers}`];
}

function sentLines({ example }: Group, { kind }: CaseView, { full, explains }: Shown, screen: Screen): string[] {
  const [turn] = example.turns;
  if (kind !== 'prompt' || !turn || !explains) return [];
  return sentTexts(turn).flatMap((text) => labelled('sent', lines(text, full, screen), screen));
}

function answerLines({ example }: Group, { full, explains }: Shown, screen: Screen): string[] {
  const { turns, is_cut, conversation, extracted } = example;
  const texts = turns.flatMap((turn) => [
    ...(conversation ? labelled('user', lines(turn.message.raw, full, screen), screen) : []),
    ...turnParts(turn).flatMap((part) =>
      labelled(part.label, lines(part.part === 'reply' ? turn.response.raw : part.text, full, screen), screen),
    ),
  ]);
  const gone = is_cut ? labelled('reply', ['(its text is gone: trials.jsonl was deleted)'], screen) : [];
  return [
    ...(texts.length > 0 ? texts : gone),
    ...(extracted ? labelled('extract', lines(extracted.raw, full, screen), screen) : []),
    ...classLines(example, screen),
    ...(explains ? withoutClasses(example).findings : missed(withoutClasses(example))).flatMap((finding) => {
      const narrower = { ...screen, columns: resultWidth(screen) - 2 };
      const [first = '', ...more] = lines(findingText(finding), full, explains ? narrower : screen);
      const marked = explains ? `${paintedMark(finding.mark, screen)} ${first}` : first;
      return labelled(findingLabel(finding), [marked, ...more], screen);
    }),
  ];
}

function lines(raw: string, full: boolean, screen: Screen): string[] {
  if (raw.trim() === '') return ['(empty)'];
  const room = roomBesideLabel(screen);
  return full ? wrap(raw.trimEnd(), room) : shortened(raw.trim().replace(/\s*\n\s*/g, ' '), room, mostLines);
}
