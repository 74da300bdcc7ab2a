import type { VNode } from 'preact';
import { count, plural } from '#report/text/numbers.js';
import { numberOf } from '#view/facts.js';
import type { Counts, View } from '#view/view.js';
import { joined } from './claim-words.js';

/** Renders the verdict of a run after its name: `did not pass on SYNTHETIC replies`. */
export function verdictWords(view: View): string {
  const { outcome, flags, cases, shard } = view;
  const partial = flags.includes('partial') ? `, partial: ${plural(cases.length, 'case')}` : '';
  if (shard) return `is shard ${shard.index} of ${shard.of}: ${outcome === 'collected' ? 'collected' : 'unfinished'}`;
  if (cases.length === 0) return 'has no case: nothing was evaluated';
  if (outcome === 'shown') return `was shown, not judged${partial}`;
  if (outcome === 'unfinished') return `is unfinished${replyWords(view)}${partial}`;
  if (flags.includes('waiting')) {
    return `waits for ${plural(numberOf(view, 'labels_awaited'), 'label')}${replyWords(view)}${partial}`;
  }
  return `${outcome === 'passed' ? 'passed' : 'did not pass'}${replyWords(view)}${partial}`;
}

function replyWords({ flags }: View): string {
  if (flags.includes('synthetic')) return ' on SYNTHETIC replies';
  return flags.includes('replayed') ? ' on recorded replies' : '';
}

/** The order of outcomes in counts. */
const order = ['unfinished', 'failed', 'inconclusive', 'passed', 'shown'] as const;

/** Shows counts by outcome, each in its colour: `2 failed · 5 passed`. */
export function CountsText({ counts }: { readonly counts: Counts }): VNode {
  const parts = order.flatMap((outcome) =>
    counts[outcome] > 0 ? [<span class={outcome}>{`${count(counts[outcome])} ${outcome}`}</span>] : [],
  );
  return <>{joined(parts, ' · ')}</>;
}
