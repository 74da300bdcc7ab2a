import { marks } from '#page/runs/titles.js';
import { countParts, flagTexts, headText } from '#report/run/result/verdict.js';
import { usdWithSource } from '#report/text/built-in-prices.js';
import { clock, count, plural } from '#report/text/numbers.js';
import { numberOf, textsOf } from '#view/facts.js';
import type { RunLine, RunsView } from '#view/runs/runs-view.js';
import type { Counts, Fact, FactName, View, ViewOutcome } from '#view/view.js';

/** Returns an outcome as a mark with its word: `✗ failed`. */
export function markedOutcome(outcome: ViewOutcome): string {
  return `${marks[outcome]} ${outcome}`;
}

export function markOf(outcome: ViewOutcome): string {
  return marks[outcome];
}

/** Renders the verdict of a run: `did not pass on SYNTHETIC replies`. */
export function verdictText(view: View): string {
  return headText(view);
}

/** Renders the cases by outcome: `2 failed · 1 inconclusive · 5 passed`; empty without judged cases. */
export function countsText(counts: Counts): string {
  return countParts(counts)
    .map((part) => part.replace(/^\D+(?=\d)/, ''))
    .join(' · ');
}

/** Returns a sentence for each fact that limits the verdict. */
export function limitsOf(view: View): readonly string[] {
  return [
    ...flagTexts(view, {}),
    ...(view.flags.includes('stale') ? ['the files have changed since this run'] : []),
    ...(view.flags.includes('forced')
      ? ['a criterion could not pass with so few trials, and was run all the same']
      : []),
  ];
}

/** Returns a number among facts; null if it is absent. */
function numberIn(facts: readonly Fact[], name: FactName): number | null {
  const value = facts.find((fact) => fact.name === name)?.value;
  return typeof value === 'number' ? value : null;
}

/** Returns the seconds that a run took; null if they are not known. */
export function secondsOf({ facts }: Pick<RunLine, 'facts'>): number | null {
  return numberIn(facts, 'duration');
}

/** Renders the cost of a run; null if it is not known. */
export function costText(line: Pick<RunLine, 'facts'>): string | null {
  const cost = numberIn(line.facts, 'cost');
  const dates = line.facts.flatMap(({ name, value }) =>
    name === 'built_in_prices' && typeof value === 'object' ? [value.raw] : [],
  );
  return cost === null ? null : usdWithSource(cost, dates);
}

/** Returns the size, cost and time of a run in parts. The names of models are not among them. */
export function sizeParts(view: View): readonly string[] {
  const saved = numberOf(view, 'trials_saved');
  const cost = costText(view);
  const seconds = secondsOf(view);
  return [
    plural(numberOf(view, 'trials'), 'trial'),
    ...(saved > 0 ? [`${count(saved)} saved by stopping early`] : []),
    ...(cost === null ? [] : [cost]),
    ...(seconds === null ? [] : [clock(seconds)]),
  ];
}

/** Returns the names of the models under test, after the name of the variant if it has one. */
export function modelNames(view: View): readonly string[] {
  const models = textsOf(view, 'model');
  return [...textsOf(view, 'variant').filter((variant) => !models.includes(variant)), ...models];
}

/** Returns the name of a run among those of its report: the prompt, and the variant if the prompt has several runs. */
export function runName(line: RunLine, { runs }: RunsView): { readonly id: string; readonly variant: string | null } {
  const isOfSeveral = runs.filter(({ id }) => id.raw === line.id.raw).length > 1;
  return { id: line.id.raw, variant: isOfSeveral ? (line.variant?.raw ?? null) : null };
}
