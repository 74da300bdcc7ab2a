import { oneLine } from '#model/text/quoted.js';
import { caseDetail, moreText, mostBytes } from '../words/case-detail.js';
import { type Entry, isUndecidedSlice } from '../words/entries.js';
import { bytesOf, excerpt } from '../words/excerpt.js';
import { reasonsOf, sliceName } from '../words/figures.js';
import { escapeXml } from './xml.js';

/** A test case before it is written. Its texts are visible ones. */
export interface TestCase {
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly seconds: number | null;
  readonly result: TestResult | null;
  /** More about a test case that passed; empty without any. */
  readonly output: string;
}

/** Why a test case is not green. */
export interface TestResult {
  readonly element: 'failure' | 'error' | 'skipped';
  readonly type: string | null;
  readonly message: string;
  /** Empty for one without more than its message. */
  readonly content: string;
}

export function testCaseOf(entry: Entry, seconds: number | null, more: string | null): TestCase {
  const { caseView, slice } = entry;
  const name = slice ? `${caseView.name.raw} [${sliceName(slice, '=')}]` : caseView.name.raw;
  return {
    name: excerpt(name),
    file: caseView.at === null ? null : excerpt(caseView.at.file),
    line: caseView.at?.line ?? null,
    seconds: slice ? null : seconds,
    result: resultOf(entry, more),
    output: isUndecidedSlice(entry)
      ? `inconclusive, but it must only not fail: ${excerpt(reasonsOf(entry).join('; '))}`
      : '',
  };
}

const skipped = {
  shown: 'shown, and judged by nothing',
  collected: 'collected: eva merge decides it',
} as const;

function resultOf(entry: Entry, more: string | null): TestResult | null {
  switch (entry.outcome) {
    case 'passed':
      return null;
    case 'shown':
    case 'collected':
      return { element: 'skipped', type: null, message: skipped[entry.outcome], content: '' };
    case 'unfinished':
      return { element: 'error', type: 'unfinished', ...textsOf(entry, more) };
    default:
      return { element: 'failure', type: entry.outcome, ...textsOf(entry, more) };
  }
}

/** The maximum length of a message, in code points. The content has all of it. */
const longestMessage = 500;

/** Returns the reason as a message, and the reason with the replies as content, which is all that GitLab shows. */
function textsOf(entry: Entry, more: string | null): { readonly message: string; readonly content: string } {
  const start = entry.outcome === 'inconclusive' ? 'INCONCLUSIVE: ' : '';
  const reasons = reasonsOf(entry).map((reason) => excerpt(oneLine(reason)));
  const own = [start + (reasons[0] ?? 'no claim was decided'), ...reasons.slice(1)];
  const missing = entry.outcome === 'unfinished' ? new Set(entry.caseView.missing.map(({ reason }) => reason.raw)) : [];
  const message = excerpt(own.join('; '), longestMessage);
  const room = mostBytes - bytesOf(escapeXml(message));
  const lines = fitting([...own, ...[...missing].map((reason) => excerpt(oneLine(reason)))], room);
  return { message, content: [...lines, ...detailLines(entry, room - sizeOf(lines), more)].join('\n') };
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + bytesOf(escapeXml(line)) + 1, 0);
}

/** Returns the first lines that fit into these bytes. */
function fitting(lines: readonly string[], bytes: number): readonly string[] {
  const end = lines.findIndex((_, at) => sizeOf(lines.slice(0, at + 1)) > bytes);
  return end === -1 ? lines : lines.slice(0, end);
}

/** Returns the replies of a case that fit into these bytes. A slice has none: its items are those of its case. */
function detailLines(entry: Entry, bytes: number, more: string | null): readonly string[] {
  const { caseView, slice, outcome } = entry;
  if (slice || outcome === 'unfinished') return [];
  const command = more === null ? '' : `: ${excerpt(more, longestMessage)}`;
  const { lines, omitted } = caseDetail(caseView, { escaped: escapeXml, bytes: bytes - sizeOf([command]) });
  return [...lines, ...(omitted > 0 && more !== null ? [moreText(omitted) + command] : [])];
}
