import type { Budget, Price, Prices } from '#model/config.js';
import type { JsonObject } from '#model/data/json.js';
import { mostTokens } from '#model/limits.js';
import type { ModelRequest, StoredReply, TokenUsage } from '#model/reply/exchange.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { batchShare, costOf, priceOf, priceOfReply } from '#model/reply/price.js';
import { flawedField, isCount, isText } from '#model/reply/reply-flaw.js';
import { NoReply } from '#provider/provider.js';
import type { CallAdmission, CallOutcome } from '#provider/wrappers/limits.js';

type Tokens = ReturnType<typeof mostTokens>;

/**
 * Limits the cost of a run by reserving the greatest possible cost of each call while it runs. A call that could exceed the
 * budget waits while others run, and is refused (`NoReply`, final) when none runs. An attempt without a reply that may have been
 * charged counts with its greatest possible cost and is noted in the log. A resumed run counts its earlier spending. Runs with one `shared`
 * ledger have one budget together.
 */
export function openBudget(budget: Budget, prices: Prices, log: SpendingLog, shared?: BudgetLedger): CallAdmission {
  const ledger = shared ?? new BudgetLedger(budget);
  ledger.addSpent(spentIn(log, prices));
  const mostFor = (request: ModelRequest, share: number) => {
    const most = mostOf(request.model, mostTokens(request), prices);
    return { ...most, usd: most.usd * share };
  };
  const settling = (request: ModelRequest, most: Amount) => (outcome: CallOutcome) => {
    ledger.settle(most, amountOf(outcome, request.model, prices, most));
    if (outcome === 'lost') log.note({ note: 'attempt_lost', model: request.model, ...mostTokens(request) });
  };
  return {
    async admit(request, stop) {
      const most = mostFor(request, 1);
      await ledger.take(most, stop);
      return settling(request, most);
    },
    batch: {
      reserve(requests) {
        const amounts = requests.map((request) => mostFor(request, batchShare));
        const { refused, refusal, taken } = ledger.takeFirst(amounts);
        const settles = requests
          .slice(refused, refused + taken)
          .map((request, i) => settling(request, amounts[refused + i] ?? nothing));
        return { refused, refusal, settles };
      },
      hold(request) {
        const most = mostFor(request, batchShare);
        ledger.hold(most);
        return settling(request, most);
      },
      idle: (stop) => ledger.idle(stop),
    },
  };
}

/** Returns what a run has spent so far: its replies from models, and the greatest cost of its lost attempts. */
export function spentIn(log: Pick<SpendingLog, 'replies' | 'notes'>, prices: Prices): Amount {
  let spent = nothing;
  for (const { source, model, reply, at_most = noTokens } of log.replies()) {
    // An attempt that timed out is in the notes as lost.
    if (source !== 'model' || model === undefined || reply.stop === 'timed_out') continue;
    spent = plus(spent, amountOf(reply, model, prices, mostOf(model, at_most, prices)));
  }
  for (const note of log.notes()) {
    if (!isLostAttempt(note)) continue; // another note, or a damaged one
    const { model, ...tokens } = note;
    spent = plus(spent, mostOf(model, tokens, prices));
  }
  return spent;
}

const noTokens: Tokens = { input_tokens: 0, output_tokens: 0 };

/** Returns the greatest possible amount of one call. */
function mostOf(model: string, tokens: Tokens, prices: Prices): Amount {
  return { calls: 1, usd: usdOf(tokens, priceOf(prices, model)) };
}

/** Returns the cost of an attempt, or `most` if the cost is unknown. */
function amountOf(outcome: CallOutcome, model: string, prices: Prices, most: Amount): Amount {
  if (outcome === 'unpaid') return nothing;
  if (typeof outcome === 'string') return most;
  const { input_tokens, output_tokens, cost_usd } = outcome.usage;
  if (input_tokens === null || output_tokens === null) return { ...most, usd: cost_usd ?? most.usd };
  return { calls: 1, usd: usdOf(outcome.usage, priceOfReply(prices, model, outcome)) };
}

/** Returns the price of tokens in dollars. It is 0 for a model without a price; planning rejects a dollar budget for such a model. */
function usdOf(usage: TokenUsage, price: Price | undefined): number {
  return costOf(usage, price) ?? 0;
}

/** A call that waits until running calls have ended and there is room in the budget. */
interface Waiting {
  readonly most: Amount;
  readonly stop: AbortSignal;
  readonly admit: () => void;
  readonly refuse: (reason: unknown) => void;
}

export const nothing: Amount = { calls: 0, usd: 0 };

/** Reserves the greatest possible cost of each call before it starts, and replaces it by the real cost when the call has ended. */
export class BudgetLedger {
  readonly #budget: Budget;
  readonly #queue = new Set<Waiting>();
  readonly #heeded = new WeakSet<AbortSignal>();
  /** The amount spent or reserved. */
  #taken = nothing;
  #running = 0;
  readonly #idle = new Set<() => void>();
  /** The models that count at their built-in price, since that of eva.yml is lower. */
  readonly #raised = new Set<string>();
  /** The first refusal by each limit. All later calls get the same message. */
  readonly #refusals = new Map<keyof Budget, string>();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Adds models that count at a higher price than that of eva.yml, which the refusals then say. */
  addRaised(models: readonly string[]): void {
    for (const model of models) this.#raised.add(model);
  }

  addSpent(spent: Amount): void {
    this.#taken = plus(this.#taken, spent);
  }

  /** Returns true if another call could be made. Dollars do not count: a cheaper call may have room. */
  hasRoom(): boolean {
    return this.#taken.calls < (this.#budget.max_calls ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Resolves once the call may be made. Throws `NoReply` (final) if the budget can never allow it, and the reason of `stop` as soon as that
   * is aborted.
   */
  take(most: Amount, stop: AbortSignal): Promise<void> {
    stop.throwIfAborted();
    this.#heed(stop);
    return new Promise((admit, refuse) => {
      this.#queue.add({ most, stop, admit, refuse });
      this.#admitSome();
    });
  }

  /**
   * Reserves as many of these amounts as possible, from the first on. While calls wait, it reserves none; while calls run, all or none. If
   * nothing runs or waits, it refuses amounts at the front that can never fit, and reserves as many of the rest as fit together.
   */
  takeFirst(amounts: readonly Amount[]): {
    readonly refused: number;
    readonly refusal: NoReply | null;
    readonly taken: number;
  } {
    const isFree = this.#running === 0 && this.#queue.size === 0;
    const refusals = isFree ? this.#refusalsBefore(amounts) : [];
    const rest = amounts.slice(refusals.length);
    const fits = this.#queue.size > 0 ? 0 : this.#fitting(rest);
    const taken = isFree || fits === rest.length ? fits : 0;
    for (const most of rest.slice(0, taken)) this.hold(most);
    const [first] = refusals;
    return { refused: refusals.length, refusal: first ? this.#noReply(first) : null, taken };
  }

  /** Reserves an amount even if it exceeds the budget. */
  hold(most: Amount): void {
    this.#taken = plus(this.#taken, most);
    this.#running += 1;
  }

  /** Resolves once no call runs. Throws the reason of `stop` if that is aborted first. */
  idle(stop: AbortSignal): Promise<void> {
    stop.throwIfAborted();
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const leave = () => reject(stop.reason);
      stop.addEventListener('abort', leave, { once: true });
      this.#idle.add(() => {
        stop.removeEventListener('abort', leave);
        resolve();
      });
    });
  }

  /** Lists the refusals of the first of these amounts, up to the first one that fits. */
  #refusalsBefore(amounts: readonly Amount[]): readonly Refusal[] {
    const refusals: Refusal[] = [];
    for (const most of amounts) {
      const refusal = this.#refusalOf(plus(this.#taken, most), most);
      if (refusal === null) break;
      refusals.push(refusal);
    }
    return refusals;
  }

  #fitting(amounts: readonly Amount[]): number {
    let sum = this.#taken;
    const beyond = amounts.findIndex((most) => {
      sum = plus(sum, most);
      return this.#refusalOf(sum, most) !== null;
    });
    return beyond < 0 ? amounts.length : beyond;
  }

  /** Replaces the reservation of a finished call with its cost. */
  settle(most: Amount, cost: Amount): void {
    this.#running -= 1;
    this.#taken = plus({ calls: this.#taken.calls - most.calls, usd: this.#taken.usd - most.usd }, cost);
    this.#admitSome();
    if (this.#running > 0) return;
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }

  /** Admits waiting calls in order, so that smaller ones never overtake a large one. */
  #admitSome(): void {
    for (const waiting of this.#queue) {
      const refusal = this.#refusalOf(plus(this.#taken, waiting.most), waiting.most);
      if (refusal !== null && this.#running > 0) return;
      this.#queue.delete(waiting);
      if (refusal !== null) {
        waiting.refuse(this.#noReply(refusal));
        continue;
      }
      this.hold(waiting.most);
      waiting.admit();
    }
  }

  #noReply({ bound, message }: Refusal): NoReply {
    const first = this.#refusals.get(bound) ?? message;
    this.#refusals.set(bound, first);
    return new NoReply(first, { why: 'budget' });
  }

  /** Returns why the calls so far and one more, which costs at most `most`, exceed the budget; null if they do not. */
  #refusalOf({ calls, usd }: Amount, most: Amount): Refusal | null {
    const { max_calls, max_cost_usd } = this.#budget;
    if (max_calls !== undefined && calls > max_calls)
      return { bound: 'max_calls', message: noReplyTexts.max_calls({ limit: max_calls }) };
    if (max_cost_usd === undefined || usd <= max_cost_usd * (1 + roundingError)) return null;
    const upToHundredthOfCent = Math.ceil(most.usd * 1e4 * (1 - roundingError)) / 1e4;
    const facts = { limit: max_cost_usd, most: upToHundredthOfCent, raised: [...this.#raised] };
    return { bound: 'max_cost_usd', message: noReplyTexts.max_cost_usd(facts) };
  }

  /** Adds one listener for each signal, for all calls that wait with it. One listener for each call would take quadratic time. */
  #heed(stop: AbortSignal): void {
    if (this.#heeded.has(stop)) return;
    this.#heeded.add(stop);
    const leave = () => {
      for (const waiting of [...this.#queue].filter((call) => call.stop === stop)) {
        this.#queue.delete(waiting);
        waiting.refuse(stop.reason);
      }
      this.#admitSome();
    };
    stop.addEventListener('abort', leave, { once: true });
  }
}

/** The cost of calls, or an upper bound of it. `usd` is in dollars. */
export interface Amount {
  readonly calls: number;
  readonly usd: number;
}

function plus(a: Amount, b: Amount): Amount {
  return { calls: a.calls + b.calls, usd: a.usd + b.usd };
}

/** Tolerated relative rounding error of sums of dollars. */
const roundingError = 1e-9;

/** The limit that refuses a call, and the message of the refusal. */
interface Refusal {
  readonly bound: keyof Budget;
  readonly message: string;
}

/** The part of a journal that the budget needs. */
export interface SpendingLog {
  replies(): Iterable<StoredReply>;
  /** Lists every note of the run, including those from before it was resumed. */
  notes(): readonly JsonObject[];
  note(note: LostAttempt): void;
}

/** The log of calls before which nothing was spent, and after which nothing counts. */
export const nothingSpent: SpendingLog = { replies: () => [], notes: () => [], note: () => {} };

/** A note of an attempt without a reply that may have been charged. */
interface LostAttempt extends JsonObject {
  readonly note: 'attempt_lost';
  readonly model: string;
  /** Upper bounds of its tokens. */
  readonly input_tokens: number;
  readonly output_tokens: number;
}

const tests = {
  note: (value: unknown) => value === 'attempt_lost',
  model: isText,
  input_tokens: isCount,
  output_tokens: isCount,
};

function isLostAttempt(note: JsonObject): note is LostAttempt {
  return flawedField(note, tests) === null;
}
