import type { ErrorCode } from '../codes.js';

/** The texts of a problem: what is wrong, and what to do about it. */
export interface Text {
  readonly message: string;
  /** An imperative, with the exact text to type where there is one. */
  readonly hint?: string | undefined;
  /** Lines that the hint tells to write into a file, or a command, as they can be pasted. */
  readonly paste?: string | undefined;
}

/** A code, and after a colon the variant if the code has several sentences. */
export type Key = ErrorCode | `${ErrorCode}:${string}`;

/** Sentences of one area by key. A sentence with parameters is a function of one object of plain data. */
export type SentenceTable = Readonly<Partial<Record<Key, Text | ((params: never) => Text)>>>;
