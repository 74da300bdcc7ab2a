export type Role = 'system' | 'user' | 'assistant';

/** A message of a sample. A list is a content of several texts. */
export interface SampleMessage {
  readonly role: Role;
  readonly content: string | readonly string[];
}

/** The right answers of a sample: texts or, for `json_value`, JSON as it is written. */
export interface Ideal {
  readonly answers: readonly string[];
  readonly isList: boolean;
}

/** One sample, in the form in which eva asks it. */
export interface Sample {
  readonly line: number;
  readonly messages: readonly SampleMessage[];
  /** True if `input` is a text instead of messages. */
  readonly isText: boolean;
  /** null for a sample without a right answer that a check can use. */
  readonly ideal: Ideal | null;
  /** Every key but `input`, with its value as JSON. */
  readonly others: ReadonlyMap<string, string>;
  /** Its own `id`, if that can name an item. */
  readonly id?: string;
}

/** Returns the texts of messages in order: those of a list one by one. */
export function textsOf(messages: readonly SampleMessage[]): readonly string[] {
  return messages.flatMap(({ content }) => content);
}
