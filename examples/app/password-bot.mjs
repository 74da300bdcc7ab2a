/** A small application: it asks for the account first, and then says how to get a new password. */

const steps = 'Open Settings, choose Security, press "Reset password" and follow the link that we send to';

/**
 * What the bot says to the last message. `state` remembers the address from one turn to the next.
 * @param {readonly { readonly role: string, readonly content: string }[]} messages
 * @param {{ readonly address: string | null } | undefined} state
 * @returns {Promise<[response: string, state: { readonly address: string | null }]>}
 */
export async function passwordBot(messages, state = { address: null }) {
  const said = messages.at(-1)?.content ?? '';
  const address = /\S+@\S+\.\w+/.exec(said)?.[0] ?? state.address;
  if (address === null) return ['I am glad to help. Which e-mail address did you sign up with?', { address }];
  return [`Thank you. ${steps} ${address}.`, { address }];
}
