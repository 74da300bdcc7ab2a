import { oneLine } from '#model/text/quoted.js';
import { findingLabel, findingText, joinedFindings } from '../run/claim-words.js';
import { confusionText } from '../run/classes.js';
import { isExplained } from '../run/example.js';
import { markSpan } from '../run/heading.js';
import { classTexts, failedSlicesFirst, itemText, withoutClasses } from '../run/items.js';
import { endText, lastMessage, turnParts } from '../run/turn-parts.js';
import { count, plural } from '../text/numbers.js';
import { plainScreen } from '../text/screen.js';
import { visible, visibleLines } from '../text/visible.js';
import { missText } from '../view/reasons.js';
import { missed } from '../view/reply-groups.js';
import type { CaseView, FindingView, Group, Miss, NamedText, Reply, TurnView } from '../view/view.js';

/** The maximum size of what a file for people shows of a case, in bytes. */
export const mostBytes = 20_000;

/** The maximum length of a text from outside in files for people, in code points. */
export const mostPoints = 2000;

/** Shorter limits for a first reply that is too large, in code points of each text. */
const points = [mostPoints, 500, 100] as const;

const mostMisses = 8;

const mostReplies = 10;

const widestClass = 240;

/** The replies of a case that did not pass, as lines without escapes for a format. */
interface CaseDetail {
  /** The number of these replies, and how many of them differ; null if that is not known. */
  readonly failing: number;
  readonly different: number | null;
  readonly lines: readonly string[];
  readonly omitted: number;
}

interface Space {
  readonly escaped: (line: string) => string;
  readonly bytes: number;
}

/** Returns what the replies of a case missed, its input, and replies, until the space is full. */
export function caseDetail(caseView: CaseView, { escaped, bytes }: Space): CaseDetail {
  const weigh = (lines: readonly string[]) => lines.reduce((sum, line) => sum + bytesOf(escaped(line)) + 1, 0);
  const { failed, ungraded, without_texts } = caseView.trials;
  const isQuery = caseView.kind === 'trigger' && caseView.trials.asked === 1;
  const failing = (isQuery ? [] : caseView.groups).filter(
    ({ example }) => example.outcome === 'failed' || example.outcome === 'ungraded',
  );
  const kept = failing.reduce((sum, { times }) => sum + times, 0);
  const lines: string[] = [];
  let left = bytes;
  const add = (own: readonly string[]) => {
    const size = weigh(own);
    if (size > left) return false;
    lines.push(...own);
    left -= size;
    return true;
  };
  const misses = shownMisses(caseView);
  const shared = add(missLines(misses, caseView)) ? misses.filter(({ times }) => times === failed + ungraded) : [];
  if (failing.length > 0) points.some((most) => add(askedLines(caseView, most)));
  let shown = 0;
  for (const group of failedSlicesFirst(failing, caseView).slice(0, mostReplies)) {
    const sizes = shown === 0 ? points : points.slice(0, 1);
    if (!sizes.some((most) => add(replyLines(group, caseView, shared, most)))) break;
    shown += group.times;
  }
  const total = isQuery ? 0 : failed + ungraded;
  const isKnown = kept === total && without_texts === 0 && caseView.dataset === null;
  return { failing: total, different: isKnown ? failing.length : null, lines, omitted: Math.max(0, total - shown) };
}

/** Returns the misses that several replies can share. Those of classes are not among them: each reply names its class. */
export function countedMisses({ misses, dataset }: Pick<CaseView, 'misses' | 'dataset'>): readonly Miss[] {
  const ofClasses = new Set((dataset?.classes ?? []).map(({ expectation }) => expectation));
  return misses.filter(({ expectation }) => !ofClasses.has(expectation));
}

function shownMisses(caseView: CaseView): readonly Miss[] {
  const { failed, ungraded } = caseView.trials;
  return failed + ungraded > 1 ? countedMisses(caseView).slice(0, mostMisses) : [];
}

function missLines(shown: readonly Miss[], caseView: CaseView): string[] {
  const more = countedMisses(caseView).length - shown.length;
  const confusions = (caseView.dataset?.classes ?? []).flatMap(({ confusions: [worst] }) => worst ?? []);
  return [
    ...shown.map((miss) => `${plural(miss.times, 'time')}  ${excerpt(missText(miss))}`),
    ...(shown.length > 0 && more > 0 ? [`${plural(more, 'more kind')} of miss`] : []),
    ...confusions.map((worst) => excerpt(`worst confusion: ${confusionText(worst, widestClass)}`)),
  ];
}

function askedLines(caseView: CaseView, most: number): string[] {
  const { kind, inputs, dataset } = caseView;
  if (kind === 'trigger' || dataset) return [];
  const asked = lastMessage(caseView);
  return asked ? labelledLines('user', asked.raw, most) : inputBlocks(inputs, most);
}

export function moreText(omitted: number): string {
  return plural(omitted, 'more failing reply', 'more failing replies');
}

export function failingText({ failing, different }: CaseDetail): string {
  const all = plural(failing, 'failing reply', 'failing replies');
  if (different === null || failing < 2) return all;
  if (different === 1) return `${all}, all the same`;
  return different === failing ? `${all}, all different` : `${all}, ${count(different)} different`;
}

/** Returns the first code points of a text, with the number of those that were cut. Never splits a pair of surrogates. */
function cut(raw: string, most: number): { readonly start: string; readonly more: number } {
  if (raw.length <= most) return { start: raw, more: 0 };
  let [end, points] = [0, 0];
  while (end < raw.length && points < most) {
    end += (raw.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    points += 1;
  }
  let more = 0;
  for (const _point of raw.slice(end)) more += 1;
  return { start: raw.slice(0, end), more };
}

function moreCharacters(more: number): string {
  return more === 0 ? '…' : `… ${plural(more, 'more character')}`;
}

/** Escapes untrusted text on one line and cuts it to `most` code points, before and after escaping. */
export function excerpt(raw: string, most = mostPoints): string {
  const { start, more } = cut(raw, most);
  const shown = cut(visible(start), most);
  return shown.start + (more > 0 || shown.more > 0 ? moreCharacters(more) : '');
}

/** Escapes untrusted text and cuts it to `most` code points, before and after escaping. Splits it into lines at its line ends. */
function excerptLines(raw: string, most = mostPoints): string[] {
  const { start, more } = cut(raw, most);
  const shown = cut(visibleLines(start.trimEnd()).join('\n'), most);
  const lines = shown.start.split('\n');
  return more + shown.more === 0 ? lines : [...lines.slice(0, -1), (lines.at(-1) ?? '') + moreCharacters(more)];
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

const labelWidth = 8;

const most = { firstTurns: 2, lastTurns: 6, trials: 12, findings: 20 } as const;

/** Renders a labelled text, without its escapes for a format: the label before its first line, the other lines below. */
export function labelledLines(label: string, raw: string, points: number): string[] {
  const [first = '', ...others] = excerptLines(raw, points);
  const start = `  ${label.padEnd(labelWidth)}`;
  const below = ' '.repeat(start.length);
  const shown = first === '' && others.length === 0 ? '(empty)' : first;
  return [start + shown, ...others.map((line) => (line === '' ? '' : below + line))];
}

export function inputBlocks(inputs: readonly NamedText[], points: number): string[] {
  return inputs.flatMap(({ name, value }) =>
    labelledLines('input', inputs.length > 1 ? `${oneLine(name.raw)}: ${value.raw}` : value.raw, points),
  );
}

/**
 * Renders a group of equal replies: their trials or their item, the reply, and why it does not pass, unless one of the `misses` of all replies
 * says so already. Cuts each text to `points`.
 */
function replyLines(group: Group, caseView: CaseView, misses: readonly Miss[], points: number): string[] {
  const { example } = group;
  const { item, extracted, unusable } = example;
  const own = missed(withoutClasses(example)).filter((finding) => !misses.some((miss) => isExplained(finding, miss)));
  const findings = joinedFindings(own);
  return [
    ...titleLines(group, caseView, points),
    ...inputBlocks(item?.inputs ?? [], points),
    ...turnsLines(example, points),
    ...(extracted ? labelledLines('extract', extracted.raw, points) : []),
    ...classTexts(example).flatMap((text) => labelledLines('class', text, points)),
    ...(unusable && !example.findings.some(({ kind }) => kind === 'answer')
      ? [`  ✗ answer ${excerpt(unusable.raw, points)}`]
      : []),
    ...findings.slice(0, most.findings).flatMap((finding) => findingLines(finding, points)),
    ...(findings.length > most.findings ? [`  ${plural(findings.length - most.findings, 'more finding')}`] : []),
  ];
}

function titleLines(group: Group, caseView: CaseView, points: number): string[] {
  if (group.example.item) return [excerpt(`item ${itemText(group, caseView)}`, points)];
  return caseView.trials.asked === 1 ? [] : [trialsText(group)];
}

function trialsText({ trials, times }: Group): string {
  const numbers = trials.slice(0, most.trials).map((trial) => count(trial + 1));
  const rest = times - numbers.length;
  return `${times === 1 ? 'trial' : 'trials'} ${numbers.join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}`;
}

function turnsLines(reply: Reply, points: number): string[] {
  const { turns, conversation, is_cut, findings } = reply;
  if (is_cut) return excerptOfCut(findings, points);
  if (!conversation) return turns.flatMap((turn) => answerLines(turn, points));
  const hidden = turns.length - most.firstTurns - most.lastTurns;
  const { unanswered } = conversation;
  return [
    ...turns.flatMap((turn, at) => {
      if (hidden <= 1 || at < most.firstTurns || at >= turns.length - most.lastTurns) {
        return [...labelledLines('user', turn.message.raw, points), ...answerLines(turn, points)];
      }
      return at === most.firstTurns ? [`  … ${plural(hidden, 'turn')} …`] : [];
    }),
    ...(unanswered ? labelledLines('user', unanswered.raw, points) : []),
    ...labelledLines('ended', endText(reply), points),
  ];
}

function answerLines(turn: TurnView, points: number): string[] {
  const isSilent = turn.response.raw === '' && turn.calls !== undefined;
  return turnParts(turn).flatMap((part) => {
    if (part.part !== 'reply') return labelledLines(part.label, part.text, points);
    return isSilent ? [] : labelledLines(part.label, turn.response.raw, points);
  });
}

function excerptOfCut(findings: readonly FindingView[], points: number): string[] {
  const found = findings.find(({ mark, excerpt: own }) => mark !== 'passed' && own !== undefined)?.excerpt;
  if (!found) return ['  reply   (its text is only in trials.jsonl of the run)'];
  return labelledLines(
    'reply',
    `… ${found.text.raw} … (line ${count(found.line)}; the rest is in trials.jsonl)`,
    points,
  );
}

function withLabel(finding: FindingView): string {
  const text = findingText(finding);
  if (finding.kind === 'check') return text;
  return `${findingLabel(finding)}${/^\d/.test(text) ? '' : ':'} ${text}`;
}

function findingLines(finding: FindingView, points: number): string[] {
  const mark = markSpan(finding.mark === 'ungraded' ? 'unknown' : 'failed', plainScreen).text;
  const { judge_reply: reply } = finding;
  return [
    `  ${mark} ${excerpt(withLabel(finding), points)}`,
    ...(reply === undefined ? [] : labelledLines('wrote', reply.raw, points)),
  ];
}
