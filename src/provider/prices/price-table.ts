import type { Price } from '#model/config.js';

/** The date on which the rows of the table were last compared with their sources. Screens name it beside costs. */
export const tableDate = '2026-11-23';

/** Providers that publish a price list. Clouds charge these prices for the same models, with a surcharge in some regions. */
export type Seller = 'anthropic' | 'openai';

interface PriceRow {
  /** The model's name at the provider, without the date of a snapshot. */
  readonly id: string;
  /** USD per million tokens. */
  readonly input: number;
  readonly output: number;
  /** A request with a longer prompt costs `inputFactor` and `outputFactor` times as much, with all its tokens. */
  readonly long?: LongPrompts;
  /** The first day without this price, since the model or the offer ends. */
  readonly until?: string;
  readonly except?: readonly string[];
  /** True if the provider itself no longer has the model, but clouds do. */
  readonly cloudsOnly?: true;
  /** True if all regions of a cloud have the same price. */
  readonly sameInRegions?: true;
  readonly source: keyof typeof priceSources;
}

interface LongPrompts {
  /** Prompts with more tokens are long. */
  readonly above_tokens: number;
  readonly inputFactor: number;
  readonly outputFactor: number;
}

/** Where the rows come from: the page, and the day on which it was read. */
export const priceSources = {
  overview: { page: 'https://platform.claude.com/docs/about-claude/models/overview', read_on: '2026-10-24' },
  haiku: { page: 'https://platform.claude.com/docs/en/models/haiku-5-5/overview', read_on: '2026-10-24' },
  pricing: { page: 'https://platform.claude.com/docs/en/about-claude/pricing', read_on: '2026-10-03' },
  sol62: { page: 'https://developers.openai.com/api/docs/models/gpt-6.2-sol', read_on: '2026-11-17' },
  astra62: { page: 'https://vercel.com/ai-gateway/models/gpt-6.2-astra', read_on: '2026-11-18' },
  terra61: { page: 'https://developers.openai.com/api/docs/models/gpt-6.1-terra', read_on: '2026-10-26' },
  openai: { page: 'https://developers.openai.com/api/docs/models', read_on: '2026-10-03' },
} as const;

const above272k = { above_tokens: 272_000, inputFactor: 2, outputFactor: 1.5 } as const;
const ended2026 = { until: '2026-12-11' } as const;
const ended2027 = { until: '2027-01-14' } as const;

/**
 * The built-in prices, from public price lists. Each row was read in two places; prices on which sources disagree are left out, and so are
 * aliases that move from model to model. CONTRIBUTING says how to update the table.
 */
export const priceTable: Readonly<Record<Seller, readonly PriceRow[]>> = {
  anthropic: [
    { id: 'claude-fable-5-1', input: 10, output: 50, source: 'overview' },
    { id: 'claude-fable-5', input: 10, output: 50, source: 'pricing' },
    { id: 'claude-opus-5-5', input: 4, output: 20, source: 'overview' },
    { id: 'claude-opus-5', input: 5, output: 25, source: 'pricing' },
    { id: 'claude-opus-4-8', input: 5, output: 25, source: 'pricing' },
    { id: 'claude-opus-4-7', input: 5, output: 25, source: 'pricing' },
    { id: 'claude-opus-4-6', input: 5, output: 25, source: 'pricing' },
    { id: 'claude-opus-4-5', input: 5, output: 25, source: 'pricing' },
    { id: 'claude-opus-4-1', input: 15, output: 75, cloudsOnly: true, sameInRegions: true, source: 'pricing' },
    { id: 'claude-sonnet-5-5', input: 2, output: 10, source: 'overview' },
    { id: 'claude-sonnet-5', input: 2, output: 10, source: 'pricing' },
    { id: 'claude-sonnet-4-6', input: 3, output: 15, source: 'pricing' },
    { id: 'claude-sonnet-4-5', input: 3, output: 15, source: 'pricing' },
    {
      id: 'claude-haiku-5-5',
      input: 0.1,
      output: 0.5,
      long: { above_tokens: 100_000, inputFactor: 5, outputFactor: 5 },
      source: 'haiku',
    },
    { id: 'claude-haiku-4-5', input: 1, output: 5, source: 'pricing' },
  ],
  openai: [
    { id: 'gpt-6.2-astra', input: 8, output: 40, long: above272k, source: 'astra62' },
    { id: 'gpt-6.2-sol', input: 2, output: 10, long: above272k, source: 'sol62' },
    { id: 'gpt-6.1-terra', input: 1, output: 5, long: above272k, source: 'terra61' },
    { id: 'gpt-6.1-sol', input: 2, output: 10, long: above272k, source: 'openai' },
    { id: 'gpt-6-astra', input: 10, output: 50, long: above272k, source: 'openai' },
    { id: 'gpt-6-sol', input: 2, output: 10, long: above272k, source: 'openai' },
    { id: 'gpt-6-luna', input: 0.1, output: 0.5, long: above272k, source: 'openai' },
    { id: 'gpt-5.6-terra', input: 2, output: 12, long: above272k, source: 'openai' },
    { id: 'gpt-5.6-luna', input: 0.2, output: 1.2, long: above272k, source: 'openai' },
    { id: 'gpt-5.5', input: 5, output: 30, long: above272k, source: 'openai' },
    { id: 'gpt-5.5-pro', input: 30, output: 180, long: above272k, source: 'openai' },
    { id: 'gpt-5.4', input: 2.5, output: 15, long: above272k, source: 'openai' },
    { id: 'gpt-5.4-pro', input: 30, output: 180, long: above272k, source: 'openai' },
    { id: 'gpt-5.4-mini', input: 0.75, output: 4.5, source: 'openai' },
    { id: 'gpt-5.4-nano', input: 0.2, output: 1.25, until: '2027-04-01', source: 'openai' },
    { id: 'gpt-5.3-codex', input: 1.75, output: 14, source: 'openai' },
    { id: 'gpt-5.2', input: 1.75, output: 14, source: 'openai' },
    { id: 'gpt-5.2-pro', input: 21, output: 168, source: 'openai' },
    { id: 'gpt-5.1', input: 1.25, output: 10, until: '2027-04-01', source: 'openai' },
    { id: 'gpt-5', input: 1.25, output: 10, ...ended2026, source: 'openai' },
    { id: 'gpt-5-mini', input: 0.25, output: 2, ...ended2026, source: 'openai' },
    { id: 'gpt-5-nano', input: 0.05, output: 0.4, ...ended2026, source: 'openai' },
    { id: 'gpt-5-pro', input: 15, output: 120, ...ended2026, source: 'openai' },
    { id: 'o3', input: 2, output: 8, ...ended2026, source: 'openai' },
    { id: 'o3-pro', input: 20, output: 80, ...ended2026, source: 'openai' },
    { id: 'gpt-4o', input: 2.5, output: 10, ...ended2027, except: ['gpt-4o-2024-05-13'], source: 'openai' },
    { id: 'gpt-4o-mini', input: 0.15, output: 0.6, ...ended2027, source: 'openai' },
    { id: 'gpt-4.1', input: 2, output: 8, ...ended2027, source: 'openai' },
    { id: 'gpt-4.1-mini', input: 0.4, output: 1.6, ...ended2027, source: 'openai' },
    { id: 'text-embedding-3-small', input: 0.02, output: 0, source: 'openai' },
    { id: 'text-embedding-3-large', input: 0.13, output: 0, source: 'openai' },
  ],
};

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
  const [rows, id] = [priceTable[seller], model.replace(snapshots[seller], '')];
  const row = rows.find((listed) => listed.id === model) ?? rows.find((listed) => listed.id === id);
  if (!row || row.except?.includes(model) || (row.until !== undefined && on.toISOString().slice(0, 10) >= row.until))
    return undefined;
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

/** Rounds to a millionth of a dollar, which removes the floating-point error of a factor. */
function rounded(usd: number): number {
  return Number(usd.toFixed(6));
}

/**
 * Returns the Claude model that a name at Amazon Bedrock means: `global.anthropic.claude-opus-5-5`, or one with a region or without.
 * Undefined for other models, and for profiles with names of their own.
 */
export function bedrockModel(name: string): ListedModel | undefined {
  const form =
    /^(?:arn:[^/]{1,200}:(?:inference-profile|foundation-model)\/)?(?:(global|us|eu|jp|apac|au|ca)\.)?anthropic\.(claude-[a-z0-9-]{1,60})(?::\d+)?$/;
  const [, region, model] = form.exec(name) ?? [];
  if (model === undefined) return undefined;
  const place = region === 'global' ? 'global' : 'regional';
  return { seller: 'anthropic', model: model.replace(/-v\d+$/, ''), place };
}

/** Returns the Claude model that a name at Google Vertex AI means: `claude-opus-5-5`, or `claude-opus-4-5@20251101` with its snapshot. */
export function vertexModel(name: string, region: string | undefined): ListedModel | undefined {
  const [, model, snapshot = ''] = /^(claude-[a-z0-9-]{1,60})(@\d{8}|@default)?$/.exec(name) ?? [];
  if (model === undefined) return undefined;
  const dated = /^@\d/.test(snapshot) ? `${model}-${snapshot.slice(1)}` : model;
  return { seller: 'anthropic', model: dated, place: region === 'global' ? 'global' : 'regional' };
}
