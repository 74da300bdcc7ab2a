import { notDecided } from '#model/run/verdict.js';
import { count, plural } from '../text/numbers.js';
import { type Colour, remedyAsCalled, resultWidth, type Screen } from '../text/screen.js';
import { displayWidth, visible, wrap } from '../text/visible.js';
import { factTexts, numberOf } from '../view/facts.js';
import { replyWords } from '../view/run-sentence.js';
import type { Counts, TriggeringFacts, View } from '../view/view.js';
import { joinedLines, paintedMark, separator } from './heading.js';

export function verdictLines(view: View, screen: Screen): string[] {
  return [
    ...headerLines(view, screen),
    ...outcomeLines(view, screen),
    ...flagTexts(view, screen).flatMap((text) =>
      wrap(text, resultWidth(screen) - 5).map((line, i) => `   ${i === 0 ? '!' : ' '} ${screen.paint.yellow(line)}`),
    ),
  ];
}

function headerLines(view: View, screen: Screen): string[] {
  const { paint } = screen;
  const width = resultWidth(screen);
  const left = [visible(view.title.raw), sizeText(view)];
  const right = [
    visible(modelsText(factTexts(view, 'model'), factTexts(view, 'variant'))),
    plural(numberOf(view, 'trials'), 'trial'),
  ].filter((it) => it !== '');
  const taken = 1 + displayWidth(left.join('  '));
  const end = right.join(separator);
  const start = ` ${paint.bold(left[0] ?? '')}  ${paint.dim(left[1] ?? '')}`;
  const gap = width - taken - displayWidth(end);
  if (gap >= 2) return [start + ' '.repeat(gap) + paint.dim(end)];
  const names = wrap(left[0] ?? '', width - 1).map((line) => ` ${paint.bold(line)}`);
  return [...names, ...joinedLines([left[1] ?? '', ...right], width - 1).map((line) => ` ${paint.dim(line)}`)];
}

function sizeText({ cases, shard }: View): string {
  const queries = cases.filter(({ kind }) => kind === 'trigger').length;
  const looks = cases.filter(({ outcome }) => outcome === 'shown').length;
  const others = cases.length - queries - looks;
  const parts = [
    ...(others > 0 || queries + looks === 0 ? [plural(others, 'case')] : []),
    ...(queries > 0 ? [plural(queries, 'query', 'queries')] : []),
    ...(looks > 0 ? [plural(looks, 'look')] : []),
    ...(shard ? [`shard ${shard.index} of ${shard.of}`] : []),
  ];
  return parts.join(separator);
}

/** Renders the models under test, after the name of the variant if it has one of its own: `small (openai:gpt-6-luna)`. */
function modelsText(models: readonly string[], [variant]: readonly string[]): string {
  const [first = '', ...others] = models;
  const names = others.length === 0 ? first : `${first} and ${count(others.length)} more`;
  return variant === undefined || variant === names ? names : `${variant} (${names})`;
}

function outcomeLines(view: View, screen: Screen): string[] {
  const head = headText(view);
  const { outcome } = view;
  const isPlain = view.shard || outcome === 'passed' || outcome === 'shown';
  const parts = isPlain ? [] : countParts(view.counts);
  const judged = view.cases.filter((one) => one.outcome !== 'shown' || outcome === 'shown');
  const missing = judged.reduce((sum, { trials }) => sum + trials.missing, 0);
  if (missing > 0 && parts.length === 1 && outcome === 'unfinished') parts.pop(); // that no case is finished is in the head
  if (missing > 0) parts.unshift(`${plural(missing, 'reply', 'replies')} missing`);
  const [first, ...others] = parts;
  const colour = colourOf(view, screen);
  const width = resultWidth(screen) - 3;
  const opening = first === undefined ? head : `${head}: ${first}`;
  const fits = displayWidth(opening) <= width;
  const lines = fits
    ? joinedLines([opening, ...others], width)
    : [...wrap(`${head}:`, width), ...joinedLines(parts, width)];
  return lines.map((line, i) =>
    i === 0 ? ` ${paintedMark(view.outcome, screen)} ${colour(line)}` : `   ${colour(line)}`,
  );
}

function colourOf({ outcome }: View, { paint }: Screen): Colour {
  if (outcome === 'passed' || outcome === 'collected') return paint.green;
  if (outcome === 'shown') return paint.bold;
  return outcome === 'failed' ? paint.red : paint.yellow;
}

export function headText(view: View): string {
  const { outcome, flags, cases, shard } = view;
  if (shard) return `shard ${shard.index} of ${shard.of} ${outcome === 'collected' ? 'is collected' : 'is unfinished'}`;
  const on = replyWords(view);
  const partial = flags.includes('partial') ? `, partial: ${plural(cases.length, 'case')}` : '';
  if (cases.length === 0) return 'nothing was evaluated';
  if (outcome === 'shown') return shownText(view);
  if (outcome === 'unfinished') return `unfinished${on}${partial}`;
  if (flags.includes('waiting')) return `waits for ${plural(numberOf(view, 'labels_awaited'), 'label')}${on}${partial}`;
  return `${outcome === 'passed' ? 'passed' : 'did not pass'}${on}${partial}`;
}

export function triggeringParts({ should_match: should, should_not_match: shouldNot }: TriggeringFacts): string[] {
  return [
    ...(should.total > 0 ? [`${count(should.said_yes)} of ${plural(should.total, 'hit')}`] : []),
    ...(shouldNot.total > 0 ? [`${count(shouldNot.said_yes)} of ${plural(shouldNot.total, 'false alarm')}`] : []),
  ];
}

function shownText({ cases, flags }: View): string {
  const replies = cases.reduce((sum, { trials }) => sum + trials.total, 0);
  const words = `${plural(replies, 'reply', 'replies')} shown, nothing judged`;
  return flags.includes('look') ? words : `${words}. Add \`assert\` or \`rubric\`.`;
}

/** Returns the counts of cases with their marks, which also explains the marks. */
export function countParts({ passed, failed, inconclusive, unfinished, shown }: Counts): string[] {
  const counted: readonly (readonly [number, string])[] = [
    [failed, '✗ {} failed'],
    [inconclusive, '~ {} inconclusive'],
    [unfinished, '? {} unfinished'],
    [passed, '✓ {} passed'],
    [shown, '{} shown'],
  ];
  return counted.flatMap(([number, words]) => (number > 0 ? [words.replace('{}', count(number))] : []));
}

export function flagTexts(view: View, screen: Pick<Screen, 'eva'>): string[] {
  const { flags, outcome } = view;
  const synthetic = numberOf(view, 'replies_synthetic');
  const all = numberOf(view, 'replies_model') + numberOf(view, 'replies_recorded') + synthetic;
  const runs = numberOf(view, 'source_runs');
  const notReady = factTexts(view, 'not_ready');
  const some = synthetic === all ? 'every reply was' : `${count(synthetic)} of ${plural(all, 'reply', 'replies')} were`;
  const isKept = flags.includes('replayed') && !flags.includes('synthetic') && outcome !== 'unfinished';
  const left = numberOf(view, 'replies_left_out');
  const texts: readonly (readonly [boolean, string])[] = [
    ...factTexts(view, 'ended_by').map((name) => [true, visible(notDecided(name))] as const),
    [flags.includes('synthetic'), `${some} written by hand, not by a model`],
    [flags.includes('partial'), 'a partial run opens no gate'],
    [flags.includes('override'), 'a run with another model or other cases than the files name opens no gate'],
    [isKept, 'no model was called: every reply is recorded'],
    ...notReady.map((why) => [true, `not enough for ready: ${visible(remedyAsCalled(why, screen))}`] as const),
    [runs > 1 && notReady.length === 0, `the replies come from ${count(runs)} runs: not enough for ready`],
    [left > 0, `${plural(left, 'reply', 'replies')} left out: an earlier process has their trials, or they broke off`],
    [flags.includes('unrecorded'), 'the replies could not be written to the recordings'],
  ];
  return texts.flatMap(([holds, text]) => (holds ? [text] : []));
}
