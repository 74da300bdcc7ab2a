import { flagWords, promptWord, shellWord } from '../text/quoted.js';
import type { CompareFacts, TypedComparison } from './compare-facts.js';
import { defaultMargin } from './comparison.js';

/** Returns the command that compares the same sides again, with all flags that choose what is compared. */
export function compareCommand(facts: CompareFacts): string {
  const { has_margin, ...typed } = facts.typed ?? withoutLine(facts);
  const { margin } = facts;
  return compareLine({ ...typed, ...((has_margin || margin !== defaultMargin) && { margin }) });
}

/** The words and flags of a command line that choose what is compared. */
interface ChosenLine extends Omit<TypedComparison, 'has_margin'> {
  readonly margin?: number | undefined;
}

/** Returns the command with these words and flags: `eva compare summary main --not-worse-by 0.02`. */
export function compareLine({ id, words, models, cases, margin }: ChosenLine): string {
  return [
    'eva compare',
    promptWord(id),
    ...words.map(shellWord),
    ...models.map((name) => flagWords('--model', name)),
    ...cases.map((name) => flagWords('--case', name)),
    ...(margin === undefined ? [] : [flagWords('--not-worse-by', String(margin))]),
  ].join(' ');
}

function withoutLine({ id, kind, against, model }: CompareFacts): TypedComparison {
  const isModel = kind === 'model';
  const models = model === undefined ? [] : [...(isModel ? [against] : []), model];
  return { id, words: isModel ? [] : [against], models, cases: [], has_margin: false };
}
