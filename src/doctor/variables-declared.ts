import { problem } from '#errors/index.js';
import { placeAt, placedText } from '#load/source/place.js';
import type { Place, Problem } from '#model/problem.js';
import { placeholderPattern } from '#model/text/placeholder.js';
import type { PromptCheck } from './check.js';

/** Every variable of the body must be declared, also where each case happens to give it a value. */
export const variablesDeclared: PromptCheck = {
  name: 'variables-declared',
  run: ({ prompt, bodyFile, problems }) => {
    if (prompt === null) return [];
    const declared = new Set(prompt.inputs.map((input) => input.name));
    return [...firstUses(prompt.body, bodyFile)]
      .filter(([name, at]) => !declared.has(name) && !isTold(problems, at))
      .map(([name, at]) => {
        const hint = 'declare it under "inputs:" in meta.yml, so that whoever uses the prompt knows of it';
        return problem('EVA_UNDECLARED_INPUT', `{{${name}}} is used, but meta.yml does not declare it`, { at, hint });
      });
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

/** Reading the cases tells of variables that a case leaves without a value. */
function isTold(problems: readonly Problem[], { file, line, column }: Place): boolean {
  return problems.some(
    ({ code, at }) => code === 'EVA_UNDECLARED_INPUT' && at?.file === file && at.line === line && at.column === column,
  );
}
