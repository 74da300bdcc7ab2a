import { problem } from '#errors/index.js';
import { placeAt, placedText } from '#load/source/place.js';
import type { Place, Problem } from '#model/problem.js';
import { bodyText } from '#model/prompt.js';
import { placeholderPattern, placeholders } from '#model/text/quoted.js';
import type { PromptCheck } from '../check.js';

/** Checks that meta.yml declares every variable of the body, even if each case gives it a value. */
export const variablesDeclared: PromptCheck = {
  name: 'variables-declared',
  run: ({ prompt, bodyFile, problems }) => {
    if (prompt === null) return [];
    const declared = new Set(prompt.inputs.map((input) => input.name));
    return [...firstUses(bodyText(prompt.body), bodyFile)]
      .filter(([name, at]) => !declared.has(name) && !isReported(problems, at))
      .map(([name, at]) => problem('EVA_UNDECLARED_INPUT:prompt', { name }, { at }));
  },
};

function firstUses(body: string, file: string): ReadonlyMap<string, Place> {
  const text = placedText(body, file);
  const uses = new Map<string, Place>();
  for (const { 0: whole, 1: name = '', index } of body.matchAll(placeholderPattern)) {
    if (!uses.has(name)) uses.set(name, placeAt(text, index, index + whole.length));
  }
  return uses;
}

/** Returns true if this place is already reported: reading the cases reports variables without a value. */
function isReported(problems: readonly Problem[], { file, line, column }: Place): boolean {
  return problems.some(
    ({ code, at }) => code === 'EVA_UNDECLARED_INPUT' && at?.file === file && at.line === line && at.column === column,
  );
}

/** Checks that the body uses every required input: an unused one asks people for a value that changes nothing. */
export const requiredInputsUsed: PromptCheck = {
  name: 'required-inputs-used',
  run: ({ prompt, bodyFile }) => {
    if (prompt === null) return [];
    const used = new Set(placeholders(bodyText(prompt.body)));
    return prompt.inputs
      .filter((input) => input.required && !used.has(input.name))
      .map(({ name, at }) => problem('EVA_INPUT_UNUSED', { name, file: bodyFile }, { at }));
  },
};
