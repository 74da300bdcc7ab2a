import { oneLine } from '#model/text/quoted.js';
import { count, plural } from '../text/numbers.js';
import { resultWidth, type Screen } from '../text/screen.js';
import { clip, shortened, visible, wrap } from '../text/visible.js';
import { missed } from '../view/reply-groups.js';
import type { CaseView, FindingView, Group, Miss, Reply } from '../view/view.js';
import { findingLabel, findingText } from './claim-words.js';
import { exampleLines } from './example.js';
import { labelled, paintedMark, roomBesideLabel, separator } from './heading.js';
import { sentTexts, turnParts } from './turn-parts.js';

const mostExamples = 3;

const mostInputs = 3;

/** Renders items that did not pass: their id, slices, inputs and one reply each. Items of failed slices come first. */
export function itemExamples(caseView: CaseView, misses: readonly Miss[], screen: Screen): string[] {
  const failing = caseView.groups.filter(({ example }) => example.outcome !== 'passed');
  return failedSlicesFirst(failing, caseView)
    .slice(0, mostExamples)
    .flatMap((group) => [
      ...labelled('item', [clip(itemText(group, caseView), roomBesideLabel(screen))], screen),
      ...inputLines(group.example, screen),
      ...exampleLines(withoutClasses(group.example), misses, screen),
      ...classLines(group.example, screen),
    ]);
}

/** Sorts groups: items of failed slices first, then one of each further kind of miss. */
export function failedSlicesFirst(groups: readonly Group[], { dataset }: Pick<CaseView, 'dataset'>): readonly Group[] {
  const failed = new Set(
    (dataset?.slices ?? []).flatMap(({ field, rows }) =>
      rows.flatMap(({ outcome, value }) => (outcome === 'failed' ? [`${field.raw}=${value.raw}`] : [])),
    ),
  );
  const isOfFailed = ({ example }: Group) =>
    example.item?.slices.some(({ name, value }) => failed.has(`${name.raw}=${value.raw}`)) === true;
  return [...groups].sort((a, b) => Number(isOfFailed(b)) - Number(isOfFailed(a)));
}

export function itemText({ example: { item, outcome }, times }: Group, { dataset }: Pick<CaseView, 'dataset'>): string {
  if (!item) return '';
  const draws = dataset?.draws ?? 1;
  return [
    item.id.raw,
    ...item.slices.map(({ name, value }) => `${name.raw} ${value.raw}`),
    ...(draws > 1 ? [`${count(times)} of ${count(draws)} answers ${outcome}`] : []),
  ]
    .map(oneLine)
    .join(separator);
}

function inputLines({ item }: Reply, screen: Screen): string[] {
  const inputs = item?.inputs ?? [];
  return inputs.slice(0, mostInputs).flatMap(({ name, value }) => {
    const start = inputs.length > 1 ? `${oneLine(name.raw)}: ` : '';
    return labelled(
      name.raw === 'message' ? 'message' : 'input',
      [clip(start + oneLine(value.raw), roomBesideLabel(screen))],
      screen,
    );
  });
}

/** Removes the findings that `classLines` renders: about classes, and about equality with an expected class. */
export function withoutClasses(reply: Reply): Reply {
  const classes = reply.item?.classes ?? [];
  const isOfClass = ({ expectation, kind, about }: FindingView) =>
    kind === 'check' &&
    classes.some(
      (own) => own.expectation === expectation || about.raw === `equals: ${JSON.stringify(own.expected.raw)}`,
    );
  return { ...reply, findings: reply.findings.filter((finding) => !isOfClass(finding)) };
}

function classLines(reply: Reply, screen: Screen): string[] {
  return classTexts(reply).flatMap((text) => labelled('class', [clip(oneLine(text), roomBesideLabel(screen))], screen));
}

export function classTexts(reply: Reply): readonly string[] {
  const wrong = new Set(missed(reply).map(({ expectation }) => expectation));
  return (reply.item?.classes ?? [])
    .filter(({ expectation }) => wrong.has(expectation))
    .map(({ expected, answered }) => `answered ${answered?.raw ?? 'none of the classes'}, expected ${expected.raw}`);
}

const mostLines = 3;

interface Shown {
  readonly full: boolean;
  readonly explains?: boolean;
}

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

export interface ItemSelection {
  readonly selected: number;
  /** The number of items that were asked, of the chosen slices. */
  readonly of: number;
  /** The chosen slices: `language=nl`. */
  readonly slices: readonly string[];
  /** True if items that passed are left out. */
  readonly failed: boolean;
  readonly flaky: boolean;
  readonly draws: number;
}

export function selectionLines(selection: ItemSelection, screen: Screen): string[] {
  return wrap(visible(selectionText(selection)), resultWidth(screen) - 3).map((line) => `   ${screen.paint.dim(line)}`);
}

function selectionText({ selected, of, slices, failed, flaky, draws }: ItemSelection): string {
  if (flaky && draws === 1) return 'each item was asked once: draws: 2 in the case shows which answers differ';
  const ofSlices = slices.length === 0 ? '' : ` (${slices.join(', ')})`;
  if (flaky) return `${count(selected)} of ${plural(of, 'item')}${ofSlices}, those with right and wrong answers`;
  if (failed) {
    const hint = selected < of ? ': --all shows every one' : '';
    return `${count(selected)} of ${plural(of, 'item')}${ofSlices}, those that did not pass${hint}`;
  }
  return selected === of
    ? `all ${plural(of, 'item')}${ofSlices}`
    : `${count(selected)} of ${plural(of, 'item')}${ofSlices}`;
}
