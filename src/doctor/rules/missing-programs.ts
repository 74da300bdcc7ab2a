import { join } from 'node:path';
import { commandLinesOf } from '#library/programs.js';
import { missingPrograms } from '#lifecycle/programs/missing-programs.js';
import type { PromptCheck } from '../check.js';

/** Checks that the programs of checks and applications exist: a run would need them after its first calls. */
export const programsExist: PromptCheck = {
  name: 'programs-exist',
  run: ({ cases, cases_id, library: { root, env } }) =>
    missingPrograms(commandLinesOf(join(root, 'prompts', cases_id), cases), { root, env: env.variables ?? {} }),
};
