import { isChatInText } from '#load/traps/chat-in-text.js';
import { invisibleText } from '#load/traps/invisible-text.js';
import type { BodyInput } from '../imported.js';
import { RefusedPrompt } from './refused-prompt.js';

/** The maximum size of a body, in bytes. */
const maxBytes = 1024 * 1024;

/** A text of a body that eva has no warning for. */
export interface CleanText {
  readonly text: string;
  /** The names of the invisible characters that were dropped. */
  readonly dropped?: string;
  /** An input that keeps eva from reading the text as a list of messages. */
  readonly input?: BodyInput;
}

/** Drops invisible characters, and writes line ends as LF. Throws `RefusedPrompt` for a text that is too large or has a NUL. */
export function cleanText(written: string, fixed: (text: string) => BodyInput): CleanText {
  const whole = written.replaceAll('\r\n', '\n');
  if (Buffer.byteLength(whole) > maxBytes) throw new RefusedPrompt('prompt', 'it is larger than 1 MB');
  if (whole.includes('\0')) throw new RefusedPrompt('prompt', 'it has the character U+0000, which eva does not send');
  const hidden = invisibleText(whole);
  const text = hidden.reduceRight(
    (left, { start, characters }) => left.slice(0, start) + left.slice(start + characters.length),
    whole,
  );
  const dropped = hidden[0] && { dropped: hidden[0].names };
  if (!isChatInText(text)) return { text, ...dropped };
  const start = text.search(/\S/);
  const input = fixed(text.charAt(start));
  return { text: `${text.slice(0, start)}{{${input.name}}}${text.slice(start + 1)}`, input, ...dropped };
}
