import type { ModelRequest } from '#model/exchange.js';

/** The messages of a request as one text, a blank line between two. A single message is exactly its own bytes. */
export function messagesText(request: Pick<ModelRequest, 'messages'>): string {
  return request.messages.map(({ content }) => content).join('\n\n');
}

/** The same with the system prompt in front, for programs that have no other place for it. */
export function promptText(request: Pick<ModelRequest, 'messages' | 'system'>): string {
  const messages = messagesText(request);
  return request.system === undefined ? messages : `${request.system}\n\n${messages}`;
}
