import type { Prices, UnpricedModel } from '#model/config.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { listed, short } from '#model/text/quoted.js';

/** The models of a run without a price, and the prices that eva.yml has. */
export type MissingPrices = {
  readonly models: readonly UnpricedModel[];
  readonly prices: Prices;
};

/** Makes the problem of a model whose replies have no price that a metric or a check needs. `fix` has what other words of it need. */
export function noPriceFor(what: string, model: string, prices: MissingPrices, at: Place | undefined): Problem {
  const needs = `needs a price for ${short(model)}${reasonText(prices, [model])}`;
  const hint = pricesText(prices);
  return what === 'metric'
    ? problem('EVA_NO_PRICE:metric', `the cost metric ${needs}`, { hint, at, fix: { model, ...prices } })
    : problem('EVA_NO_PRICE:check', `${short(what)} ${needs}`, { hint, at, fix: { op: what, model, ...prices } });
}

/** Makes the problem of a limit on the cost that needs the prices of models. `fix` has what other words of it need. */
export function noPriceForBudget(limited: readonly string[], prices: MissingPrices, at?: Place): Problem {
  const names = `${limited.length === 1 ? 'a price' : 'prices'} for ${listed(limited.map(short))}`;
  return problem('EVA_NO_PRICE:budget', `a limit on the cost needs ${names}${reasonText(prices, limited)}`, {
    hint: pricesText(prices),
    at,
    fix: { limited, ...prices },
  });
}

/** Renders why built-in prices do not count for some of these models; empty if no variable is the reason. */
export function reasonText({ models }: MissingPrices, names: readonly string[]): string {
  const variables = models.flatMap(({ model, variable }) =>
    variable !== null && names.includes(model) ? [variable] : [],
  );
  const named = [...new Set(variables)];
  if (named.length === 0) return '';
  return `: ${listed(named)} ${named.length === 1 ? 'names' : 'name'} another server, and built-in prices are those of the official one`;
}

/** Renders the `prices` that eva.yml needs, in one block that replaces the one that it has. */
function pricesText({ models, prices }: MissingPrices): string {
  const place = Object.keys(prices).length === 0 ? 'add to eva.yml' : 'write in eva.yml, instead of its prices';
  const priced = models.map((one) => ({ ...one, listed: ownPrice(one, prices)?.[1] ?? one.listed }));
  const unused = models.map((one) => ownPrice(one, prices)?.[0]);
  const own = Object.entries(prices).filter(([name]) => !unused.includes(name));
  return `${place}, in USD per million tokens${notesText(priced.filter((one) => !ownPrice(one, prices)))}: prices: ${pricesOf([...own, ...priced.map(entryOf)])}`;
}

/** Returns the price that eva.yml has under the name with the provider, where eva does not find it. */
function ownPrice({ model }: UnpricedModel, prices: Prices) {
  return Object.entries(prices).find(([name]) => name.endsWith(`:${model}`));
}

type Figures = { readonly input: number | string; readonly output: number | string };

/** A text instead of an unknown price: eva refuses it, so that nobody takes an example for a price. */
const unknown = { input: 'USD', output: 'USD' };

function entryOf({ model, listed: price }: UnpricedModel): readonly [string, Figures] {
  return [model, price ?? unknown];
}

function notesText(models: readonly UnpricedModel[]): string {
  const notes = [
    ...(models.some((one) => one.listed !== null) ? ['list prices, which your server may not charge'] : []),
    ...(models.some((one) => one.listed === null) ? ['your own figures in place of USD'] : []),
  ];
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`;
}

function pricesOf(entries: readonly (readonly [string, Figures])[]): string {
  const texts = entries.map(([name, { input, output }]) => `${nameText(name)}: { input: ${input}, output: ${output} }`);
  return `{ ${texts.join(', ')} }`;
}

/** Returns a name as a key of YAML. */
function nameText(name: string): string {
  return /^[A-Za-z][\w.@/-]*$/.test(name) ? name : JSON.stringify(name);
}
