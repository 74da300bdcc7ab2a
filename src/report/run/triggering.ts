import type { CaseResult, TriggeringCounts } from '#model/run/run.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import { reasonLines } from './finding.js';
import { markOf } from './mark.js';
import { troublesOf } from './troubles.js';

/** Hits and false alarms apart, then every query that did not pass. Empty without triggering. */
export function triggeringLines(
  counts: TriggeringCounts | null,
  results: readonly CaseResult[],
  screen: Screen,
): string[] {
  if (!counts) return [];
  const { should_match: should, should_not_match: shouldNot } = counts;
  const failed = results.filter((result) => result.passed === false);
  return [
    screen.paint.bold('  Triggering'),
    ...countLine('should_match', should.hits, should.total, 'hits', results, screen),
    ...countLine('should_not_match', shouldNot.false_alarms, shouldNot.total, 'false alarms', results, screen),
    ...failed.flatMap((result) => queryLines(result, screen)),
  ];
}

function countLine(
  list: 'should_match' | 'should_not_match',
  said: number,
  total: number,
  word: string,
  results: readonly CaseResult[],
  screen: Screen,
): string[] {
  if (total === 0) return [];
  const own = results.filter((result) => result.name.startsWith(`${list}: `));
  const unknown = own.filter((result) => result.passed === null).length;
  const passed = own.some((result) => result.passed === false) ? false : unknown > 0 ? null : true;
  const missing = unknown > 0 ? `, ${plural(unknown, 'query', 'queries')} without an answer` : '';
  return [`  ${markOf(passed, screen)} ${list.padEnd(16)}  ${count(said)} of ${count(total)} ${word}${missing}`];
}

function queryLines(result: CaseResult, screen: Screen): string[] {
  const lines = wrap(visible(result.name), usableWidth(screen) - 6);
  const reasons = troublesOf(result).flatMap((trouble) => trouble.findings.map((finding) => finding.reason));
  return [
    ...lines.map((line, i) => `    ${i === 0 ? screen.paint.red('✗') : ' '} ${line}`),
    ...reasons.flatMap((reason) => reasonLines(reason, screen)),
  ];
}
