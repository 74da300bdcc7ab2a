import { problem } from '#errors/index.js';
import { type PlacedText, placeAt, placedText } from '#load/source/place.js';
import { limitProblems } from '#load/source/problem-list.js';
import { asLatin, disguisedPlaceholders, disguisedWords } from '#load/traps/disguised.js';
import type { Problem } from '#model/problem.js';
import { bodyText } from '#model/prompt.js';
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
  run: ({ prompt, bodyFile }) => {
    if (prompt === null || isAscii(bodyText(prompt.body))) return [];
    const text = placedText(bodyText(prompt.body), bodyFile);
    const { found, rest } = disguisedPlaceholders(bodyText(prompt.body));
    const declared = new Set(prompt.inputs.map(({ name }) => name));
    const undeclared = found.filter(
      ({ characters }) => !placeholders(asLatin(characters)).some((name) => declared.has(name)),
    );
    return limitProblems([
      ...undeclared.map(({ start, characters, odd }) => placeholder(text, start, characters, odd)),
      ...disguisedWords(rest).map(({ start, characters, odd }) => word(text, start, characters, odd)),
    ]);
  },
};

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function placeholder(text: PlacedText, start: number, written: string, odd: string): Problem {
  const meant = asLatin(written).replaceAll(' ', '').slice(0, longestShown);
  const at = placeAt(text, start, start + written.length);
  return problem('EVA_LOOK_ALIKE:placeholder', { meant, characters: codePoints(odd) }, { at, severity: 'warning' });
}

function word(text: PlacedText, start: number, written: string, odd: string): Problem {
  const meant = asLatin(written).slice(0, longestShown);
  const at = placeAt(text, start, start + written.length);
  return problem('EVA_LOOK_ALIKE:word', { meant, characters: codePoints(odd) }, { at, severity: 'warning' });
}
