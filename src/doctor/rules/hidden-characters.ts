import { problem } from '#errors/index.js';
import { type PlacedText, placeAt, placedText } from '#load/source/place.js';
import { limitProblems } from '#load/source/problem-list.js';
import { hiddenRuns } from '#load/traps/hidden-runs.js';
import { isInvisibleText } from '#load/traps/invisible-text.js';
import type { Problem } from '#model/problem.js';
import { bodyText } from '#model/prompt.js';
import { codePoints } from '#model/text/characters.js';
import type { PromptCheck } from '../check.js';

/** Finds characters of the body that a reviewer cannot see, and that are not invisible text, which reading the prompt reports. */
export const hiddenCharacters: PromptCheck = {
  name: 'hidden-characters',
  run: ({ prompt, bodyFile }) => {
    if (prompt === null) return [];
    const text = placedText(bodyText(prompt.body), bodyFile);
    const runs = hiddenRuns(bodyText(prompt.body)).filter(({ characters }) => !isInvisibleText(characters));
    return limitProblems(runs.map((run) => hidden(text, run)));
  },
};

function hidden(text: PlacedText, { start, characters }: { start: number; characters: string }): Problem {
  const at = placeAt(text, start, start + characters.length);
  const params = { kind: kindOf(characters), characters: codePoints(characters) };
  return problem('EVA_HIDDEN_CHARACTER', params, { at, severity: 'warning' });
}

function kindOf(characters: string): string {
  return [...characters].length > 1 ? 'invisible characters' : 'an invisible character';
}
