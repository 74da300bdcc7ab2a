import { problem } from '#errors/index.js';
import type { LibraryCheck } from './check.js';

/** A library without prompts: a wrong `--root` in CI must not look like good health. */
export const somePrompts: LibraryCheck = {
  name: 'some-prompts',
  run: ({ ids }) =>
    ids.length > 0
      ? []
      : [
          problem('EVA_NO_PROMPTS', 'this library holds no prompts: nothing was checked', {
            hint: 'check --root and EVA_ROOT, or add a folder with meta.yml and prompt.xml under prompts/',
          }),
        ],
};
