import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { PromptCheck } from './check.js';

const shape = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const reserved = ['claude', 'anthropic'];
const longest = 64;

/** The id must be a name that a skill may have: lower-case words joined by hyphens, short, without a reserved word. */
export const skillId: PromptCheck = {
  name: 'skill-id',
  run: ({ id, metaFile }) => {
    const found: Problem[] = [];
    const say = (message: string, hint: string) =>
      found.push(problem('EVA_SKILL_ID', message, { at: { file: metaFile }, hint }));
    if (!shape.test(id)) {
      say(
        `the id "${id}" is not lower-case words joined by hyphens`,
        'rename the directory and `id`, as in code-review',
      );
    }
    if (id.length > longest) {
      say(
        `the id has ${id.length} characters, a skill's name at most ${longest}`,
        'shorten the directory’s name and `id`',
      );
    }
    for (const word of reserved.filter((one) => id.toLowerCase().includes(one))) {
      say(`the id "${id}" contains "${word}", which a skill's name may not`, `leave "${word}" out of the name`);
    }
    return found;
  },
};
