import { problem } from '#errors/index.js';
import { limitProblems } from '#load/source/problem-list.js';
import { hiddenRuns } from '#load/traps/hidden-runs.js';
import { isInvisibleText } from '#load/traps/invisible-text.js';
import type { Problem } from '#model/problem.js';
import type { PlacedBodyText } from '#model/prompt.js';
import { codePoints } from '#model/text/characters.js';
import type { PromptCheck } from '../check.js';

/** Finds characters of the body that a reviewer cannot see, and that are not invisible text, which reading the prompt reports. */
export const hiddenCharacters: PromptCheck = {
  name: 'hidden-characters',
  run: ({ prompt }) => limitProblems(prompt?.body_places.texts.flatMap(hiddenIn) ?? []),
};

function hiddenIn({ text, place }: PlacedBodyText): readonly Problem[] {
  const runs = hiddenRuns(text).filter(({ characters }) => !isInvisibleText(characters));
  return runs.map(({ start, characters }) => {
    const at = place(start, start + characters.length);
    const params = { kind: kindOf(characters), characters: codePoints(characters) };
    return problem('EVA_HIDDEN_CHARACTER', params, { at, severity: 'warning' });
  });
}

function kindOf(characters: string): string {
  return [...characters].length > 1 ? 'invisible characters' : 'an invisible character';
}
