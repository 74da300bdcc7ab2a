import { markSpan } from '../run/mark.js';
import { clip, displayWidth } from '../text/clip.js';
import { count, duration, plural, usd } from '../text/numbers.js';
import type { Colour, Screen } from '../text/paint.js';
import type { Span } from '../text/spans.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import type { LogEntry } from './entry.js';
import { type Column, tableLines } from './table.js';

/** What `eva log` shows. */
export interface LogView {
  /** Runs with a row, in the order of the log. */
  readonly rows: readonly LogEntry[];
  /** Runs without one, oldest first. */
  readonly others: readonly LogEntry[];
  /** How many of each stand before those, unshown. */
  readonly earlier: { readonly rows: number; readonly others: number };
  /** The prompt that all of them are of; null for any. */
  readonly id: string | null;
}

/** The rows as a table, and below it what has no row, with the command that goes on with it. */
export function renderLog(view: LogView, screen: Screen): string {
  const { rows, others } = view;
  if (rows.length + others.length === 0) return `${nothing(view)}\n`;
  const width = Math.max(40, Math.min(screen.width, widest));
  const sections = [
    ...(rows.length > 0 ? [[...earlierLine(view.earlier.rows, screen), ...rowLines(rows, width, screen)]] : []),
    ...(others.length > 0 ? [[...othersHeading(rows, screen), ...otherLines(view, width, screen)]] : []),
  ];
  return `\n${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const widest = 120;

function nothing({ id }: LogView): string {
  return id === null ? 'no runs yet: eva eval ID makes one' : `no runs of ${visible(id)} yet: eva eval ${visible(id)}`;
}

function earlierLine(earlier: number, { paint }: Screen): string[] {
  return earlier === 0 ? [] : [paint.dim(`  … ${count(earlier)} earlier; eva log --all shows them`)];
}

/** Where there is no room for all, the time goes first, since a run's name tells it. */
function rowLines(rows: readonly LogEntry[], width: number, screen: Screen): string[] {
  const { dim, yellow } = screen.paint;
  const column = (title: string, textOf: (row: LogEntry) => string, colour?: Colour) => ({
    title,
    cells: rows.map((row): readonly Span[] => [{ text: textOf(row), ...(colour && { colour }) }]),
  });
  const columns: readonly Column[] = [
    { title: ' ', cells: rows.map((row) => [markSpan(outcomeOf(row), screen)]) },
    { ...column('when (UTC)', when), leave: 1 },
    column('prompt', (row) => promptName(row, width)),
    column('outcome', ({ passed, total }) => `${count(passed)} of ${count(total)} passed`),
    { ...column('', remarks, yellow), leave: 6 },
    { ...column('replies', ({ replies }) => orBlank(replies, count)), isNumber: true, leave: 2 },
    { ...column('cost', ({ cost_usd }) => orBlank(cost_usd === 0 ? null : cost_usd, usd)), isNumber: true, leave: 4 },
    { ...column('time', ({ duration_s }) => orBlank(duration_s, duration)), isNumber: true, leave: 3 },
    { ...column('run', (row) => (row.run_id === null ? when(row) : clip(row.run_id, longestName))), leave: 5 },
  ];
  return tableLines(columns.filter(hasContent), width, dim);
}

/** Names that eva gives have 23 columns; a row may say anything. */
const longestName = 30;

function hasContent({ cells }: Column): boolean {
  return cells.some((cell) => cell.some(({ text }) => text !== ''));
}

function promptName({ id }: LogEntry, width: number): string {
  return id === null ? '(unknown)' : clip(id, Math.max(12, Math.floor(width / 5)));
}

/** `2026-11-21 22:30`, as the row says it: its own clock, in UTC. A row may say anything. */
function when({ ts }: LogEntry): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(ts ?? '') ?? [];
  return day === undefined ? clip(ts ?? '', 16) : `${day} ${time}`;
}

function orBlank(value: number | null, inWords: (value: number) => string): string {
  return value === null ? '' : inWords(value);
}

function outcomeOf({ all_passed }: LogEntry): 'passed' | 'failed' | 'unknown' {
  return all_passed === null ? 'unknown' : all_passed ? 'passed' : 'failed';
}

function remarks(row: LogEntry): string {
  const all = [
    row.total === 0 ? 'evaluated nothing' : row.all_passed === null ? 'contradicts itself' : '',
    row.partial ? 'partial' : '',
    row.synthetic ? 'synthetic' : '',
    row.has_evidence ? '' : 'no evidence',
  ];
  return all.filter((one) => one !== '').join(', ');
}

function othersHeading(rows: readonly LogEntry[], { paint }: Screen): string[] {
  return [paint.bold(rows.length > 0 ? '  Without a row' : '  No run has a row yet')];
}

function otherLines({ others, earlier }: LogView, width: number, screen: Screen): string[] {
  return [...earlierLine(earlier.others, screen), ...others.flatMap((entry) => otherBlock(entry, width, screen))];
}

/** The run and what is to be said of it, on one line if that fits, and below it the command that goes on with it. */
function otherBlock(entry: LogEntry, width: number, { paint }: Screen): string[] {
  const name = visible(entry.run_id ?? '');
  const told = `${promptName(entry, width)}: ${stateInWords(entry)}`;
  const fits = displayWidth(name) + displayWidth(told) + 4 <= width;
  const lines = fits ? [`  ${name}  ${told}`] : [`  ${name}`, ...wrap(told, width - 4).map((line) => `    ${line}`)];
  return [...lines, ...(entry.resume === null ? [] : [paint.cyan(`    → ${visible(entry.resume)}`)])];
}

function stateInWords({ state, shard, replies, pid, host, journal }: LogEntry): string {
  const part = shard === null ? '' : `shard ${shard.index} of ${shard.of}, `;
  const kept = journal ? `, ${barInWords[journal]}` : keptInWords(replies);
  const where = host === undefined ? '' : ` of ${visible(host)}`;
  switch (state) {
    case 'running':
      return `${part}running now${pid === null ? '' : ` (process ${pid}${where})`}`;
    case 'collected':
      return `${part}collected${kept}`;
    case 'unrecorded':
      return `${part}finished, but has no row (not written, or deleted since)${journal ? kept : ''}`;
    case 'finished':
      return `${part}finished`;
    case 'unfinished':
      return `${part}unfinished${kept}`;
  }
}

const barInWords = {
  gone: 'its journal is gone: run it anew',
  newer: 'its journal is that of a newer version of eva',
} as const;

function keptInWords(replies: number | null): string {
  if (replies === null) return '';
  return replies === 0 ? ', no reply is kept' : `, ${plural(replies, 'reply is kept', 'replies are kept')}`;
}
