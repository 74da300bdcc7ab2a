import type { Message, ModelRequest } from '#model/reply/exchange.js';

const speakers: Readonly<Record<Message['role'], string>> = { user: 'User:', assistant: 'Assistant:' };

/**
 * The messages of a request as one text. A single message is exactly its own bytes. Several stand one behind another, each
 * under a line that says whose it is, with an empty place for the reply at the end; a program sees no other sign of roles.
 */
export function messagesText({ messages }: Pick<ModelRequest, 'messages'>): string {
  const [only] = messages;
  if (only && messages.length === 1) return only.content;
  const blocks = messages.map(({ role, content }) => `${speakers[role]}\n${content}`);
  return [...blocks, speakers.assistant].join('\n\n');
}

/** The same with the system prompt in front, for programs that have no other place for it. */
export function promptText(request: Pick<ModelRequest, 'messages' | 'system'>): string {
  const messages = messagesText(request);
  return request.system === undefined ? messages : `${request.system}\n\n${messages}`;
}
