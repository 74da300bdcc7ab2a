import type { CaseOutcome } from '#model/run/run.js';
import { outcomeMarks, outcomeWords } from '#view/pairs/pair-words.js';
import { clip } from '../text/clip.js';
import { count } from '../text/numbers.js';
import type { Screen } from '../text/paint.js';
import { painted, type Span } from '../text/spans.js';
import { visible } from '../text/visible.js';
import type { ListedEntry } from './entry.js';

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

/** Returns how a run ended, in words. Texts from outside are visible. */
export function outcomeInWords(entry: ListedEntry): string {
  return painted(outcomeSpans(entry));
}

/** Returns how a run ended. With a screen, colours the facts that limit its value as evidence. */
export function outcomeSpans(entry: ListedEntry, screen?: Screen): readonly Span[] {
  if (entry.total === null) return [{ text: stateInWords(entry) }];
  const remarks = remarksOn(entry).map((text) => ` · ${text}`);
  return [{ text: countsInWords(entry) }, { text: remarks.join(''), ...(screen && { colour: screen.paint.yellow }) }];
}

/** Renders the counts of a run: `7 passed`, `2 failed · 1 inconclusive`. */
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

/** The maximum width of the name of a version, in columns. */
const longestLabel = 40;

/** Renders the state of a run without a result, and the flag or the command that completes it. */
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
