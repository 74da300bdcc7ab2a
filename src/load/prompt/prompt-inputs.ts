import { problem } from '#errors/index.js';
import type { MetaDocument, MetaInput } from '#model/documents.gen.js';
import type { Problem } from '#model/problem.js';
import type { BodyPlaces, PromptInput } from '#model/prompt.js';
import { oddLetters } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { placeholders } from '#model/text/quoted.js';
import { inputText } from '../case/inputs/given-inputs.js';
import type { YamlSource } from '../source/yaml-source.js';

/** Returns the names of the inputs that a body uses, as placeholders or as files, each once. */
export function inputsOfBody({ texts, files }: BodyPlaces): readonly string[] {
  return [...new Set([...texts.flatMap(({ text }) => placeholders(text)), ...files.map(({ name }) => name)])];
}

/** Returns the inputs of a prompt whose meta.yml lists none: those that the body uses, each required. */
export function impliedInputs(places: BodyPlaces): readonly PromptInput[] {
  return inputsOfBody(places).map((name) => ({ name, required: true, isImplied: true }));
}

const namePattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;
const knownKeys = ['name', 'required', 'default', 'description'];

/** Reads the inputs that meta.yml declares, and their problems. Omits names that no placeholder can have. */
export function promptInputs(source: YamlSource): { inputs: readonly PromptInput[]; problems: readonly Problem[] } {
  const declared = (source.value as MetaDocument).inputs ?? [];
  const inputs = declared.flatMap((input, index) =>
    namePattern.test(input.name) ? [promptInput(source, input, index)] : [],
  );
  const problems = declared.flatMap((input, index) => [
    ...keyProblems(source, input, index),
    ...nameProblems(source, input.name, index, declared),
    ...defaultProblems(source, input, index),
  ]);
  return { inputs, problems };
}

/** Reads one input. Without a default it is required, unless `required` is false. */
function promptInput(source: YamlSource, input: MetaInput, index: number): PromptInput {
  const standIn = inputText(source, ['inputs', index, 'default']);
  return {
    name: input.name,
    required: input.required ?? standIn === null,
    ...(standIn !== null && { default: standIn }),
    ...(input.description !== undefined && { description: input.description }),
    at: source.place(['inputs', index, 'name']),
  };
}

/** Lists problems for unknown keys that are probably misspelt. People may add keys of their own. */
function keyProblems(source: YamlSource, input: MetaInput, index: number): readonly Problem[] {
  const unknown = Object.keys(input).filter((key) => !knownKeys.includes(key));
  return unknown.flatMap((key) => {
    const meant = nearest(key, knownKeys);
    if (meant === undefined || Object.hasOwn(input, meant)) return [];
    const at = source.place(['inputs', index, key], 'key');
    return [problem('EVA_UNKNOWN_KEY:input', { key, odd: oddLetters(key), meant }, { at })];
  });
}

function nameProblems(
  source: YamlSource,
  name: string,
  index: number,
  declared: readonly MetaInput[],
): readonly Problem[] {
  const at = source.place(['inputs', index, 'name']);
  if (!namePattern.test(name)) {
    return [problem('EVA_BAD_INPUT_NAME', { name, odd: oddLetters(name) }, { at })];
  }
  const first = declared.findIndex((other) => other.name === name);
  if (first === index) return [];
  const line = source.place(['inputs', first, 'name']).line;
  return [problem('EVA_DUPLICATE_NAME:input', { name, line }, { at })];
}

function defaultProblems(source: YamlSource, input: MetaInput, index: number): readonly Problem[] {
  if (input.required !== true || inputText(source, ['inputs', index, 'default']) === null) return [];
  const at = source.place(['inputs', index, 'default'], 'key');
  return [problem('EVA_REQUIRED_DEFAULT', { name: input.name }, { at })];
}
