import { problem } from '#errors/index.js';
import { limitProblems } from '#load/source/problem-list.js';
import { asLatin, type Disguised, disguisedPlaceholders, disguisedWords } from '#load/traps/disguised.js';
import type { Place, Problem } from '#model/problem.js';
import type { PlacedBodyText } from '#model/prompt.js';
import { codePoints } from '#model/text/characters.js';
import { placeholders } from '#model/text/quoted.js';
import type { PromptCheck } from '../check.js';

const longestShown = 60;

/**
 * Finds letters of the body that look Latin and are not. In a placeholder they keep eva from replacing it; reading the prompt reports those
 * of declared inputs.
 */
export const lookAlikes: PromptCheck = {
  name: 'look-alikes',
  run: ({ prompt }) => {
    const declared = new Set(prompt?.inputs.map(({ name }) => name));
    return limitProblems(prompt?.body_places.texts.flatMap((text) => lookAlikesIn(text, declared)) ?? []);
  },
};

function lookAlikesIn({ text, place }: PlacedBodyText, declared: ReadonlySet<string>): readonly Problem[] {
  if (isAscii(text)) return [];
  const { found, rest } = disguisedPlaceholders(text);
  const undeclared = found.filter(
    ({ characters }) => !placeholders(asLatin(characters)).some((name) => declared.has(name)),
  );
  const placeOf = ({ start, characters }: Disguised) => place(start, start + characters.length);
  return [
    ...undeclared.map((one) => placeholder(placeOf(one), one.characters, one.odd)),
    ...disguisedWords(rest).map((one) => word(placeOf(one), one.characters, one.odd)),
  ];
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function placeholder(at: Place, written: string, odd: string): Problem {
  const meant = asLatin(written).replaceAll(' ', '').slice(0, longestShown);
  return problem('EVA_LOOK_ALIKE:placeholder', { meant, characters: codePoints(odd) }, { at, severity: 'warning' });
}

function word(at: Place, written: string, odd: string): Problem {
  const meant = asLatin(written).slice(0, longestShown);
  return problem('EVA_LOOK_ALIKE:word', { meant, characters: codePoints(odd) }, { at, severity: 'warning' });
}
