import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { quoted } from '#model/text/quoted.js';
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
    if (flaws.form)
      found.push(
        problem('EVA_SKILL_ID:form', `the id ${quoted(id)} is not lower-case words joined by hyphens`, {
          hint: `rename the directory${isWritten ? ' and id:' : ''}, for example code-review`,
          ...place,
        }),
      );
    if (flaws.length) {
      found.push(
        problem(
          'EVA_SKILL_ID:length',
          `the id has ${id.length} characters, and the name of a skill at most ${maxSkillName}`,
          { hint: `shorten the name of the directory${isWritten ? ' and id:' : ''}`, ...place },
        ),
      );
    }
    for (const word of flaws.reserved)
      found.push(
        problem(
          'EVA_SKILL_ID:reserved',
          `the id ${quoted(id)} contains ${quoted(word)}, which the name of a skill may not`,
          {
            hint: `remove ${quoted(word)} from the name of the directory${isWritten ? ' and from id:' : ''}`,
            ...place,
          },
        ),
      );
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
      found.push(
        problem(
          'EVA_SKILL_DESCRIPTION:length',
          `the description has ${length} characters, and may have at most ${maxDescriptionLength}`,
          { hint: 'shorten it to what the prompt does, and when to use it', at },
        ),
      );
    }
    if (/[<>]/.test(text)) {
      found.push(
        problem('EVA_SKILL_DESCRIPTION:tags', 'the description contains < or >', {
          hint: 'remove < and >: skills read them as tags',
          at,
        }),
      );
    }
    if (!/use when/i.test(text)) {
      found.push(
        problem('EVA_NO_USE_WHEN', 'the description does not say when to use the prompt', {
          hint: 'add a sentence that begins with "Use when"',
          at,
          severity: 'warning',
        }),
      );
    }
    return found;
  },
};
