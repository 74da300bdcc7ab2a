import { lettersOf } from './fold.js';

/** A verdict in a reply, from a tool call or a text. */
export interface GivenVerdict {
  readonly word: string;
  readonly value: number | string;
  readonly reason: string;
}

/** Greatest number of letters between the parts of an imitated verdict, such as key names or tags. */
const reach = 60;
/** Number of letters at the beginning of the reason that must match. */
const proof = 200;

/**
 * Returns true if a text that the judge saw contains this verdict, with value and reason, as a line, as JSON or in tags. The
 * judge may then have repeated it instead of judging, even with eva's dots removed.
 */
export function isEcho({ word, value, reason }: GivenVerdict, shown: readonly string[]): boolean {
  const mark = lettersOf(`${word}${value}`);
  const words = lettersOf(reason).slice(0, proof);
  return shown.some((text) => holdsVerdict(withoutZeros(lettersOf(text), word), mark, words));
}

/** Removes leading zeros of a value, since a judge reads `SCORE=010` as 10. */
function withoutZeros(letters: string, word: string): string {
  return letters.replace(new RegExp(`${word}0+(?=[0-9])`, 'g'), word);
}

function holdsVerdict(text: string, mark: string, reason: string): boolean {
  const width = reach + reason.length;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const around = text.slice(Math.max(0, at - width), at + mark.length + width);
    if (around.includes('REASON') && around.includes(reason)) return true;
  }
  return false;
}
