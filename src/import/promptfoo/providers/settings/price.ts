import type { ImportContext } from '../../imported.js';
import type { WrittenPart } from './part.js';

/** Returns the price in USD per million tokens; undefined without one for input and output. Lists a price for one side alone. */
export function priceOf(
  parts: readonly WrittenPart[],
  { ledger }: ImportContext,
): { readonly input: number; readonly output: number } | undefined {
  const [input, output] = [usdOf(parts, 'input'), usdOf(parts, 'output')];
  if (input !== undefined && output !== undefined) return { input: perMillion(input), output: perMillion(output) };
  for (const { part, written } of parts) {
    if (part.kind !== 'price') continue;
    const reason = 'eva needs the price of input and of output';
    ledger.add('left_out', 'setting', written.node.place('key'), { what: written.what, reason });
  }
  return undefined;
}

function usdOf(parts: readonly WrittenPart[], side: 'input' | 'output'): number | undefined {
  const prices = parts.flatMap(({ part }) => (part.kind === 'price' ? [part] : []));
  return (prices.find((one) => one.side === side) ?? prices.find((one) => one.side === 'both'))?.usd;
}

/** Returns a price of one token for a million, without the digits that the multiplication invents. */
function perMillion(usd: number): number {
  return Number((usd * 1_000_000).toPrecision(12));
}
