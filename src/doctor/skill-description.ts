import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { PromptCheck } from './check.js';

const longest = 1024;

/** The description must fit a skill's header, and should say when to use the prompt. */
export const skillDescription: PromptCheck = {
  name: 'skill-description',
  run: ({ prompt }) => {
    const text = prompt?.description;
    if (prompt === null || text === undefined) return [];
    const at = prompt.places['description'];
    const found: Problem[] = [];
    const length = [...text].length;
    if (length > longest) {
      const hint = `cut it to ${longest}: what the prompt does, then when to use it`;
      found.push(problem('EVA_SKILL_DESCRIPTION', `the description has ${length} characters`, { at, hint }));
    }
    if (/[<>]/.test(text)) {
      const hint = 'write it without < and >, they would be read as tags';
      found.push(problem('EVA_SKILL_DESCRIPTION', 'the description contains < or >', { at, hint }));
    }
    if (!/use when/i.test(text)) {
      const hint = 'add a sentence that begins "Use when"';
      const message = 'the description does not say when to use the prompt';
      found.push(problem('EVA_NO_USE_WHEN', message, { at, hint, severity: 'warning' }));
    }
    return found;
  },
};
