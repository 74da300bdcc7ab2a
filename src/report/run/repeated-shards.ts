import type { MergedShards, Shard } from '#model/run/run.js';
import { count, plural } from '../text/numbers.js';

const mostNamed = 5;

/** Renders the shards that were collected more than once, and the number of additional attempts. Empty without such shards. */
export function repeatedText(shards: MergedShards | undefined): string {
  if (!shards || shards.repeated.length === 0) return '';
  const { of, collected, repeated } = shards;
  const named = repeated
    .slice(0, mostNamed)
    .map(({ index, times }, i) => `shard ${index}${i === 0 ? ' was collected' : ''} ${timesText(times)}`);
  const more = repeated.length > mostNamed ? ', and others more than once' : '';
  const further = collected - of === 1 ? 'one further attempt' : plural(collected - of, 'further attempt');
  return `${named.join(', ')}${more}: ${further}`;
}

/** Renders a warning that this library has collected a shard before. */
export function againText(shard: Shard): string {
  return `shard ${shard.index} of ${shard.of} was collected before: collecting it again is one more attempt`;
}

function timesText(times: number): string {
  return times === 2 ? 'twice' : `${count(times)} times`;
}
