import type { Place } from '#model/problem.js';
import { groupedDigits } from '#model/text/quoted.js';
import type { Effect, FindingKind, FindingWords, Ledger } from '../finding.js';

/** The greatest number of places that are listed of one finding. */
const mostPlaces = 20;

/** Takes findings of many samples. A place is made only if it is listed. */
export interface SampleReport {
  add(effect: Effect, kind: FindingKind, at: () => Place, words: FindingWords): void;
}

/** A report that nobody reads: for a second pass over the samples. */
export const noReport: SampleReport = { add: () => undefined };

interface Group {
  readonly effect: Effect;
  readonly kind: FindingKind;
  readonly words: FindingWords;
  readonly at: Place;
  readonly limit: number;
  count: number;
}

/**
 * Opens a report that lists the places of the first samples with a finding, and counts the others. Of a finding that only notes or replaces a
 * form it lists the first place. `close` adds the counts to the ledger.
 */
export function openSampleReport(ledger: Ledger): SampleReport & { close(): void } {
  const groups = new Map<string, Group>();
  return {
    add(effect, kind, at, words) {
      const isOfSample = kind === 'assertion' || effect === 'blocks';
      const key = JSON.stringify([effect, kind, ...(kind === 'assertion' ? [] : [words.what, words.reason])]);
      const known = groups.get(key);
      if (known && known.count >= known.limit) {
        known.count++;
        return;
      }
      const place = at();
      ledger.add(effect, kind, place, words);
      if (known) known.count++;
      else groups.set(key, { effect, kind, words, at: place, limit: isOfSample ? mostPlaces : 1, count: 1 });
    },
    close() {
      for (const { effect, kind, words, at, limit, count } of groups.values()) {
        const more = count - limit;
        if (more <= 0) continue;
        const samples = `${groupedDigits(more)} more sample${more === 1 ? '' : 's'}`;
        const reason =
          kind === 'assertion' ? `${samples} with an ideal that no check can use` : `${words.reason} (${samples})`;
        ledger.add(effect, kind, { file: at.file }, { ...words, reason });
      }
    },
  };
}
