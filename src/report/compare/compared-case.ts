import type { CasePairs, Comparison, PairSlice, PairSlices } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { headingLines, joinedLines, markFor, namesOnOneLine } from '../run/heading.js';
import { count, percentage, plural } from '../text/numbers.js';
import { resultWidth, type Screen } from '../text/screen.js';
import { clip, displayWidth, wrap } from '../text/visible.js';
import type { CaseStanding, ListedCase } from '../view/changed-pairs.js';
import { outcomeOfStanding } from '../view/compare-view.js';
import { differenceParts, pairParts, reasonTexts, shareText, sidesText, standingText } from '../view/compare-words.js';

const indent = 5;

/** The maximum number of cases with lines of their own, of those that need attention and of the others. */
const most = { open: 12, good: 10, deciding: 3 } as const;

/** Renders the cases. Those that are not worse share a line if others need attention or if they are many, unless `full`. */
export function caseLines(
  cases: readonly ListedCase[],
  comparison: Comparison,
  full: boolean,
  screen: Screen,
): string[] {
  const of = (...standings: readonly CaseStanding[]) => cases.filter(({ standing }) => standings.includes(standing));
  const open = of('worse', 'unfinished', 'undecided');
  const good = of('not_worse', 'better');
  const idle = of('decides_nothing');
  const isListed = full || good.length <= (open.length > 0 ? 1 : most.good);
  const shown = full ? open : open.slice(0, most.open);
  const block = (one: ListedCase) => caseBlock(one, comparison, full, screen);
  return [
    ...shown.flatMap(block),
    ...foldedLines(open.slice(shown.length), 'more need attention', screen),
    ...(isListed ? good.flatMap(block) : foldedLines(good, 'not worse', screen)),
    ...(full || idle.length <= most.deciding ? idle.flatMap(block) : foldedLines(idle, 'decide nothing', screen)),
  ];
}

function foldedLines(cases: readonly ListedCase[], words: string, screen: Screen): string[] {
  const [first] = cases;
  if (!first) return [];
  const title = `${count(cases.length)} ${words}`;
  const room = resultWidth(screen) - title.length - indent;
  const names = namesOnOneLine(
    room,
    cases.map(({ pairs }) => oneLine(pairs.case)),
  );
  return headingLines(
    { mark: markFor(outcomeOfStanding[first.standing], screen), name: title, parts: [names] },
    screen,
  );
}

function caseBlock(one: ListedCase, question: Comparison, full: boolean, screen: Screen): string[] {
  const { pairs, standing } = one;
  const isOpen = standing === 'unfinished';
  const sides = pairs.missing > 0 ? null : sidesText(pairs);
  const heading = {
    mark: markFor(outcomeOfStanding[standing], screen),
    name: oneLine(pairs.case),
    parts: [...(sides === null ? [] : [sides]), standingText(one, question)],
  };
  const room = resultWidth(screen) - indent;
  const below = [
    ...joinedLines(standing === 'decides_nothing' || isOpen ? [] : differenceParts(pairs, question), room),
    ...joinedLines(pairs.missing > 0 ? [] : pairParts(pairs, full), room),
    ...unpairedLines(pairs, full, room),
    ...reasonTexts(one, question).flatMap((text) => wrap(text, room)),
  ];
  return [
    ...headingLines(heading, screen),
    ...below.map((line) => ' '.repeat(indent) + line),
    ...(isOpen || (standing === 'decides_nothing' && !full)
      ? []
      : pairs.slices.flatMap((slices) => sliceLines(slices, full, screen))),
  ];
}

function unpairedLines({ unpaired, unit }: CasePairs, full: boolean, room: number): string[] {
  const { only_a, only_b, changed, named } = unpaired;
  const all = only_a + only_b + changed;
  if (all === 0) return [];
  const parts = [
    ...(only_a > 0 ? [`${count(only_a)} only in A`] : []),
    ...(only_b > 0 ? [`${count(only_b)} only in B`] : []),
    ...(changed > 0 ? [`${count(changed)} with other values`] : []),
  ];
  const text = `not compared: ${plural(all, unit === 'trial' ? 'trial' : 'item')}, ${parts.join(', ')}`;
  const names = named.map(oneLine);
  const groups = [
    { label: 'with other values', number: changed, names: names.slice(0, changed) },
    { label: 'only in A', number: only_a, names: names.slice(changed, changed + only_a) },
    { label: 'only in B', number: only_b, names: names.slice(changed + only_a) },
  ];
  return [...wrap(text, room), ...groups.flatMap((group) => namesLines(group, full, room - 2))];
}

interface NamedGroup {
  readonly label: string;
  readonly number: number;
  readonly names: readonly string[];
}

function namesLines({ label, number, names }: NamedGroup, full: boolean, room: number): string[] {
  if (names.length === 0) return [];
  const start = `${label}: `;
  const rest = number - names.length;
  const all = start + [...names, ...(rest > 0 ? [`${count(rest)} more`] : [])].join(' · ');
  const isShort = displayWidth(all) <= room;
  const unnamed = Array<string>(Math.max(0, rest)).fill('unnamed'); // counted by "more"
  const lines =
    full || isShort ? wrap(all, room) : [start + namesOnOneLine(room - start.length, [...names, ...unnamed])];
  return lines.map((line) => `  ${line}`);
}

const mostSlices = 12;

/** Renders the slices of a field on one line: `language  en 98 → 98% · de 98 → 98%`. Those that changed most come first. */
function sliceLines({ field, rows }: PairSlices, full: boolean, screen: Screen): string[] {
  const known = rows.filter(({ a, b }) => a !== null && b !== null);
  const shown = full ? known : known.slice(0, mostSlices);
  const rest = known.length - shown.length;
  if (shown.length === 0) return [];
  const label = clip(oneLine(field), 16);
  const room = resultWidth(screen) - indent - label.length - 2;
  const texts = [...shown.map(sliceText), ...(rest > 0 ? [`${count(rest)} more: --full`] : [])];
  return joinedLines(texts, room).map(
    (line, i) => `${' '.repeat(indent)}${screen.paint.dim(i === 0 ? label : ' '.repeat(label.length))}  ${line}`,
  );
}

const widestValue = 24;

/** Up to so many pairs, right answers are counted instead of shown as a percentage. */
const mostCounted = 20;

function sliceText({ value, pairs, k_a, k_b, a, b }: PairSlice): string {
  const name = clip(oneLine(value), widestValue);
  const isCount = Number.isInteger(k_a) && Number.isInteger(k_b);
  if (pairs <= mostCounted && isCount) return `${name} ${count(k_a)} → ${count(k_b)} of ${count(pairs)}`;
  return `${name} ${shareText(a ?? 0)} → ${percentage(b ?? 0)}`;
}
