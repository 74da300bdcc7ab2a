import type { VNode } from 'preact';

/** Shows the list of replies. */
export function ReplyList({ total }: { readonly total: number }): VNode {
  return <p role="status">{total} replies</p>;
}
