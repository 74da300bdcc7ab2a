import { oneLine } from '#model/text/quoted.js';
import { count, plural } from '#report/text/numbers.js';
import type { CaseView, TriggeringFacts, View, ViewOutcome } from '#view/view.js';
import { caseDetail, failingText, moreText, mostBytes } from '../words/case-detail.js';
import { type Entry, entriesOf, isRed, isUndecidedSlice, redClaims, redSlices } from '../words/entries.js';
import { type Figures, figuresOf, figuresText, sliceName } from '../words/figures.js';
import { markedOutcome } from '../words/run-words.js';
import { type Block, block } from './block.js';
import { code, escapePre, figure, fold, foldEnd, foldStart, preformatted, tableHead, tableRow } from './inert.js';

/** Renders the cases of a run: a table of those that did not pass, their replies, and the others folded. */
export function* caseBlocks(view: View): Generator<Block> {
  yield* tableBlocks(view);
  yield* missingBlocks(view.cases);
  for (const caseView of view.cases) yield* replyBlocks(caseView, view);
  const entries = entriesOf(view.cases);
  const of = (outcome: ViewOutcome) => entries.filter((entry) => entry.outcome === outcome && !isUndecidedSlice(entry));
  yield* foldedBlocks(of('passed'), 'passed');
  yield* foldedBlocks(entries.filter(isUndecidedSlice), 'inconclusive, but must only not fail');
  yield* foldedBlocks(of('collected'), 'collected');
  yield* foldedBlocks(of('shown'), 'shown, and judged by nothing');
  if (view.triggering) yield block('frame', triggeringText(view.triggering));
}

function* tableBlocks({ cases }: View): Generator<Block> {
  const red = entriesOf(cases).filter((entry) => isRed(entry) && !isOnlyOfSlices(entry));
  if (red.length === 0) return;
  yield block('frame', tableHead(['', 'case', 'seen', '95% sure', 'bar']));
  for (const entry of red)
    yield block(
      'case',
      figuresOf(entry)
        .map((figures) => rowText(entry, figures))
        .join(''),
    );
  yield block('frame', '\n');
}

/** Returns true for a case that did not pass because of slices alone, which have rows of their own. */
function isOnlyOfSlices({ caseView, slice, outcome }: Entry): boolean {
  return !slice && outcome !== 'unfinished' && redClaims(caseView).length === 0 && redSlices(caseView).length > 0;
}

function rowText(entry: Entry, { claim, seen, bound, bar, notes, advice, is_outside }: Figures): string {
  const { caseView, slice, outcome } = entry;
  const name = [
    code(oneLine(caseView.name.raw)),
    ...(slice ? [code(sliceName(slice, ' = '))] : []),
    ...(claim === '' ? [] : [figure(oneLine(claim))]),
  ];
  return tableRow([
    markedOutcome(outcome),
    name.join(', '),
    [is_outside ? code(oneLine(seen)) : figure(oneLine(seen)), ...notes].join(', '),
    bound === '' ? '–' : figure(oneLine(bound)),
    [bar === '' ? '–' : figure(oneLine(bar)), ...advice.map(adviceText)].join('; '),
  ]);
}

/** Renders an advice with the text to type as code. */
function adviceText(advice: string): string {
  const [, words, setting] = /^(.*: set )(\w+: \d+)$/.exec(advice) ?? [];
  return words !== undefined && setting !== undefined ? figure(words) + code(setting) : figure(oneLine(advice));
}

/** The maximum number of reasons why replies are missing. */
const mostReasons = 5;

function* missingBlocks(cases: readonly CaseView[]): Generator<Block> {
  const reasons = [...new Set(cases.flatMap(({ missing }) => missing.map(({ reason }) => oneLine(reason.raw))))];
  const more = reasons.length - mostReasons;
  if (reasons.length === 0) return;
  const lines = reasons.slice(0, mostReasons).map((reason) => `- ${code(reason)}\n`);
  yield block(
    'frame',
    `Why replies are missing:\n\n${lines.join('')}${more > 0 ? `- and ${plural(more, 'more reason')}\n` : ''}\n`,
  );
}

function* replyBlocks(caseView: CaseView, view: View): Generator<Block> {
  if (caseView.outcome !== 'failed' && caseView.outcome !== 'inconclusive') return;
  const detail = caseDetail(caseView, { escaped: escapePre, bytes: mostBytes });
  if (detail.lines.length === 0) return;
  const command = view.next.find(({ name }) => name === 'failing')?.command.raw;
  const more = detail.omitted > 0 && command !== undefined ? `\n${moreText(detail.omitted)}: ${code(command)}\n` : '';
  const [failing, ...rest] = failingText(detail).split(', ');
  const title = [`${failing} of ${code(oneLine(caseView.name.raw))}`, ...rest].join(', ');
  yield block('replies', fold(title, preformatted(detail.lines) + more));
}

function* foldedBlocks(own: readonly Entry[], words: string): Generator<Block> {
  if (own.length === 0) return;
  const slices = own.filter(({ slice }) => slice !== null).length;
  const cases = own.length - slices;
  const counted = [
    ...(cases > 0 ? [slices > 0 ? plural(cases, 'case') : count(cases)] : []),
    ...(slices > 0 ? [plural(slices, 'slice')] : []),
  ];
  yield block('frame', foldStart(`${counted.join(' and ')} ${words}`));
  for (const entry of own) yield block('passed', passedLine(entry));
  yield block('frame', foldEnd);
}

function passedLine(entry: Entry): string {
  const { caseView, slice, outcome } = entry;
  const name = [code(oneLine(caseView.name.raw)), ...(slice ? [code(sliceName(slice, ' = '))] : [])].join(', ');
  if (outcome !== 'passed') return `- ${name}\n`;
  const texts = figuresOf(entry).map(figuresText);
  const plain = caseView.trials.asked === 1 && !slice ? [] : texts.filter((text) => text !== '');
  return `- ${[name, ...plain.map((text) => figure(oneLine(text)))].join(' · ')}\n`;
}

function triggeringText({ should_match: should, should_not_match: shouldNot }: TriggeringFacts): string {
  const parts = [
    ...(should.total > 0 ? [`${count(should.said_yes)} of ${plural(should.total, 'hit')}`] : []),
    ...(shouldNot.total > 0 ? [`${count(shouldNot.said_yes)} of ${plural(shouldNot.total, 'false alarm')}`] : []),
  ];
  return `Triggering: ${parts.join(' · ')}\n\n`;
}
