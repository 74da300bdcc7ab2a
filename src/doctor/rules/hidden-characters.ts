import { problem } from '#errors/index.js';
import { type PlacedText, placeAt, placedText } from '#load/source/place.js';
import { limitProblems } from '#load/source/problem-list.js';
import type { Problem } from '#model/problem.js';
import { bodyText } from '#model/prompt.js';
import { codePoints } from '#model/text/characters.js';
import type { PromptCheck } from '../check.js';
import { hiddenRuns } from './hidden-runs.js';

/** Finds characters of the body that a model reads and a reviewer cannot see. */
export const hiddenCharacters: PromptCheck = {
  name: 'hidden-characters',
  run: ({ prompt, bodyFile }) => {
    if (prompt === null) return [];
    const text = placedText(bodyText(prompt.body), bodyFile);
    return limitProblems(hiddenRuns(bodyText(prompt.body)).map((run) => hidden(text, run)));
  },
};

function hidden(text: PlacedText, { start, characters }: { start: number; characters: string }): Problem {
  const at = placeAt(text, start, start + characters.length);
  const params = { kind: kindOf(characters), characters: codePoints(characters) };
  return problem('EVA_HIDDEN_CHARACTER', params, { at, severity: 'warning' });
}

function kindOf(characters: string): string {
  const are = [...characters].length > 1;
  if (/[\u{e0000}-\u{e007f}]/u.test(characters)) return are ? 'tag characters' : 'a tag character';
  if (/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(characters)) {
    return are ? 'characters that change the direction of text' : 'a character that changes the direction of text';
  }
  return are ? 'invisible characters' : 'an invisible character';
}
