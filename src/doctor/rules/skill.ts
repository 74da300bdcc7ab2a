import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { PromptCheck } from '../check.js';

const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const reserved = ['claude', 'anthropic'];
const maxIdLength = 64;

/** Checks that the id is a valid name of a skill: lower-case words joined by hyphens, short, without a reserved word. */
export const skillId: PromptCheck = {
  name: 'skill-id',
  run: ({ id, prompt, metaFile }) => {
    const isWritten = prompt === null || prompt.places['id'] !== undefined;
    const place = { at: { file: isWritten ? metaFile : `prompts/${id}` } };
    const found: Problem[] = [];
    if (!idPattern.test(id)) found.push(problem('EVA_SKILL_ID:form', { id, isWritten }, place));
    if (id.length > maxIdLength) {
      found.push(problem('EVA_SKILL_ID:length', { length: id.length, limit: maxIdLength, isWritten }, place));
    }
    for (const word of reserved.filter((name) => id.toLowerCase().includes(name))) {
      found.push(problem('EVA_SKILL_ID:reserved', { id, word, isWritten }, place));
    }
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
