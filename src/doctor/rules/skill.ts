import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { maxSkillName, skillNameFlaws } from '#model/text/skill-name.js';
import type { PromptCheck } from '../check.js';

/** Returns true for a prompt that says when a model should load it: only then are the limits of skills limits of the prompt. */
export function isSkill(prompt: Prompt | null): boolean {
  return prompt?.description !== undefined;
}

/** Checks that the id is a valid name of a skill: lower-case words joined by hyphens, short, without a reserved word. */
export const skillId: PromptCheck = {
  name: 'skill-id',
  run: ({ id, prompt, metaFile }) => {
    const isWritten = prompt === null || prompt.places['id'] !== undefined;
    const severity = isSkill(prompt) ? 'error' : 'warning';
    const place = { at: { file: isWritten ? metaFile : `prompts/${id}` }, severity } as const;
    const flaws = skillNameFlaws(id);
    const found: Problem[] = [];
    if (flaws.form) found.push(problem('EVA_SKILL_ID:form', { id, isWritten }, place));
    if (flaws.length) {
      found.push(problem('EVA_SKILL_ID:length', { length: id.length, limit: maxSkillName, isWritten }, place));
    }
    for (const word of flaws.reserved) found.push(problem('EVA_SKILL_ID:reserved', { id, word, isWritten }, place));
    return found;
  },
};

const maxDescriptionLength = 1024;

/** Checks that the description fits the header of a skill and says when to use the prompt. */
export const skillDescription: PromptCheck = {
  name: 'skill-description',
  run: ({ prompt }) => {
    const text = prompt?.description;
    if (prompt === null || text === undefined) return [];
    const at = prompt.places['description'];
    const found: Problem[] = [];
    const length = [...text].length;
    if (length > maxDescriptionLength) {
      found.push(problem('EVA_SKILL_DESCRIPTION:length', { length, limit: maxDescriptionLength }, { at }));
    }
    if (/[<>]/.test(text)) {
      found.push(problem('EVA_SKILL_DESCRIPTION:tags', null, { at }));
    }
    if (!/use when/i.test(text)) {
      found.push(problem('EVA_NO_USE_WHEN', null, { at, severity: 'warning' }));
    }
    return found;
  },
};
