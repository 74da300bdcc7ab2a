import { oneLine } from '#model/text/quoted.js';
import { caseDetail, moreText, mostBytes } from '../words/case-detail.js';
import type { Entry } from '../words/entries.js';
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
}

/** Why a test case is not green. */
export interface TestResult {
  readonly element: 'failure' | 'error' | 'skipped';
  readonly type: string | null;
  readonly message: string;
  /** Empty for one without more than its message. */
  readonly content: string;
}

/** Returns the test case of a case or of a slice. */
export function testCaseOf(entry: Entry, seconds: number | null, more: string | null): TestCase {
  const { caseView, slice } = entry;
  const name = slice ? `${caseView.name.raw} [${sliceName(slice, '=')}]` : caseView.name.raw;
  return {
    name: excerpt(name),
    file: caseView.at === null ? null : excerpt(caseView.at.file),
    line: caseView.at?.line ?? null,
    seconds: slice ? null : seconds,
    result: resultOf(entry, more),
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

/** Returns the reason as a message, and the reason with the replies as content, which is all that GitLab shows. */
function textsOf(entry: Entry, more: string | null): { readonly message: string; readonly content: string } {
  const start = entry.outcome === 'inconclusive' ? 'INCONCLUSIVE: ' : '';
  const reasons = reasonsOf(entry).map((reason) => excerpt(oneLine(reason)));
  const own = [start + (reasons[0] ?? 'no claim was decided'), ...reasons.slice(1)];
  const missing = entry.outcome === 'unfinished' ? entry.caseView.missing.map(({ reason }) => reason.raw) : [];
  const lines = [...own, ...missing.map((reason) => excerpt(oneLine(reason)))];
  return { message: excerpt(own.join('; ')), content: [...lines, ...detailLines(entry, lines, more)].join('\n') };
}

/** Returns the replies of a case, within the bytes that its reasons leave. A slice has none: its items are those of its case. */
function detailLines(entry: Entry, before: readonly string[], more: string | null): readonly string[] {
  const { caseView, slice, outcome } = entry;
  if (slice || outcome === 'unfinished') return [];
  const used = before.reduce((sum, line) => sum + bytesOf(escapeXml(line)), 0);
  const { lines, omitted } = caseDetail(caseView, { escaped: escapeXml, bytes: mostBytes - used });
  return [...lines, ...(omitted > 0 && more !== null ? [`${moreText(omitted)}: ${excerpt(more)}`] : [])];
}
