import type { ReplyStore, StoredReply } from '#model/reply/exchange.js';

/** Makes a store that keeps replies in memory only. */
export function memoryStore(): ReplyStore {
  const replies = new Map<string, StoredReply>();
  return { get: (key) => replies.get(key), put: (reply) => void replies.set(reply.key, reply) };
}
