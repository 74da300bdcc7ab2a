import type { ComponentChildren, VNode } from 'preact';
import { usdWithSource } from '#report/text/built-in-prices.js';
import { count, duration, plural } from '#report/text/numbers.js';
import { numberOf, textsOf } from '#view/facts.js';
import type { View } from '#view/view.js';
import { Shown } from '../../text.js';
import { joined } from './claim-words.js';

/** Shows the most important facts of a run on one line: models, trials, cost, time, sources of the replies. */
export function FactsLine({ view }: { readonly view: View }): VNode {
  const parts: ComponentChildren[] = [
    ...modelParts(view),
    trialsText(view),
    ...costParts(view),
    ...(numberOf(view, 'duration') > 0 ? [duration(numberOf(view, 'duration'))] : []),
    ...sourceParts(view),
  ];
  return <p class="facts">{joined(parts, ' · ')}</p>;
}

function modelParts(view: View): readonly VNode[] {
  const models = textsOf(view, 'model');
  const variant = textsOf(view, 'variant').filter((name) => !models.includes(name));
  return [
    ...variant.map((name) => <Shown text={{ raw: name }} />),
    ...models.map((name) => <Shown text={{ raw: name }} />),
    ...textsOf(view, 'judge').map((name) => (
      <>
        judge <Shown text={{ raw: name }} />
      </>
    )),
  ];
}

function trialsText(view: View): string {
  const [trials, saved] = [numberOf(view, 'trials'), numberOf(view, 'trials_saved')];
  if (saved === 0) return plural(trials, 'trial');
  return `${plural(trials, 'trial')}, ${count(saved)} saved by stopping early`;
}

/** Returns the cost of a run, if it is known. */
export function costParts(view: Pick<View, 'facts'>): readonly string[] {
  const cost = view.facts.find(({ name }) => name === 'cost')?.value;
  return typeof cost === 'number' ? [usdWithSource(cost, textsOf(view, 'built_in_prices'))] : [];
}

function sourceParts(view: View): readonly string[] {
  const [model, recorded, synthetic] = (['replies_model', 'replies_recorded', 'replies_synthetic'] as const).map(
    (name) => numberOf(view, name),
  );
  const all = (model ?? 0) + (recorded ?? 0) + (synthetic ?? 0);
  if (all === 0) return [];
  if (model === all) return ['all replies from the model'];
  if (recorded === all) return ['all replies recorded'];
  if (synthetic === all) return ['all replies SYNTHETIC'];
  return [repliesText(view)];
}

/** Returns where the replies come from, by number. */
export function repliesText(view: View): string {
  const parts = [
    [numberOf(view, 'replies_model'), 'from the model'],
    [numberOf(view, 'replies_recorded'), 'recorded'],
    [numberOf(view, 'replies_synthetic'), 'SYNTHETIC'],
    [numberOf(view, 'replies_application'), 'from the application'],
  ] as const;
  return parts.flatMap(([number, words]) => (number > 0 ? [`${count(number)} ${words}`] : [])).join(', ');
}
