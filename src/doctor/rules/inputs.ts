import { problem } from '#errors/index.js';
import type { Place, Problem } from '#model/problem.js';
import type { BodyPlaces } from '#model/prompt.js';
import { nearest } from '#model/text/nearest.js';
import { placeholderPattern, placeholders, quoted, short } from '#model/text/quoted.js';
import type { PromptCheck } from '../check.js';

/** Checks that meta.yml declares every variable of the body, even if each case gives it a value. */
export const variablesDeclared: PromptCheck = {
  name: 'variables-declared',
  run: ({ prompt, problems }) => {
    if (prompt === null) return [];
    const declared = new Set(prompt.inputs.map((input) => input.name));
    const uses = firstUses(prompt.body_places);
    const unused = [...declared].filter((name) => !uses.has(name));
    return [...uses]
      .filter(([name, at]) => !declared.has(name) && !isReported(problems, at))
      .map(([name, at]) => {
        const meant = nearest(name, unused);
        return problem('EVA_UNDECLARED_INPUT:prompt', { name, ...(meant !== undefined && { meant }) }, { at });
      });
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

/**
 * Checks that the body uses every required input: an unused one asks people for a value that changes nothing. An input that an undeclared
 * placeholder misspells is not reported: the placeholder is.
 */
export const requiredInputsUsed: PromptCheck = {
  name: 'required-inputs-used',
  run: ({ prompt, bodyFile }) => {
    if (prompt === null) return [];
    const { texts, files } = prompt.body_places;
    const used = new Set([...texts.flatMap(({ text }) => placeholders(text)), ...files.map(({ name }) => name)]);
    const unused = prompt.inputs.filter((input) => input.required && !used.has(input.name));
    const names = unused.map(({ name }) => name);
    const declared = new Set(prompt.inputs.map(({ name }) => name));
    const misspelt = new Set([...used].flatMap((name) => (declared.has(name) ? [] : (nearest(name, names) ?? []))));
    return unused
      .filter(({ name }) => !misspelt.has(name))
      .map(({ name, at }) =>
        problem('EVA_INPUT_UNUSED', `the body never uses the required input ${quoted(name)}`, {
          hint: `write {{${short(name)}}} where its value belongs in ${short(bodyFile)}, or remove the input`,
          at,
        }),
      );
  },
};
