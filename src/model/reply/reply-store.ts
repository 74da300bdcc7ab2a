import type { StoredReply } from './exchange.js';

/** A store of replies: a journal, a cache, recordings. */
export interface ReplyStore {
  get(key: string): StoredReply | undefined;
  put(reply: StoredReply): void;
}
