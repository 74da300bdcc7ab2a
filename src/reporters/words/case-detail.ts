import { confusionText } from '#report/run/dataset/classes.js';
import { failedSlicesFirst } from '#report/run/dataset/items.js';
import { lastMessage } from '#report/run/result/sent-messages.js';
import { count, plural } from '#report/text/numbers.js';
import type { CaseView, Miss } from '#view/view.js';
import { missText } from '#view/words/miss-words.js';
import { bytesOf, excerpt, mostPoints } from './excerpt.js';
import { inputLines, labelledLines, replyLines } from './reply-lines.js';

/** The maximum size of what a file for people shows of a case, in bytes. */
export const mostBytes = 20_000;

/** Shorter limits for a first reply that is too large, in code points of each text. */
const points = [mostPoints, 500, 100] as const;
const mostMisses = 8;
const mostReplies = 10;
const widestClass = 240;

/** The replies of a case that did not pass, as lines without escapes for a format. */
export interface CaseDetail {
  /** The number of these replies, and how many of them differ; null if that is not known. */
  readonly failing: number;
  readonly different: number | null;
  readonly lines: readonly string[];
  /** The number of replies that the lines do not show. */
  readonly omitted: number;
}

/** How a format counts the bytes of lines, and how many it has for a case. */
export interface Space {
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

/** Renders how many replies missed what: `7 times  not_matches: "refund"`. */
function missLines(shown: readonly Miss[], caseView: CaseView): string[] {
  const more = countedMisses(caseView).length - shown.length;
  const confusions = (caseView.dataset?.classes ?? []).flatMap(({ confusions: [worst] }) => worst ?? []);
  return [
    ...shown.map((miss) => `${plural(miss.times, 'time')}  ${excerpt(missText(miss))}`),
    ...(shown.length > 0 && more > 0 ? [`${plural(more, 'more kind')} of miss`] : []),
    ...confusions.map((worst) => excerpt(`worst confusion: ${confusionText(worst, widestClass)}`)),
  ];
}

/** Renders the inputs of a case, or the user's last message; nothing for queries, whose name is the input, and for data sets. */
function askedLines(caseView: CaseView, most: number): string[] {
  const { kind, inputs, dataset } = caseView;
  if (kind === 'trigger' || dataset) return [];
  const asked = lastMessage(caseView);
  return asked ? labelledLines('user', asked.raw, most) : inputLines(inputs, most);
}

/** Renders how many failing replies are not shown: `12 more failing replies`. */
export function moreText(omitted: number): string {
  return plural(omitted, 'more failing reply', 'more failing replies');
}

/** Renders how many replies failed: `7 failing replies, 3 different`. */
export function failingText({ failing, different }: CaseDetail): string {
  const all = plural(failing, 'failing reply', 'failing replies');
  if (different === null || failing < 2) return all;
  if (different === 1) return `${all}, all the same`;
  return different === failing ? `${all}, all different` : `${all}, ${count(different)} different`;
}
