import { bytesInWords, count, plural } from '../text/numbers.js';
import { asCalled, type Colour, type Screen, usableWidth } from '../text/screen.js';
import { clip, visible, wrap } from '../text/visible.js';

interface CacheView {
  readonly entries: number;
  readonly bytes: number;
  /** The time of the oldest entry, ISO 8601; null without entries. */
  readonly oldest: string | null;
  readonly unreadable: number;
}

export function renderCacheStats({ entries, bytes, oldest, unreadable }: CacheView, screen: Screen): string {
  const { paint } = screen;
  if (entries === 0) return `the cache is empty: ${asCalled('eva eval ID --cache', screen)} fills it\n`;
  const since = oldest === null ? '' : `, the oldest of ${oldest.slice(0, 10)}`;
  const useless = unreadable === 0 ? '' : `  ${paint.yellow(unreadableInWords(unreadable))}\n`;
  return `\n  ${paint.bold(`${plural(entries, 'reply', 'replies')}, ${bytesInWords(bytes)}`)} in .eva/${since}\n${useless}`;
}

function unreadableInWords(unreadable: number): string {
  return `${unreadable === 1 ? '1 of them cannot' : `${unreadable} of them cannot`} be read, and will be asked for anew`;
}

export function renderCacheCleared({ entries, bytes }: Pick<CacheView, 'entries' | 'bytes'>): string {
  return entries === 0
    ? 'nothing was removed\n'
    : `removed ${plural(entries, 'reply', 'replies')}, ${bytesInWords(bytes)}\n`;
}

export interface RunSize {
  readonly run_id: string;
  /** The id of the prompt; null if the folder does not contain it. */
  readonly id: string | null;
  /** `unfinished`: it can be resumed. `collected`: a complete shard, which can be merged. `merged`: a merged shard, not needed any more. */
  readonly state: 'finished' | 'merged' | 'collected' | 'unfinished' | 'running';
  readonly bytes: number;
}

interface CleanView {
  readonly dry_run: boolean;
  readonly removed: readonly RunSize[];
  readonly kept: readonly RunSize[];
  /** The removed files of killed processes; null if eva did not look for them. */
  readonly leftovers: { readonly files: number; readonly bytes: number } | null;
}

/** `folder`: that of the runs, as messages name it. */
export function renderRunSizes(runs: readonly RunSize[], folder: string, screen: Screen): string {
  const { paint } = screen;
  if (runs.length === 0) return `there are no runs in ${folder}/: nothing to clean\n`;
  const lines = [
    `  ${paint.bold(`${plural(runs.length, 'run')}, ${bytesInWords(sizeOf(runs))}`)} in ${folder}/`,
    ...stateLines(runs, screen),
    '',
    ...beside('  ', 'Nothing was removed. Say which runs to remove:', screen),
    ...beside(
      `    ${asCalled('eva clean --older-than 30d', screen)}   `,
      'that began more than 30 days ago',
      screen,
      paint.cyan,
    ),
    ...beside(
      `    ${asCalled('eva clean --max-size 500MB', screen)}   `,
      'the oldest, down to 500 MB',
      screen,
      paint.cyan,
    ),
    ...beside('  ', '--unfinished: unfinished ones and shards too. --dry-run: only show.', screen),
  ];
  return `\n${lines.join('\n')}\n`;
}

/** Lays out a text beside its start; below it, indented, if there is little room. */
function beside(start: string, text: string, screen: Screen, colour: Colour = (it) => it): string[] {
  const room = usableWidth(screen) - start.length;
  const isBelow = room < 16 && text.length > room;
  const indent = isBelow ? 6 : start.length;
  const [first = '', ...more] = wrap(text, usableWidth(screen) - indent);
  const below = more.map((line) => ' '.repeat(indent) + line);
  return isBelow ? [colour(start.trimEnd()), ' '.repeat(indent) + first, ...below] : [colour(start) + first, ...below];
}

export function renderClean(view: CleanView, screen: Screen): string {
  const lines = [...removedLines(view, screen), ...leftoverLine(view), ...keptLines(view, screen)];
  return `\n${lines.join('\n')}\n`;
}

function removedLines({ removed, dry_run }: CleanView, screen: Screen): string[] {
  if (removed.length === 0) return [`  no run ${dry_run ? 'would be' : 'was'} removed`];
  const title = `${dry_run ? 'would remove' : 'removed'} ${plural(removed.length, 'run')}, ${bytesInWords(sizeOf(removed))}`;
  const more = removed.length > most ? [`    … and ${count(removed.length - most)} more`] : [];
  return [`  ${screen.paint.bold(title)}`, ...removed.slice(0, most).map((run) => runLine(run, screen)), ...more];
}

/** The maximum number of runs that are listed by name; --json lists all. */
const most = 20;

function runLine({ run_id, id, state, bytes }: RunSize, screen: Screen): string {
  const about = `${visible(run_id)}  ${visible(id ?? '(unknown)')}, ${bytesInWords(bytes)}`;
  return `    ${clip(['collected', 'unfinished'].includes(state) ? `${about}, ${state}` : about, usableWidth(screen) - 4)}`;
}

function leftoverLine({ leftovers }: CleanView): string[] {
  if (leftovers === null || leftovers.files === 0) return [];
  return [`  swept ${plural(leftovers.files, 'file')} that a killed process left, ${bytesInWords(leftovers.bytes)}`];
}

function keptLines({ kept }: CleanView, screen: Screen): string[] {
  if (kept.length === 0) return ['  no run is left'];
  const verb = kept.length === 1 ? 'stays' : 'stay';
  return [`  ${plural(kept.length, 'run')} ${verb}, ${bytesInWords(sizeOf(kept))}`, ...stateLines(kept, screen)];
}

const stateWords = [
  ['finished', 'finished'],
  ['merged', 'shards that were merged'],
  ['collected', 'collected shards, to be merged: kept unless --unfinished'],
  ['unfinished', 'unfinished: kept unless --unfinished'],
  ['running', 'running now: kept'],
] as const;

function stateLines(runs: readonly RunSize[], screen: Screen): string[] {
  const groups = stateWords.map(([state, what]) => ({ what, own: runs.filter((run) => run.state === state) }));
  const nonEmpty = groups.filter(({ own }) => own.length > 0);
  const counts = alignedRight(nonEmpty.map(({ own }) => count(own.length)));
  const sizes = alignedRight(nonEmpty.map(({ own }) => bytesInWords(sizeOf(own))));
  return nonEmpty.flatMap(({ what }, i) => beside(`    ${counts[i]}  ${sizes[i]}  `, what, screen));
}

function alignedRight(cells: readonly string[]): readonly string[] {
  const width = Math.max(...cells.map((cell) => cell.length));
  return cells.map((cell) => cell.padStart(width));
}

function sizeOf(runs: readonly RunSize[]): number {
  return runs.reduce((sum, { bytes }) => sum + bytes, 0);
}
