import type { StoredReply } from './exchange.js';

/** Where replies are kept: a journal, a cache, recordings. */
export interface ReplyStore {
  get(key: string): StoredReply | undefined;
  put(reply: StoredReply): void;
}
