import { problem } from '#errors/index.js';
import type { Place, Problem } from '#model/problem.js';
import type { BodyPlaces } from '#model/prompt.js';
import { placeholderPattern, placeholders } from '#model/text/quoted.js';
import type { PromptCheck } from '../check.js';

/** Checks that meta.yml declares every variable of the body, even if each case gives it a value. */
export const variablesDeclared: PromptCheck = {
  name: 'variables-declared',
  run: ({ prompt, problems }) => {
    if (prompt === null) return [];
    const declared = new Set(prompt.inputs.map((input) => input.name));
    return [...firstUses(prompt.body_places)]
      .filter(([name, at]) => !declared.has(name) && !isReported(problems, at))
      .map(([name, at]) => problem('EVA_UNDECLARED_INPUT:prompt', { name }, { at }));
  },
};

function firstUses({ texts, files }: BodyPlaces): ReadonlyMap<string, Place> {
  const uses = new Map<string, Place>();
  for (const { text, place } of texts) {
    for (const { 0: whole, 1: name = '', index } of text.matchAll(placeholderPattern)) {
      if (!uses.has(name)) uses.set(name, place(index, index + whole.length));
    }
  }
  for (const { name, at } of files) if (!uses.has(name)) uses.set(name, at);
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
    const { texts, files } = prompt.body_places;
    const used = new Set([...texts.flatMap(({ text }) => placeholders(text)), ...files.map(({ name }) => name)]);
    return prompt.inputs
      .filter((input) => input.required && !used.has(input.name))
      .map(({ name, at }) => problem('EVA_INPUT_UNUSED', { name, file: bodyFile }, { at }));
  },
};
