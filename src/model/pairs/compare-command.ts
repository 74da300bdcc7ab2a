import { flagWords, promptWord, shellWord } from '../text/quoted.js';
import type { CompareFacts, TypedComparison } from './compare-facts.js';
import { defaultMargin } from './comparison.js';

/** Returns the command that compares the same sides again, with all flags that choose what is compared. */
export function compareCommand(facts: CompareFacts): string {
  const { id, words, models, cases, has_margin } = facts.typed ?? withoutLine(facts);
  const { margin } = facts;
  return [
    'eva compare',
    promptWord(id),
    ...words.map(shellWord),
    ...models.map((name) => flagWords('--model', name)),
    ...cases.map((name) => flagWords('--case', name)),
    ...(has_margin || margin !== defaultMargin ? [flagWords('--not-worse-by', String(margin))] : []),
  ].join(' ');
}

function withoutLine({ id, kind, against, model }: CompareFacts): TypedComparison {
  const isModel = kind === 'model';
  const models = model === undefined ? [] : [...(isModel ? [against] : []), model];
  return { id, words: isModel ? [] : [against], models, cases: [], has_margin: false };
}
