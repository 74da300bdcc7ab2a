import type { PairOutcome } from '#model/pairs/comparison.js';
import type { CaseOutcome, Shard } from '#model/run/run.js';
import { count } from '../text/numbers.js';
import { type PaintedSpan, painted, type Screen } from '../text/screen.js';
import { clip, visible } from '../text/visible.js';
import { outcomeMarks, outcomeWords } from '../view/compare-words.js';

/**
 * The state of a run. `finished`: it has a row. `running`: a process works on it. `collected`: a complete shard, a side of a finished comparison, or a
 * run that judged nothing, none of which has a row. `waiting`: labels of people will decide it. `unrecorded`: it has finished, but its row was not
 * written or was deleted. `unfinished`: anything else.
 */
export type LogState = 'finished' | 'running' | 'collected' | 'waiting' | 'unrecorded' | 'unfinished';

/** One run for `eva log`, from its row, its folder, or both. Unknown fields are null. */
interface LogEntry {
  readonly state: LogState;
  readonly run_id: string | null;
  /** The id of the prompt; null for rows of the original eva in the library's log. */
  readonly id: string | null;
  readonly variant?: string;
  /** True if the command line replaced the model or the cases of the files. */
  readonly override?: true;
  /**
   * The side of a comparison that it answered for, and the word that named A; absent for a run of its own. Side B of a finished one also has the
   * outcome, and the name of A: `ready (5352329)`.
   */
  readonly compare?: {
    readonly side: 'a' | 'b';
    readonly against: string;
    readonly outcome?: PairOutcome;
    readonly label?: string;
  };
  /** The start time, ISO 8601, by the clock of its machine. */
  readonly ts: string | null;
  /** null without a row, without any case, and if the row contradicts itself. */
  readonly all_passed: boolean | null;
  readonly total: number | null;
  readonly passed: number | null;
  readonly failed_cases: readonly string[];
  readonly partial: boolean;
  /** The case with which the run ended while others were open. Absent if every case was settled. */
  readonly ended_by?: string;
  readonly synthetic: boolean;
  /** False for rows of the original eva, which do not have digests of the files. */
  readonly has_evidence: boolean;
  readonly shard: Shard | null;
  readonly replies: number | null;
  readonly cost_usd: number | null;
  /** The date of eva's price table, if built-in prices are part of the cost. */
  readonly built_in_prices?: string;
  readonly duration_s: number | null;
  readonly row: { readonly file: string; readonly line: number } | null;
  /** Its folder, relative to the library; null if it was removed. */
  readonly folder: string | null;
  readonly pid: number | null;
  /** The machine or container of the process, if it is not this one. */
  readonly host?: string;
  /** Why its journal prevents a resume of an unfinished run; absent if it does not. */
  readonly journal?: 'gone' | 'newer';
  /** The command that resumes it; null if it is done, if a process works on it, or if it cannot be resumed. */
  readonly resume: string | null;
}

/** A run for the table, with fields that `--json` does not print. */
export interface ListedEntry extends LogEntry {
  readonly inconclusive: number;
  /** True if its row says that all replies are recorded ones, so that it called no model. */
  readonly isKept?: boolean;
  /** The id of its comparison, and the command that compares the same versions again; absent for a run of its own. */
  readonly comparison?: { readonly id: string; readonly command: string };
}

export function withoutCounts({
  inconclusive: _,
  isKept: _kept,
  comparison: _comparison,
  ...entry
}: ListedEntry): LogEntry {
  return entry;
}

/** Returns the outcome of a run; null for running runs and shards, which have none. */
export function outcomeOfEntry({
  state,
  all_passed,
  failed_cases,
  inconclusive,
  compare,
}: ListedEntry): Exclude<CaseOutcome, 'shown'> | null {
  if (state === 'collected' && compare?.outcome) return outcomeMarks[compare.outcome];
  if (state === 'running' || state === 'collected') return null;
  if (all_passed === null) return 'unknown';
  const missed = inconclusive > 0 && inconclusive === failed_cases.length ? 'inconclusive' : 'failed';
  return all_passed ? 'passed' : missed;
}

export function outcomeInWords(entry: ListedEntry): string {
  return painted(outcomeSpans(entry));
}

export function outcomeSpans(entry: ListedEntry, screen?: Screen): readonly PaintedSpan[] {
  if (entry.total === null) return [{ text: stateInWords(entry) }];
  const remarks = remarksOn(entry).map((text) => ` · ${text}`);
  return [{ text: countsInWords(entry) }, { text: remarks.join(''), ...(screen && { colour: screen.paint.yellow }) }];
}

function countsInWords({ all_passed, total, passed, failed_cases, inconclusive }: ListedEntry): string {
  if (all_passed !== false) return `${count(passed)}${all_passed === null ? ` of ${count(total)}` : ''} passed`;
  const failed = failed_cases.length - inconclusive;
  const parts = [
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(inconclusive > 0 ? [`${count(inconclusive)} inconclusive`] : []),
  ];
  return parts.join(' · ');
}

function remarksOn(entry: ListedEntry): readonly string[] {
  return [
    ...(entry.total === 0 ? ['evaluated nothing'] : entry.all_passed === null ? ['contradicts itself'] : []),
    ...(entry.partial ? ['partial'] : []),
    ...(entry.ended_by === undefined ? [] : ['ended early (--fail-fast=run)']),
    ...(entry.synthetic ? ['SYNTHETIC'] : []),
    ...(entry.isKept ? ['on recorded replies'] : []),
    ...(entry.row === null || entry.has_evidence ? [] : ['no evidence']),
    ...(entry.state === 'unrecorded' ? [noRowInWords(entry)] : []),
    ...(entry.state === 'waiting' ? ['waits for labels'] : []),
  ];
}

/** Renders the outcome of a comparison, else the side that a run answered for; null for a run of its own. */
function sideInWords({ compare }: ListedEntry): string | null {
  if (compare?.outcome) {
    const joint = compare.outcome === 'undecided' ? 'against' : 'than';
    return `${outcomeWords[compare.outcome]} ${joint} ${visible(clip(compare.label ?? compare.against, longestLabel))}`;
  }
  return compare ? `side ${compare.side.toUpperCase()} of a comparison with ${visible(compare.against)}` : null;
}

const longestLabel = 40;

function stateInWords(entry: ListedEntry): string {
  const { state, shard, replies, pid, host } = entry;
  const part = shard === null ? '' : `shard ${shard.index} of ${shard.of} `;
  switch (state) {
    case 'running':
      return `${part}running now${pid === null ? '' : ` (process ${pid}${host === undefined ? '' : ` of ${visible(host)}`})`}`;
    case 'collected':
      return shard ? `${part}collected` : (sideInWords(entry) ?? 'shown, not judged');
    case 'unrecorded':
      return `${part}finished, ${noRowInWords(entry)}`;
    case 'waiting':
      return 'finished, waits for labels';
    case 'finished':
      return `${part}finished`;
    case 'unfinished':
      return `${part}${shard ? 'open' : 'unfinished'}${entry.journal ? '' : keptInWords(replies)}${howInWords(entry)}`;
  }
}

function noRowInWords(entry: ListedEntry): string {
  const how = howInWords(entry);
  return `no row${how}${how.endsWith('--resume') ? ' writes it' : ''}`;
}

/** Renders after a colon how to continue a run, or why that is impossible; empty if the run is complete, or if no command continues it. */
function howInWords({ journal, resume }: ListedEntry): string {
  if (journal) return `: ${journalInWords[journal]}`;
  return resume?.startsWith('eva ') ? `: ${/ --resume\b/.test(resume) ? '--resume' : visible(resume)}` : '';
}

const journalInWords = {
  gone: 'no journal, run again',
  newer: 'journal of a newer eva',
} as const;

function keptInWords(replies: number | null): string {
  return replies === null ? '' : `, ${replies === 0 ? 'nothing' : count(replies)} kept`;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Returns when a run began, in the local time zone: `today 10:15`, `Sat 21 Nov`, `21 Nov 2025`. With `hasTime` all of them have the time of
 * day. Clips a text that is not a time.
 */
export function whenInWords(ts: string | null, now: Date, hasTime: boolean): string {
  const at = new Date(ts ?? '');
  if (!/^\d{4}-\d\d-\d\dT/.test(ts ?? '') || Number.isNaN(at.getTime())) return clip(ts ?? '', 16);
  const time = `${twoDigits(at.getHours(), '0')}:${twoDigits(at.getMinutes(), '0')}`;
  if (at.toDateString() === now.toDateString()) return `today ${time}`;
  const date = `${twoDigits(at.getDate(), ' ')} ${months[at.getMonth()]}`;
  const day = at.getFullYear() === now.getFullYear() ? `${days[at.getDay()]} ${date}` : `${date} ${at.getFullYear()}`;
  return hasTime ? `${day} ${time}` : day;
}

function twoDigits(value: number, filler: string): string {
  return String(value).padStart(2, filler);
}
