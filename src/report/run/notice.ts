import { unreachable } from '#model/data/unreachable.js';
import type { Problem } from '#model/problem.js';
import type { LockTakeover, MissingKey, RunNotice } from '#model/run/notice.js';
import { budgetText } from '../plan/totals.js';
import { plural } from '../text/numbers.js';
import { resumingText, stoppingText } from './interrupted.js';
import { againText, repeatedText } from './repeated-shards.js';
import { silenceText } from './silence.js';

/** The text of a notice, and whether it is a warning. */
export interface NoticeText {
  readonly text: string;
  readonly isWarning: boolean;
}

/** The data that texts of notices need besides the notice. */
export interface NoticeContext {
  readonly now: Date;
  /** The time that running calls have after a stop, in milliseconds. */
  readonly graceMs: number;
  /** Returns the path of a file for display. */
  readonly pathOf: (file: string) => string;
}

/** Renders a notice. */
export function noticeText(notice: RunNotice, context: NoticeContext): NoticeText {
  const warning = warningOf(notice, context);
  return warning === null ? { text: noteOf(notice, context), isWarning: false } : { text: warning, isWarning: true };
}

function warningOf(notice: RunNotice, { pathOf }: NoticeContext): string | null {
  switch (notice.event) {
    case 'journal_damaged':
      return notice.isShard ? placed(notice.problem, (file) => file) : inOneLine(notice.problem, pathOf);
    case 'recordings_damaged':
      return notice.problem.message;
    case 'cache_entry_ignored':
      return notice.text;
    default:
      return null;
  }
}

function noteOf(notice: RunNotice, { now, graceMs }: NoticeContext): string {
  switch (notice.event) {
    case 'lock_taken_over':
      return takeoverText(notice);
    case 'other_runs_unfinished':
      return othersText(notice.run_ids);
    case 'run_resumed':
      return resumingText(notice.run_id, { there: notice.replies, calls: notice.calls, budget: notice.budget });
    case 'shard_collected_again':
      return againText(notice.shard);
    case 'shards_repeated':
      return repeatedText(notice.shards);
    case 'shard_budgets':
      return `each shard had a budget of its own: ${[...new Set(notice.budgets.map(budgetText))].join(', ')}`;
    case 'shard_answers_differ':
      return `${plural(notice.questions, 'question was', 'questions were')} answered in several shards: the first answer counts for all cases that put it`;
    case 'shards_merged':
      return `merging ${notice.shards} shards: ${plural(notice.replies, 'reply', 'replies')}`;
    case 'rubrics_written':
      return rubricsText(notice.count, notice.file);
    case 'recordings_played':
      return `${notice.missing.map(keyText).join(', ')}: no model is called, the run plays ${notice.file}`;
    case 'provider_silent':
      return silenceText(notice, now);
    case 'run_stopping':
      return stoppingText({ inHand: notice.in_hand, batches: notice.batches }, graceMs);
    case 'batch_changed':
    case 'cache_entry_ignored':
      return notice.text;
    case 'journal_damaged':
    case 'recordings_damaged':
      return notice.problem.message;
    default:
      return unreachable(notice);
  }
}

function takeoverText({ run_id, pid, isRestarted }: LockTakeover): string {
  if (pid === null) return `the lock on run ${run_id} is taken over`;
  const why = isRestarted ? 'the machine was started anew since' : 'that process is gone';
  return `the lock that process ${pid} left on run ${run_id} is taken over: ${why}`;
}

const mostNamed = 3;

function othersText(runIds: readonly string[]): string {
  const named = runIds.slice(-mostNamed).join(', ');
  const more = runIds.length > mostNamed ? ` and ${runIds.length - mostNamed} more` : '';
  return `also unfinished: ${named}${more}; eva eval --resume RUN goes on with one of them`;
}

function rubricsText(count: number, file: string): string {
  const rubrics = count === 1 ? 'the rubric of 1 behaviour' : `the rubrics of ${count} behaviours`;
  return `wrote ${rubrics} into ${file}: read ${count === 1 ? 'it' : 'them'}, and commit the file`;
}

/** Renders a missing key: `no key for anthropic (ANTHROPIC_API_KEY is empty)`. */
function keyText({ provider, variable, isEmpty }: MissingKey): string {
  return `no key for ${provider} (${variable} is ${isEmpty ? 'empty' : 'not set'})`;
}

function inOneLine(problem: Problem, pathOf: NoticeContext['pathOf']): string {
  const { hint } = problem;
  return `${placed(problem, pathOf)}${hint === undefined ? '' : `; ${hint}`}`;
}

function placed({ at, message }: Problem, pathOf: NoticeContext['pathOf']): string {
  if (!at) return message;
  return `${pathOf(at.file)}${at.line === undefined ? '' : `:${at.line}`}  ${message}`;
}
