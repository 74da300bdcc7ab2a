import { problem } from '#errors/index.js';
import { placeholders } from '#model/text/placeholder.js';
import type { PromptCheck } from './check.js';

/** A required input that the body never mentions asks people for a value that changes nothing. */
export const requiredInputsUsed: PromptCheck = {
  name: 'required-inputs-used',
  run: ({ prompt, bodyFile }) => {
    if (prompt === null) return [];
    const used = new Set(placeholders(prompt.body));
    return prompt.inputs
      .filter((input) => input.required && !used.has(input.name))
      .map(({ name, at }) => {
        const hint = `write {{${name}}} where its value belongs in ${bodyFile}, or drop the input`;
        return problem('EVA_INPUT_UNUSED', `the body never uses the required input "${name}"`, { at, hint });
      });
  },
};
