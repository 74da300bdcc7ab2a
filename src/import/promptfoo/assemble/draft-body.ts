import { writeYaml } from '#load/source/yaml-source/write-yaml.js';
import type { JsonObject } from '#model/data/json.js';
import { isBlank } from '#model/text/characters.js';
import type { PromptFile } from '../../draft.js';
import type { BodyInput, ImportedPrompt, ImportedTest } from '../imported.js';

/** Renders the file of a body. With a system message of the models, a text becomes the message of the user. */
export function bodyFile({ body }: ImportedPrompt, system: string | undefined): PromptFile {
  if (body.kind === 'text' && system === undefined) return { path: body.file, content: body.text };
  const messages = body.kind === 'messages' ? body.messages : [{ role: 'user', content: body.text }];
  const first = system === undefined ? [] : [{ role: 'system', content: system }];
  return { path: 'messages.yml', content: writeYaml([...first, ...messages] as readonly JsonObject[]) };
}

/** Returns the keys of meta.yml: `inputs` only if some are optional or have a default. */
export function metaOf(
  facts: {
    readonly title?: string;
    readonly summary?: string;
    readonly tags?: readonly string[];
    readonly hasBraces: boolean;
  },
  inputs: readonly JsonObject[],
): JsonObject {
  const { title, summary, tags = [], hasBraces } = facts;
  return {
    ...(title !== undefined && { title }),
    ...(summary !== undefined && !isBlank(summary) && { summary }),
    ...(tags.length > 0 && { tags }),
    ...(hasBraces && { braces: 'literal' }),
    ...(inputs.some((one) => one['required'] === false || one['default'] !== undefined) && { inputs }),
  };
}

/**
 * Returns `inputs` of meta.yml: those of the body, and those that only other prompts with the same cases have, as optional ones. An input that
 * some test does not give is optional too.
 */
export function inputsOf(
  own: readonly BodyInput[],
  others: readonly BodyInput[],
  tests: readonly ImportedTest[],
): readonly JsonObject[] {
  const names = new Set(own.map(({ name }) => name));
  const foreign = others.filter(({ name, fixed }) => !names.has(name) && fixed === undefined);
  return [
    ...own.map((input) => {
      const { name, fixed } = input;
      if (fixed !== undefined) return { name, default: fixed };
      const isGiven = tests.every(({ vars }) => isValue(input.valueOf(vars)));
      return isGiven ? { name } : { name, required: false };
    }),
    ...foreign.map(({ name }) => ({ name, required: false })),
  ];
}

function isValue(value: ReturnType<BodyInput['valueOf']>): boolean {
  return value !== undefined && !(value.kind === 'value' && value.value === null);
}
