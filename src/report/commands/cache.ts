import { bytesInWords } from '../text/bytes.js';
import { plural } from '../text/numbers.js';
import type { Screen } from '../text/paint.js';

/** The statistics of a cache, for `eva cache stats`. */
export interface CacheView {
  readonly entries: number;
  readonly bytes: number;
  /** The time of the oldest entry, ISO 8601; null without entries. */
  readonly oldest: string | null;
  /** The number of entries that cannot be used. */
  readonly unreadable: number;
}

/** Renders the size of a cache, its oldest entry and the number of unusable entries. */
export function renderCacheStats({ entries, bytes, oldest, unreadable }: CacheView, { paint }: Screen): string {
  if (entries === 0) return 'the cache is empty: eva eval ID --cache fills it\n';
  const since = oldest === null ? '' : `, the oldest of ${oldest.slice(0, 10)}`;
  const useless = unreadable === 0 ? '' : `  ${paint.yellow(unreadableInWords(unreadable))}\n`;
  return `\n  ${paint.bold(`${plural(entries, 'reply', 'replies')}, ${bytesInWords(bytes)}`)} in .eva/cache/${since}\n${useless}`;
}

function unreadableInWords(unreadable: number): string {
  return `${unreadable === 1 ? '1 of them cannot' : `${unreadable} of them cannot`} be read, and will be asked for anew`;
}

/** Renders what was removed from a cache. */
export function renderCacheCleared({ entries, bytes }: Pick<CacheView, 'entries' | 'bytes'>): string {
  return entries === 0
    ? 'nothing was removed\n'
    : `removed ${plural(entries, 'reply', 'replies')}, ${bytesInWords(bytes)}\n`;
}
