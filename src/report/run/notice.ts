import { unreachable } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { BatchChange, LockTakeover, RunNotice } from '#model/run/notice.js';
import { listed } from '#model/text/quoted.js';
import { count, plural } from '../text/numbers.js';
import type { Screen } from '../text/screen.js';
import { asCalled, hintAsCalled } from '../text/screen.js';
import { resumingText, stoppingText } from './interrupted.js';
import { silenceText } from './progress.js';

interface NoticeContext extends Pick<Screen, 'eva'> {
  readonly now: Date;
  /** The time that running calls have after a stop, in milliseconds. */
  readonly graceMs: number;
  readonly pathOf: (file: string) => string;
}

const warnings: readonly RunNotice['event'][] = [
  'journal_damaged',
  'recordings_damaged',
  'run_not_resumed',
  'cache_entry_ignored',
];

export function noticeText(notice: RunNotice, context: NoticeContext) {
  return { text: wordsOf(notice, context), isWarning: warnings.includes(notice.event) };
}

function wordsOf(notice: RunNotice, context: NoticeContext): string {
  const { now, graceMs } = context;
  switch (notice.event) {
    case 'lock_taken_over':
      return takeoverText(notice);
    case 'other_runs_unfinished':
      return othersText(notice.run_ids, context);
    case 'run_resumed':
      return resumingText(notice, { there: notice.replies, calls: notice.calls, budget: notice.budget }, context);
    case 'shard_assigned':
      return `shard ${notice.shard.index} of ${notice.shard.of}, from ${listed(notice.variables)} (${notice.engine})`;
    case 'rubrics_written':
      return rubricsText(notice.count, notice.file);
    case 'provider_silent':
      return silenceText(notice, now);
    case 'run_stopping':
      return stoppingText({ inHand: notice.in_hand, batches: notice.batches }, graceMs);
    case 'batch_changed':
      return batchText(notice);
    case 'cache_entry_ignored':
      return notice.text;
    case 'journal_damaged':
      return notice.isShard ? placed(notice.problem, (file) => file) : inOneLine(notice.problem, context);
    case 'recordings_damaged':
      return notice.problem.message;
    case 'run_not_resumed':
      return `a new run begins: ${notice.problem.message}`;
    default:
      return unreachable(notice);
  }
}

function takeoverText({ run_id, pid, isRestarted }: LockTakeover): string {
  if (pid === null) return `the lock on run ${run_id} is taken over`;
  const why = isRestarted ? 'the machine was started anew since' : 'that process is gone';
  return `the lock that process ${pid} left on run ${run_id} is taken over: ${why}`;
}

const mostRunsNamed = 3;

function othersText(runIds: readonly string[], context: NoticeContext): string {
  const named = runIds.slice(-mostRunsNamed).join(', ');
  const more = runIds.length > mostRunsNamed ? ` and ${runIds.length - mostRunsNamed} more` : '';
  return `also unfinished: ${named}${more}; ${asCalled('eva eval --resume RUN', context)} goes on with one of them`;
}

function rubricsText(count: number, file: string): string {
  const rubrics = count === 1 ? 'the rubric of 1 behaviour' : `the rubrics of ${count} behaviours`;
  return `wrote ${rubrics} into ${file}: read ${count === 1 ? 'it' : 'them'}, and commit the file`;
}

function inOneLine(problem: Problem, context: NoticeContext): string {
  const { hint } = hintAsCalled(problem, context);
  return `${placed(problem, context.pathOf)}${hint === undefined ? '' : `; ${hint}`}`;
}

function placed({ at, message }: Problem, pathOf: NoticeContext['pathOf']): string {
  if (!at) return message;
  return `${pathOf(at.file)}${at.line === undefined ? '' : `:${at.line}`}  ${message}`;
}

function batchText(batch: BatchChange): string {
  const { id } = batch;
  switch (batch.change) {
    case 'submitted':
      return `batch ${id}: ${plural(batch.requests, 'request')} submitted`;
    case 'progress':
      return `batch ${id}: ${count(batch.done)} of ${count(batch.total)} done`;
    case 'earlier':
      return `batch ${id} was submitted earlier: eva waits for its replies`;
    case 'candidate':
      return `batch ${id} may belong to this run: eva waits for its results to find out`;
    case 'deleted':
      return `the provider has deleted the results of batch ${id}: eva sends the missing requests again`;
    default:
      return unreachable(batch);
  }
}
