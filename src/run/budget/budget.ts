import type { Budget, Price, Prices } from '#model/config.js';
import { mostTokens } from '#model/limits.js';
import type { ModelRequest, Reply, TokenUsage } from '#model/reply/exchange.js';
import { batchShare, costOf, priceOf, priceOfReply } from '#model/reply/price.js';
import type { Admission, Outcome } from '#provider/wrappers/limits.js';
import { type Amount, BudgetLedger, nothing, plus } from './budget-ledger.js';
import { lostAttempts, type SpendingLog } from './lost-attempts.js';

type Tokens = ReturnType<typeof mostTokens>;

/**
 * Limits the cost of a run by reserving the greatest possible cost of each call while it runs. A call that could exceed the
 * budget waits while others run, and is refused (`NoReply`, final) when none runs. An attempt without a reply that may have been
 * charged counts with its greatest possible cost and is noted in the log. A resumed run counts its earlier spending. Runs with one `shared`
 * ledger have one budget together.
 */
export function openBudget(budget: Budget, prices: Prices, log: SpendingLog, shared?: BudgetLedger): Admission {
  const ledger = shared ?? new BudgetLedger(budget);
  ledger.addSpent(spentIn(log, prices));
  const mostFor = (request: ModelRequest, share: number) => {
    const most = mostOf(request.model, mostTokens(request), prices);
    return { ...most, usd: most.usd * share };
  };
  const settling = (request: ModelRequest, most: Amount) => (outcome: Outcome) => {
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
  for (const { model, ...tokens } of lostAttempts(log)) spent = plus(spent, mostOf(model, tokens, prices));
  return spent;
}

const noTokens: Tokens = { input_tokens: 0, output_tokens: 0 };

/** Returns the greatest possible amount of one call. */
function mostOf(model: string, tokens: Tokens, prices: Prices): Amount {
  return { calls: 1, usd: usdOf(tokens, priceOf(prices, model)) };
}

/** Returns the cost of an attempt, or `most` if the cost is unknown. */
function amountOf(outcome: Outcome, model: string, prices: Prices, most: Amount): Amount {
  if (outcome === 'unpaid') return nothing;
  return typeof outcome === 'string' ? most : amountOfReply(outcome, model, prices, most);
}

function amountOfReply(reply: Reply, model: string, prices: Prices, most: Amount): Amount {
  const { input_tokens, output_tokens, cost_usd } = reply.usage;
  if (input_tokens === null || output_tokens === null) return { ...most, usd: cost_usd ?? most.usd };
  return { calls: 1, usd: usdOf(reply.usage, priceOfReply(prices, model, reply)) };
}

/** Returns the price of tokens in dollars. It is 0 for a model without a price; planning rejects a dollar budget for such a model. */
function usdOf(usage: TokenUsage, price: Price | undefined): number {
  return costOf(usage, price) ?? 0;
}
