import { join } from 'node:path';
import type { JsonObject } from '#model/data/json.js';
import type { MetaDocument, MetaInput } from '#model/documents.gen.js';
import type { Loaded, Problem } from '#model/problem.js';
import type { BodyPlaces, Prompt, PromptInput } from '#model/prompt.js';
import { documentSchema } from '#model/schema/documents.js';
import { problem } from '#model/sentences/sentence.js';
import { oddLetters } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { placeholders, quoted, short } from '#model/text/quoted.js';
import { type Document, readDocument } from '../source/document.js';
import { inputText } from '../source/input-text.js';
import { isThere, namesIn } from '../source/inside-root.js';
import { limitProblems, sortByPlace } from '../source/place.js';
import { isEmptyFile, isMapping, type YamlSource } from '../source/yaml-source.js';
import { type LoadedBody, loadBody } from './body.js';

/** The part of a prompt that meta.yml has. `inputs` is null without its `inputs:`, so that the body has the inputs. */
interface Meta extends Omit<Prompt, keyof LoadedBody | 'inputs'> {
  readonly inputs: Prompt['inputs'] | null;
}

/** Reads a prompt's meta.yml, if it has one. `meta` is null only if its inputs are not known, so that problems of other files are found too. */
function loadMeta(root: string, id: string): { meta: Meta | null; problems: readonly Problem[] } {
  const file = `prompts/${id}/meta.yml`;
  if (!isThere(root, file)) {
    const problems = misnamedMeta(root, id);
    return { meta: problems.length === 0 ? withoutFile(id) : null, problems };
  }
  const document = readDocument(root, 'meta', [file]);
  const { source } = document;
  if (!source && isEmptyFile(document.problems)) return { meta: withoutFile(id), problems: [] };
  if (!source || !isMapping(source)) return { meta: null, problems: document.problems };
  const inputs = document.isSound(['inputs']) ? promptInputs(source) : null;
  const problems = [
    ...document.problems,
    ...(inputs?.problems ?? []),
    ...idProblems(document, source, id),
    ...['created', 'updated'].flatMap((key) => dateProblems(document, source, key)),
    ...likelyTypos(source),
  ];
  const declared = inputs && document.holds(['inputs']) ? inputs.inputs : null;
  return { meta: inputs && metaOf(document, source, id, declared), problems };
}

function withoutFile(id: string): Meta {
  return {
    id,
    title: id,
    summary: '',
    status: 'draft',
    version: '',
    created: '',
    updated: '',
    inputs: null,
    routing: { description: '', triggers: [], not_for: [] },
    promotion: {},
    places: {},
  };
}

/** Returns the problem of a file whose name almost is meta.yml, in a folder that has no meta.yml. */
function misnamedMeta(root: string, id: string): readonly Problem[] {
  const names = namesIn(join(root, 'prompts', id), (entry) => !entry.isDirectory());
  const name = names.find((one) => nearest('meta.yml', [one]) !== undefined);
  return name === undefined
    ? []
    : [
        problem(
          'EVA_NO_FILE:misnamed',
          'eva does not read this file: it reads meta.yml, which the prompt does not have',
          { hint: 'rename it to meta.yml', at: { file: `prompts/${id}/${name}` } },
        ),
      ];
}

function metaOf(document: Document, source: YamlSource, id: string, inputs: Meta['inputs']): Meta {
  const sound = soundPart(document, source);
  const { title = id, summary = '', status = 'draft', created = '', updated = '', model, description } = sound;
  const written = Object.keys(source.value as JsonObject);
  const unsound = ['summary', 'description'].filter((key) => !written.includes(key) && document.holds([key]));
  return {
    ...withoutFile(id),
    title,
    summary,
    status,
    version: source.scalarText(['version']) ?? String(sound.version ?? ''),
    created,
    updated,
    ...(model !== undefined && { model }),
    ...(description !== undefined && { description }),
    inputs,
    ...(sound.braces !== undefined && { braces: sound.braces }),
    routing: {
      description: description ?? summary,
      triggers: sound.triggers ?? [],
      not_for: sound.not_for ?? [],
    },
    promotion: sound.promotion ?? {},
    places: Object.fromEntries([...written, ...unsound].map((key) => [key, source.place([key])])),
  };
}

function soundPart(document: Document, source: YamlSource): Partial<MetaDocument> {
  const entries = Object.entries(source.value as JsonObject);
  return Object.fromEntries(entries.filter(([key]) => document.isSound([key])));
}

function idProblems(document: Document, source: YamlSource, id: string): readonly Problem[] {
  const written = soundPart(document, source).id;
  if (written === undefined || written === id) return [];
  return [
    problem('EVA_ID_MISMATCH', `"id" is ${quoted(written)} in the folder ${quoted(id)}`, {
      hint: `write id: ${short(id)}`,
      at: source.place(['id']),
      fix: { id, written },
    }),
  ];
}

function dateProblems(document: Document, source: YamlSource, key: string): readonly Problem[] {
  const written: unknown = (soundPart(document, source) as Readonly<Record<string, unknown>>)[key];
  if (typeof written !== 'string' || isDate(written)) return [];
  return [
    problem('EVA_BAD_DATE', `${quoted(key)} is ${quoted(written)}, which is not a date`, {
      hint: 'write a day as 2026-01-31',
      at: source.place([key]),
    }),
  ];
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Lists problems for unknown keys that are probably misspelt. Any other unknown key is allowed in meta.yml. */
function likelyTypos(source: YamlSource): readonly Problem[] {
  const written = Object.keys(source.value as JsonObject);
  const metaKeys = Object.keys(documentSchema('meta')['properties'] as JsonObject);
  return written.flatMap((key) => {
    const meant = metaKeys.includes(key) ? undefined : nearest(key, metaKeys);
    if (meant === undefined || written.includes(meant)) return [];
    const at = source.place([key], 'key');
    return [
      problem('EVA_LIKELY_TYPO', `eva ignores the key ${quoted(key)}${short(oddLetters(key))}`, {
        hint: `did you mean "${short(meant)}"?`,
        at,
        severity: 'warning',
        fix: { key, meant },
      }),
    ];
  });
}

/**
 * Reads the body of a prompt, and its meta.yml if there is one. The value exists if the body and the declared inputs could be read, even with problems, so
 * that callers can find further problems; use it only if there is no error.
 */
export function loadPrompt(root: string, id: string): Loaded<Prompt> {
  const { meta, problems } = loadMeta(root, id);
  const body = loadBody(root, id);
  const value = meta &&
    body.value && { ...meta, inputs: meta.inputs ?? impliedInputs(body.value.body_places), ...body.value };
  return { value, problems: [...limitProblems(sortByPlace(problems)), ...limitProblems(sortByPlace(body.problems))] };
}

/** Returns the names of the inputs that a body uses, as placeholders or as files, each once. */
function inputsOfBody({ texts, files }: BodyPlaces): readonly string[] {
  return [...new Set([...texts.flatMap(({ text }) => placeholders(text)), ...files.map(({ name }) => name)])];
}

/** Returns the inputs of a prompt whose meta.yml lists none: those that the body uses, each required. */
function impliedInputs(places: BodyPlaces): readonly PromptInput[] {
  return inputsOfBody(places).map((name) => ({ name, required: true, isImplied: true }));
}

const namePattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

const knownKeys = ['name', 'required', 'default', 'description'];

/** Reads the inputs that meta.yml declares, and their problems. Omits names that no placeholder can have. */
function promptInputs(source: YamlSource): { inputs: readonly PromptInput[]; problems: readonly Problem[] } {
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
    return [
      problem('EVA_UNKNOWN_KEY:input', `unknown key ${quoted(key)}${short(oddLetters(key))}`, {
        hint: `did you mean "${short(meant)}"?`,
        at,
        fix: { key, meant },
      }),
    ];
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
    return [
      problem('EVA_BAD_INPUT_NAME', `${quoted(name)} cannot be the name of an input${short(oddLetters(name))}`, {
        hint: 'use letters, digits, _ and -, and do not begin with a digit or -',
        at,
      }),
    ];
  }
  const first = declared.findIndex((other) => other.name === name);
  if (first === index) return [];
  const line = source.place(['inputs', first, 'name']).line;
  return [
    problem('EVA_DUPLICATE_NAME:input', `the input ${quoted(name)} is declared twice`, {
      hint: `it is already on line ${line}`,
      at,
    }),
  ];
}

function defaultProblems(source: YamlSource, input: MetaInput, index: number): readonly Problem[] {
  if (input.required !== true || inputText(source, ['inputs', index, 'default']) === null) return [];
  const at = source.place(['inputs', index, 'default'], 'key');
  return [
    problem('EVA_REQUIRED_DEFAULT', `the input ${quoted(input.name)} is required, so its default can never be used`, {
      hint: 'remove "required: true" or the default',
      at,
    }),
  ];
}
