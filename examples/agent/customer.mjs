/**
 * Plays a customer by a script, in place of a model. It knows what a simulated user knows: its situation, and the conversation so far.
 */

const openings = [
  'My parcel has not come.',
  'hi, where is my parcel?? I want my money back',
  'Hello. I would like a refund.',
];

/**
 * Returns the customer's next message, or the end of the conversation.
 * @param {{ readonly system?: string | null, readonly messages: readonly { readonly content: string }[] }} request
 */
export function nextMessage({ system, messages }) {
  const asked = messages[0]?.content ?? '';
  if (asked.includes('you write first')) {
    // eva writes the style of each customer into the system prompt.
    return { message: openings[(system ?? '').length % openings.length] ?? '', next: 'continue' };
  }
  const [, said = ''] = asked.split('The application wrote:').slice(-2);
  const [order = ''] = /[A-Z]-\d+/.exec(asked) ?? [];
  if (said.includes('Which order')) return { message: `It is order ${order}.`, next: 'continue' };
  return { message: '', next: said.includes('refunded') ? 'goal_met' : 'gave_up' };
}

if (process.argv[1]?.endsWith('customer.mjs')) {
  let text = '';
  for await (const piece of process.stdin) text += piece;
  const { message, next } = nextMessage(JSON.parse(text));
  console.log(JSON.stringify({ text: `${message}\nNEXT=${next.toUpperCase()}` }));
}
