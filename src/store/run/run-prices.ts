import { join } from 'node:path';
import type { Price, Prices } from '#model/config.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { writeAtomically } from '../files/atomic-write.js';
import { privateMode } from '../files/private.js';
import { readRegular } from '../files/regular-file.js';

const file = 'prices.json';
const maxBytes = 1024 * 1024;

/** Writes the built-in prices of a new run to `prices.json`, so that a resumed run keeps them; nothing if it has none. Throws EVA_DISK. */
export function writeRunPrices(runDir: string, prices: Prices): void {
  const builtIn = Object.entries(prices).filter(([, price]) => price.built_in !== undefined);
  if (builtIn.length === 0) return;
  writeAtomically(join(runDir, file), `${JSON.stringify(Object.fromEntries(builtIn))}\n`, privateMode.file);
}

/**
 * Reads the built-in prices with which a run began. Empty for a run without any, and for a damaged file:
 * then the cost is unknown instead of wrong. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function readRunPrices(runDir: string): Prices {
  const bytes = readRegular(join(runDir, file), maxBytes);
  const document = bytes === null ? null : parsed(bytes.toString('utf8'));
  if (!isObject(document)) return {};
  return Object.fromEntries(
    Object.entries(document).flatMap(([model, value]) => {
      const price = priceIn(value);
      return price ? [[model, price]] : [];
    }),
  );
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

function priceIn(value: JsonValue | undefined): Price | null {
  if (!isObject(value) || typeof value['built_in'] !== 'string') return null;
  const rate = rateIn(value);
  if (rate === null) return null;
  const { long } = value;
  const longRate = isObject(long) ? rateIn(long) : null;
  if (long !== undefined && (longRate === null || !isObject(long) || !isAmount(long['above_tokens']))) return null;
  return {
    ...rate,
    ...(isObject(long) && longRate && { long: { above_tokens: Number(long['above_tokens']), ...longRate } }),
    built_in: value['built_in'],
  };
}

function rateIn({
  input,
  output,
}: Readonly<Record<string, JsonValue | undefined>>): Pick<Price, 'input' | 'output'> | null {
  return isAmount(input) && isAmount(output) ? { input, output } : null;
}

function isAmount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
