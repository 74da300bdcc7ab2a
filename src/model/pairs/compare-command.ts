import { flagWords, promptWord, shellWord } from '../text/quoted.js';
import type { CompareFacts } from './compare-facts.js';
import { defaultMargin } from './comparison.js';

/** Returns the command that compares the same sides again, from the facts of B. From those of A, B is the working tree. */
export function compareCommand({ id, side, kind, against, ref, model, margin }: CompareFacts): string {
  const isNamed = side === 'b' && (kind === 'ref' || kind === 'ready');
  const versions =
    kind === 'model'
      ? [flagWords('--model', against), flagWords('--model', side === 'b' && model !== undefined ? model : 'NEW')]
      : [
          shellWord(isNamed ? `${against}..${ref ?? 'ready'}` : against),
          ...(model === undefined ? [] : [flagWords('--model', model)]),
        ];
  const flags = margin === defaultMargin ? [] : [flagWords('--not-worse-by', String(margin))];
  return ['eva compare', promptWord(id), ...versions, ...flags].join(' ');
}
