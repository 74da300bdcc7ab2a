import type { Price, Prices } from '#model/config.js';
import { DigestMap } from '#model/data/digest.js';
import type { Ask, Reply, ReplySource, StoredReply, TokenUsage } from '#model/reply/exchange.js';
import { addReply, costOf, noUsage, type PaidCost, priceOfReply, type UsageTotal } from '#model/reply/price.js';
import { maxSourceRuns, type NamedReplies, type ReplySources, type SourceRun } from '#model/reply/reply-sources.js';

export interface Totals extends PaidCost {
  readonly replies: Readonly<Record<ReplySource, number>>;
  readonly usage: UsageTotal;
  /** The time of the oldest reply, ISO 8601; null without replies. */
  readonly oldest_reply: string | null;
  /** Number of replies that followed a timed-out attempt. */
  readonly asked_again: number;
}

/** An `ask` that counts replies. */
export interface Meter {
  readonly ask: Ask;
  /** Counts a reply that comes another way, if its key was not counted. `model` is null for an application, whose tokens and cost eva does not count. */
  readonly count: (stored: StoredReply, model: string | null) => void;
  /** The number of counted replies. */
  readonly size: () => number;
  readonly has: (key: string) => boolean;
  readonly totals: () => Totals;
  readonly sources: () => ReplySources;
}

/** Wraps `ask` and counts the replies of `before` and of `ask`, each key once. `runId` is the current run. */
export function meter(
  ask: Ask,
  prices: Prices,
  before: readonly { readonly stored: StoredReply; readonly model: string }[] = [],
  runId?: string,
): Meter {
  const counted = new DigestMap();
  const counts = new ReplyCounts(prices);
  const sources = new SourceCounts(runId);
  const count = (stored: StoredReply, model: string | null) => {
    if (counted.has(stored.key)) return;
    counted.set(stored.key, 0);
    counts.add(stored, model);
    sources.add(stored);
  };
  for (const { stored, model } of before) count(stored, model);
  return {
    ask: async (call) => {
      const stored = await ask(call);
      count(stored, 'answer' in call ? null : call.request.model);
      return stored;
    },
    count,
    size: () => counted.size,
    has: (key) => counted.has(key),
    totals: () => counts.totals(),
    sources: () => sources.sources(),
  };
}

/** The tokens of one model at one price. They are summed as whole numbers, so the total does not depend on the order of replies. */
interface Paid {
  readonly price: Price | undefined;
  readonly usage: TokenUsage;
}

/** Sums replies, with their tokens and their cost. */
export class ReplyCounts {
  readonly #prices: Prices;
  readonly #replies: Record<ReplySource, number> = { model: 0, recorded: 0, synthetic: 0 };
  #usage = noUsage;
  #askedAgain = 0;
  /** Keyed by model, and by whether the replies came from a batch and have the price of long prompts. */
  readonly #paid = new Map<string, Paid>();
  /** The cost that programs report, in billionths of a dollar: whole numbers, like tokens. */
  #reported = 0;
  #oldest: { readonly ts: string; readonly time: number } | null = null;

  constructor(prices: Prices) {
    this.#prices = prices;
  }

  add({ source, reply, ts }: StoredReply, model: string | null): void {
    this.#replies[source] += 1;
    if (reply.timeouts) this.#askedAgain += 1;
    if (model !== null) this.#usage = addReply(this.#usage, reply);
    if (model !== null && source === 'model') this.#pay(model, reply);
    const time = Date.parse(ts);
    if (this.#oldest === null || time < this.#oldest.time) this.#oldest = { ts, time };
  }

  totals(): Totals {
    const paid = [...this.#paid].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tokens]) => tokens);
    const costs = paid.map(({ usage, price }) => costOf(usage, price));
    const total = [...costs, this.#reported / 1e9].reduce(sum, 0);
    const built_in_prices = paid.find(({ price }) => price?.built_in !== undefined)?.price?.built_in;
    return {
      replies: { ...this.#replies },
      usage: this.#usage,
      cost_usd: total === null ? null : Number(total.toFixed(9)), // without the floating-point error
      ...(built_in_prices !== undefined && { built_in_prices }),
      oldest_reply: this.#oldest?.ts ?? null,
      asked_again: this.#askedAgain,
    };
  }

  #pay(model: string, reply: Reply): void {
    if (reply.usage.cost_usd !== undefined) {
      this.#reported += Math.round(reply.usage.cost_usd * 1e9);
      return;
    }
    const price = priceOfReply(this.#prices, model, reply);
    const key = JSON.stringify([model, reply.latency_s === null, price?.input]);
    const { input_tokens, output_tokens } = this.#paid.get(key)?.usage ?? { input_tokens: 0, output_tokens: 0 };
    const usage = {
      input_tokens: sum(input_tokens, reply.usage.input_tokens),
      output_tokens: sum(output_tokens, reply.usage.output_tokens),
    };
    this.#paid.set(key, { price, usage });
  }
}

/** Adds numbers; unknown (null) stays unknown. */
function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function mostFirst(counts: ReadonlyMap<string, number>): readonly NamedReplies[] {
  const named = [...counts].map(([name, replies]) => ({ name, replies }));
  return named.sort((a, b) => b.replies - a.replies || (a.name < b.name ? -1 : 1)).slice(0, maxSourceRuns);
}

class SourceCounts {
  readonly #runId: string | undefined;
  readonly #runs = new Map<string, SourceRun>();
  readonly #answered = {
    servers: new Map<string, number>(),
    programs: new Map<string, number>(),
    applications: new Map<string, number>(),
  };
  #asked = 0;
  #unnamed = 0;
  #synthetic = 0;
  #retried = 0;

  /** `runId` is the current run. A reply that this run put into the cache counts as asked. */
  constructor(runId?: string) {
    this.#runId = runId;
  }

  add({ source, run_id, run_kind, model, server, program, reply }: StoredReply): void {
    const { servers, programs, applications } = this.#answered;
    if (server !== undefined) increment(servers, server);
    if (program !== undefined) increment(model === undefined ? applications : programs, program);
    if (reply.retries) this.#retried += 1;
    if (source === 'synthetic') this.#synthetic += 1;
    else if (run_id !== undefined && run_id === this.#runId) this.#asked += 1;
    else if (run_id !== undefined && run_kind !== undefined) this.#addKept(run_id, run_kind);
    else if (source === 'model') this.#asked += 1;
    else this.#unnamed += 1;
  }

  sources(): ReplySources {
    const { servers, programs, applications } = this.#answered;
    const runs = [...this.#runs.values()].sort((a, b) => b.replies - a.replies || (a.run_id < b.run_id ? -1 : 1));
    return {
      asked: this.#asked,
      runs: runs.slice(0, maxSourceRuns),
      more_runs: Math.max(0, runs.length - maxSourceRuns),
      unnamed: this.#unnamed,
      synthetic: this.#synthetic,
      ...(servers.size > 0 && { servers: mostFirst(servers) }),
      ...(programs.size > 0 && { programs: mostFirst(programs) }),
      ...(applications.size > 0 && { applications: mostFirst(applications) }),
      ...(this.#retried > 0 && { retried: this.#retried }),
    };
  }

  #addKept(run_id: string, kind: SourceRun['kind']): void {
    const name = `${kind} ${run_id}`;
    this.#runs.set(name, { run_id, kind, replies: (this.#runs.get(name)?.replies ?? 0) + 1 });
  }
}
