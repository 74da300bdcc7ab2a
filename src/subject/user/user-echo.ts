import { fold, lettersOf } from '#question/fold.js';
import { assignmentLike, verdictLike } from '#question/look-alikes.js';

const between = '[^\\p{L}\\p{N}]{0,3}';

/** Pattern that matches anything in folded text that could be read as the line `NEXT=…`. */
export const nextLike = verdictLike('NEXT', `CONTINUE|GOAL${between}MET|GAVE${between}UP`);

/** A user's reply: the word of its last line, and the text before it. */
export interface Said {
  readonly message: string;
  readonly word: string;
}

/**
 * Returns true if one response of the application contains the whole reply, with a line of the same word. The simulated user may
 * then have repeated it instead of answering, even with eva's dots removed.
 */
export function isRepeated({ message, word }: Said, responses: readonly string[]): boolean {
  const rest = lettersOf(plain(message));
  return responses.map(plain).some((text) => saysNext(text, lettersOf(word)) && lettersOf(text).includes(rest));
}

const assignment = new RegExp(assignmentLike('NEXT'), 'gu');
/** Greatest number of characters over which the letters of a word may be spread. */
const reach = 60;

function saysNext(text: string, word: string): boolean {
  const { text: folded } = fold(text);
  const ends = [...folded.matchAll(assignment)].map((found) => found.index + found[0].length);
  return ends.some((end) => lettersOf(folded.slice(end, end + reach)).startsWith(word));
}

/** Returns a text as a model might repeat it: without eva's dots, and with HTML entities decoded. */
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
