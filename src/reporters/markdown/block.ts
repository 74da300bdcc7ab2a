/**
 * A piece of a document that can be left out as a whole if the document would be too large, in this order: lines of cases that passed,
 * replies, lines of other cases, runs. `frame` is never left out.
 */
export interface Block {
  readonly kind: BlockKind;
  readonly text: string;
}

export const droppable = ['passed', 'replies', 'case', 'run'] as const;
export type BlockKind = (typeof droppable)[number] | 'frame';

export function block(kind: BlockKind, text: string): Block {
  return { kind, text };
}
