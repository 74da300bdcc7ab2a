import type { StoredReply } from '#model/reply/exchange.js';
import type { ReplyStore } from '#model/reply/reply-store.js';

/** Makes a store that keeps replies in memory only. */
export function memoryStore(): ReplyStore {
  const replies = new Map<string, StoredReply>();
  return { get: (key) => replies.get(key), put: (reply) => void replies.set(reply.key, reply) };
}
