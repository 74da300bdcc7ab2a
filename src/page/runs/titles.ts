import { count } from '#report/text/numbers.js';
import type { Counts, Text, ViewOutcome } from '#view/view.js';

export const marks: Readonly<Record<ViewOutcome, string>> = {
  passed: '✓',
  collected: '✓',
  failed: '✗',
  inconclusive: '~',
  unfinished: '?',
  shown: '·',
};

const order = ['unfinished', 'failed', 'inconclusive', 'passed', 'shown'] as const;

interface Titled {
  readonly outcome: ViewOutcome;
  readonly title: Text;
  readonly counts: Counts;
}

/** Returns the title of a page, which tabs of browsers show: `✗ support-triage: 2 failed, 5 passed`. */
export function titleOf({ outcome, title, counts }: Titled): Text {
  const parts = order.flatMap((name) => (counts[name] > 0 ? [`${count(counts[name])} ${name}`] : []));
  return { raw: `${marks[outcome]} ${[title.raw, ...(parts.length > 0 ? [parts.join(', ')] : [])].join(': ')}` };
}
