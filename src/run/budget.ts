import type { Budget, Price } from '#model/config.js';
import type { ModelRequest, Reply, StoredReply, TokenUsage } from '#model/exchange.js';
import { costOf, priceOf, priceOfReply } from '#model/price.js';
import { tokensAdded } from '#plan/request-size.js';
import type { Admission } from '#provider/admission.js';
import { type Amount, BudgetLedger, nothing, plus } from './budget-ledger.js';

type Prices = Readonly<Record<string, Price>>;

/**
 * Bounds what a run spends, so that no call passes the budget: what a call may cost at most is set aside while it is in hand. One
 * that might pass the budget waits, first come first served, as long as others are in hand, and is refused (`NoReply`, final) once none
 * is. What the run spent before it was interrupted counts; a call that brought no reply does not.
 */
export function openBudget(budget: Budget, prices: Prices, spentBefore: Iterable<StoredReply>): Admission {
  let spent = nothing;
  for (const { source, model, reply } of spentBefore) {
    if (source === 'model' && model !== undefined) spent = plus(spent, amountOf(reply, model, prices, nothing));
  }
  const ledger = new BudgetLedger(budget, spent);
  return {
    async admit(request, stop) {
      const most = mostOf(request, prices);
      await ledger.take(most, stop);
      return (reply) => ledger.settle(most, reply ? amountOf(reply, request.model, prices, most) : nothing);
    },
  };
}

/** A token is a byte at least, so no request has more of them than bytes, but for what a provider says of the tool. */
function mostOf(request: ModelRequest, prices: Prices): Amount {
  const input_tokens = Buffer.byteLength(JSON.stringify(request)) + (request.tool ? tokensAdded : 0);
  const usage = { input_tokens, output_tokens: request.max_tokens };
  return { calls: 1, tokens: input_tokens + request.max_tokens, usd: usdOf(usage, priceOf(prices, request.model)) };
}

/** What a reply cost; where its tokens are not known, the most that it may have had. */
function amountOf(reply: Reply, model: string, prices: Prices, most: Amount): Amount {
  const { input_tokens, output_tokens } = reply.usage;
  if (input_tokens === null || output_tokens === null) return { ...most, calls: 1 };
  const usd = usdOf(reply.usage, priceOfReply(prices, model, reply));
  return { calls: 1, tokens: input_tokens + output_tokens, usd };
}

/** Where there is no price there is no bound either: planning refuses a budget of dollars then. */
function usdOf(usage: TokenUsage, price: Price | undefined): number {
  return costOf(usage, price) ?? 0;
}
