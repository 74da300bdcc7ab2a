import { fold, lettersOf } from '#question/fold.js';
import { assignmentLike, verdictLike } from '#question/look-alikes.js';

const between = '[^\\p{L}\\p{N}]{0,3}';

/** Finds, in folded text, everything that could be taken for the line in which a user says what comes next. */
export const nextLike = verdictLike('NEXT', `CONTINUE|GOAL${between}MET|GAVE${between}UP`);

/** What a user's reply says: the word of its last line, and all that comes before it. */
export interface Said {
  readonly message: string;
  readonly word: string;
}

/**
 * True if one response of the application holds the line with this very word and all else that the reply says: then whoever
 * plays the user may have repeated it instead of answering, even if it restored what had been broken up.
 */
export function isRepeated({ message, word }: Said, responses: readonly string[]): boolean {
  const rest = lettersOf(plain(message));
  return responses.map(plain).some((text) => saysNext(text, lettersOf(word)) && lettersOf(text).includes(rest));
}

const assignment = new RegExp(assignmentLike('NEXT'), 'gu');
/** The letters of a word stand in so many characters, however they are set apart. */
const reach = 60;

function saysNext(text: string, word: string): boolean {
  const { text: folded } = fold(text);
  const ends = [...folded.matchAll(assignment)].map((found) => found.index + found[0].length);
  return ends.some((end) => lettersOf(folded.slice(end, end + reach)).startsWith(word));
}

/** A text as a model might repeat it: without the dots that break signs up, signs in the place of their names in HTML. */
function plain(text: string): string {
  return text.replaceAll('·', '').replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}));/gi, signOf);
}

function signOf(whole: string, hex?: string, decimal?: string, name = ''): string {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
  if (code <= 0x10ffff) return String.fromCodePoint(code);
  return namedSigns.get(name.toLowerCase()) ?? whole;
}

const namedSigns = new Map([
  ['equals', '='],
  ['lowbar', '_'],
  ['underbar', '_'],
  ['nbsp', ' '],
  ['newline', '\n'],
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
