import type { Price } from '#model/config.js';
import { type PriceRow, priceTable, type Seller, tableDate } from './price-table.js';

/** A model by the name that it has in the price list of its seller, and where it runs. */
export interface ListedModel {
  readonly seller: Seller;
  /** The name in the list, possibly with the date of a snapshot. */
  readonly model: string;
  /** `provider`: at the seller itself. The others are endpoints of a cloud: `global` costs the list price, `regional` more. */
  readonly place: 'provider' | 'global' | 'regional';
}

/** The part of a name that tells a snapshot. */
const snapshots: Readonly<Record<Seller, RegExp>> = {
  anthropic: /-\d{8}$/,
  openai: /-\d{4}-\d{2}-\d{2}$/,
};

/** The price of a regional endpoint of a cloud, as a multiple of the price at its global endpoint. */
const regionalFactor = 1.1;

/**
 * Returns the built-in price of a model on this day; undefined if the table has none. The name must be that of a row, or that and the
 * date of a snapshot: a longer name is another model.
 */
export function listPrice({ seller, model, place }: ListedModel, on: Date): Price | undefined {
  const id = model.replace(snapshots[seller], '');
  const row = priceTable[seller].find((one) => one.id === model) ?? priceTable[seller].find((one) => one.id === id);
  if (!row || row.except?.includes(model) || hasEnded(row, on)) return undefined;
  if (row.cloudsOnly && place === 'provider') return undefined;
  const factor = place === 'regional' && !row.sameInRegions ? regionalFactor : 1;
  const [input, output] = [rounded(row.input * factor), rounded(row.output * factor)];
  const { long } = row;
  return {
    input,
    output,
    ...(long && {
      long: {
        above_tokens: long.above_tokens,
        input: rounded(input * long.inputFactor),
        output: rounded(output * long.outputFactor),
      },
    }),
    built_in: tableDate,
  };
}

function hasEnded({ until }: PriceRow, on: Date): boolean {
  return until !== undefined && on.toISOString().slice(0, 10) >= until;
}

/** Rounds to a millionth of a dollar, which removes the floating-point error of a factor. */
function rounded(usd: number): number {
  return Number(usd.toFixed(6));
}
