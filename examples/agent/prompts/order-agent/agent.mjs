/**
 * An agent with three tools. It asks its model what to do, runs the tool, and asks again, until the model has an answer.
 * Its model is a stand-in that follows rules, so that the example runs without a key.
 */
import { createInterface } from 'node:readline';

/** @typedef {{ readonly role: string, readonly content: string }} Message */
/** @typedef {{ readonly name: string, readonly arguments: Record<string, any>, readonly result: any }} ToolCall */

/** @type {Record<string, { item: string, price: number, status: string, mail: string }>} */
const orders = {
  'A-17': { item: 'lamp', price: 49, status: 'lost', mail: 'ada@example.com' },
  'B-30': { item: 'teapot', price: 18.5, status: 'delivered', mail: 'bo@example.com' },
  'C-42': { item: 'armchair', price: 320, status: 'lost', mail: 'cem@example.com' },
};

/** @type {Record<string, (given: any) => any>} */
const tools = {
  find_order: ({ order }) => orders[order] ?? 'no such order',
  refund: ({ order, amount }) => `refunded ${amount.toFixed(2)} for ${order}`,
  send_mail: ({ to }) => `sent to ${to}`,
};

/**
 * Stands in for a model: returns the next tool call, or the answer. A real agent sends its instructions, its tools and all of this to a model.
 * @param {readonly Message[]} messages
 * @param {readonly ToolCall[]} calls the calls so far
 * @returns {{ tool: string, arguments: object } | { text: string }}
 */
function decide(messages, calls) {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const order = said.map((text) => /\b[A-Z]-\d+\b/.exec(text)?.[0]).findLast(Boolean);
  if (!order) return { text: 'I am sorry to hear that. Which order is it?' };
  const found = calls.find(({ name }) => name === 'find_order')?.result;
  if (!found) return { tool: 'find_order', arguments: { order } };
  if (found === 'no such order') return { text: `I cannot find order ${order}. Is the number right?` };
  const { item, price, status, mail } = found;
  if (status !== 'lost') return { text: `Order ${order}, the ${item}, is ${status}.` };
  const has = (/** @type {string} */ tool) => calls.some(({ name }) => name === tool);
  const isCheap = price <= 100;
  if (isCheap && !has('refund')) return { tool: 'refund', arguments: { order, amount: price } };
  if (!has('send_mail')) {
    const text = isCheap
      ? `We have refunded ${price.toFixed(2)} for order ${order}.`
      : `Order ${order} was lost. Please decide.`;
    return { tool: 'send_mail', arguments: { to: isCheap ? mail : 'returns@shop.example', text } };
  }
  if (isCheap) return { text: `The ${item} was lost. We have refunded ${price.toFixed(2)} and sent you a mail.` };
  return { text: `The ${item} was lost. A colleague decides about the money and will write to you.` };
}

/** What a call of the model costs, in dollars. A real agent computes it from the tokens. */
const costOfCall = 0.002;

/**
 * Answers the last message of a conversation, and reports what it did and what it cost.
 * @param {readonly Message[]} messages
 */
export function answer(messages) {
  /** @type {ToolCall[]} */
  const tool_calls = [];
  const steps = [];
  for (;;) {
    const move = decide(messages, tool_calls);
    steps.push({ name: 'decide', output: 'tool' in move ? move.tool : 'answer' });
    if ('text' in move) {
      return { response: move.text, tool_calls, steps, details: { cost_usd: steps.length * costOfCall } };
    }
    tool_calls.push({ name: move.tool, arguments: move.arguments, result: tools[move.tool]?.(move.arguments) });
  }
}

/** As an application of scenarios: reads a line of JSON for each turn, and prints one. */
async function answerLines() {
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(answer(JSON.parse(line).messages)));
  }
}

/** As a model of cases: reads one JSON object, and prints one. */
async function answerOnce() {
  let input = '';
  for await (const piece of process.stdin) input += piece;
  const { response, details, ...reported } = answer(JSON.parse(input).messages);
  console.log(JSON.stringify({ text: response, ...reported, stop: 'end', usage: details }));
}

if (process.argv[1]?.endsWith('agent.mjs')) await (process.argv.includes('--once') ? answerOnce() : answerLines());
