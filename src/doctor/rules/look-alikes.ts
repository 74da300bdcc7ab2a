import { problem } from '#errors/index.js';
import { limitProblems } from '#load/source/problem-list.js';
import type { Problem } from '#model/problem.js';
import type { PlacedBodyText } from '#model/prompt.js';
import { codePoints } from '#model/text/characters.js';
import { asLatin, disguisedPlaceholders, disguisedWords } from '#model/text/disguised.js';
import { quoted, short } from '#model/text/quoted.js';
import type { PromptCheck } from '../check.js';

const longestShown = 60;

/** Finds words of the body with letters that look Latin and are not. Reading the prompt reports those in placeholders. */
export const lookAlikes: PromptCheck = {
  name: 'look-alikes',
  run: ({ prompt }) => limitProblems(prompt?.body_places.texts.flatMap(lookAlikesIn) ?? []),
};

function lookAlikesIn({ text, place }: PlacedBodyText): readonly Problem[] {
  if (!/[^\0-\x7f]/.test(text)) return [];
  return disguisedWords(disguisedPlaceholders(text).rest).map(({ start, characters, odd }) => {
    const meant = asLatin(characters).slice(0, longestShown);
    const at = place(start, start + characters.length);
    return problem(
      'EVA_LOOK_ALIKE:word',
      `this word looks like ${quoted(meant)} and contains letters that are not Latin: ${short(codePoints(odd))}`,
      { hint: `retype ${quoted(meant)}`, at, severity: 'warning' },
    );
  });
}
