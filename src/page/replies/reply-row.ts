import type { CaseView, NamedText, Part, Reply, ReplyOutcome, Text, TurnView } from '#report/view/view.js';

/**
 * One reply in a list of replies, as plain JSON: the same in a file and from a server. Texts that all trials of a case share are in
 * its `ReplyCase`.
 */
export interface ReplyRow extends Reply {
  /** The index of its case in `ReplyHead.cases`. */
  readonly case: number;
  /** True if the page holds only the beginnings of its texts. */
  readonly shortened?: true;
}

export interface ReplyHead {
  readonly runs: readonly ReplyRun[];
  readonly cases: readonly ReplyCase[];
  readonly checks: readonly ReplyCheck[];
  readonly slices: readonly ReplySlices[];
  /** The number of all replies by outcome, also of those that a file leaves out. */
  readonly counts: Readonly<Record<ReplyOutcome, number>>;
}

interface ReplyRun {
  /** `RunLine.key`. */
  readonly key: string;
  /** The id of the prompt. */
  readonly id: Text;
  /** The name of the variant or the model; null for an application. */
  readonly variant: Text | null;
}

export interface ReplyCase {
  /** The index of its run in `ReplyHead.runs`. */
  readonly run: number;
  /** `CaseView.key`. */
  readonly key: string;
  readonly name: Text;
  readonly kind: CaseView['kind'];
  /** The inputs of all its trials, or the message if it has none. Those of items are in the rows. */
  readonly inputs: readonly NamedText[];
}

/** A part of the expectations of a case, with the key that `partKey` returns. */
export interface ReplyCheck {
  /** The index of its case in `ReplyHead.cases`. */
  readonly case: number;
  readonly part: string;
  readonly about: Text;
}

export interface ReplySlices {
  readonly field: Text;
  readonly values: readonly Text[];
}

/** Returns the row of a reply to a case. Leaves out the messages that eva rendered from the prompt and the inputs of the case. */
export function replyRow(reply: Reply, index: number, { kind, inputs }: Pick<ReplyCase, 'kind' | 'inputs'>): ReplyRow {
  const showsInputs = kind !== 'conversation' && (inputs.length > 0 || (reply.item?.inputs.length ?? 0) > 0);
  return { ...reply, case: index, turns: reply.turns.map((turn) => turnWithout(turn, showsInputs)) };
}

function turnWithout({ messages: _messages, ...turn }: TurnView, showsInputs: boolean): TurnView {
  return showsInputs ? { ...turn, message: { raw: '' } } : turn;
}

export function partKey({ kind, expectation, check, rubric }: Part): string {
  return [kind, expectation, check ?? '', rubric ?? ''].join('.');
}

/** Returns the part of an address that names a reply of its case: the item and its draw, or the number of the trial from 1. */
export function replyName({ item, trial }: Pick<Reply, 'item' | 'trial'>): string {
  if (item === null) return String(trial + 1);
  return item.draw === 0 ? item.id.raw : `${item.id.raw}/${item.draw + 1}`;
}
