import type { MergedShards } from '#model/run.js';
import { count, plural } from '../text/numbers.js';

const mostNamed = 5;

/** Which shards were collected more than once, and that each further time is an attempt; empty if none was. */
export function repeatedText(shards: MergedShards | undefined): string {
  if (!shards || shards.repeated.length === 0) return '';
  const { of, collected, repeated } = shards;
  const named = repeated.slice(0, mostNamed).map(({ index, times }) => `${index}/${of} ${count(times)} times`);
  const more = repeated.length > mostNamed ? ' and others' : '';
  const further = plural(collected - of, 'further attempt');
  return `shards were collected more than once: ${named.join(', ')}${more}; that counts as ${further}`;
}
