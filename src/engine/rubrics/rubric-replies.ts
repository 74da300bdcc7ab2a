import type { StoredReply } from '#model/reply/exchange.js';

/** Lists the replies in a journal that wrote rubrics, with their models. */
export function rubricReplies(
  replies: Iterable<StoredReply>,
): readonly { readonly stored: StoredReply; readonly model: string }[] {
  const found: { readonly stored: StoredReply; readonly model: string }[] = [];
  for (const stored of replies) {
    if (stored.role === 'rubric' && stored.model !== undefined) found.push({ stored, model: stored.model });
  }
  return found;
}
