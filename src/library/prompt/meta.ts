import { join } from 'node:path';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { MetaDocument, MetaInput } from '#model/documents.gen.js';
import type { Loaded, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { BodyPlaces, Prompt, PromptInput } from '#model/prompt.js';
import { documentSchema } from '#model/schema/documents.js';
import { oddLetters } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { placeholders, quoted, short } from '#model/text/quoted.js';
import { type DocumentPart, readDocument } from '../source/document.js';
import { inputText } from '../source/input-text.js';
import { isThere, namesInFolder } from '../source/inside-root.js';
import { limitProblems, sortByPlace } from '../source/place.js';
import { isEmptyFile } from '../source/yaml-source.js';
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
  const { value: document, problems: ofShape } = readDocument(root, 'meta', [file]);
  if (!document && isEmptyFile(ofShape)) return { meta: withoutFile(id), problems: [] };
  if (!document || !isObject(document.value)) return { meta: null, problems: ofShape };
  const sound = document.value as Partial<MetaDocument>;
  const list = document.in('inputs');
  const declared = sound.inputs ?? [];
  const problems = [
    ...ofShape,
    ...declared.flatMap((input, index) => inputProblems(list.in(index), input, declared)),
    ...idProblems(document, sound, id),
    ...(['created', 'updated'] as const).flatMap((key) => dateProblems(document.in(key), sound[key])),
    ...likelyTypos(document),
  ];
  if (!list.isSound) return { meta: null, problems };
  const readable = declared.flatMap((input, index) =>
    namePattern.test(input.name) ? [promptInput(list.in(index), input)] : [],
  );
  return { meta: metaOf(document, sound, id, list.isWritten ? readable : null), problems };
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
  const names = namesInFolder(join(root, 'prompts', id), (entry) => !entry.isDirectory());
  const name = names.find((entry) => nearest('meta.yml', [entry]) !== undefined);
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

function metaOf(document: DocumentPart, sound: Partial<MetaDocument>, id: string, inputs: Meta['inputs']): Meta {
  const { title = id, summary = '', status = 'draft', created = '', updated = '', model, description } = sound;
  const written = Object.keys(document.value as JsonObject);
  const unsound = ['summary', 'description'].filter((key) => !written.includes(key) && document.in(key).isWritten);
  return {
    ...withoutFile(id),
    title,
    summary,
    status,
    version: document.source.scalarText(['version']) ?? String(sound.version ?? ''),
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
    places: Object.fromEntries([...written, ...unsound].map((key) => [key, document.in(key).place()])),
  };
}

function idProblems(document: DocumentPart, { id: written }: Partial<MetaDocument>, id: string): readonly Problem[] {
  if (written === undefined || written === id) return [];
  return [
    problem('EVA_ID_MISMATCH', `"id" is ${quoted(written)} in the folder ${quoted(id)}`, {
      hint: `write id: ${short(id)}`,
      at: document.in('id').place(),
      fix: { id, written },
    }),
  ];
}

function dateProblems(part: DocumentPart, written: string | undefined): readonly Problem[] {
  if (written === undefined || isDate(written)) return [];
  return [
    problem('EVA_BAD_DATE', `${quoted(String(part.path[0]))} is ${quoted(written)}, which is not a date`, {
      hint: 'write a day as 2026-01-31',
      at: part.place(),
    }),
  ];
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Lists problems for unknown keys that are probably misspelt. Any other unknown key is allowed in meta.yml. */
function likelyTypos(document: DocumentPart): readonly Problem[] {
  const written = Object.keys(document.value as JsonObject);
  const metaKeys = Object.keys(documentSchema('meta')['properties'] as JsonObject);
  return written.flatMap((key) => {
    const meant = metaKeys.includes(key) ? undefined : nearest(key, metaKeys);
    if (meant === undefined || written.includes(meant)) return [];
    return [
      problem('EVA_LIKELY_TYPO', `eva ignores the key ${quoted(key)}${short(oddLetters(key))}`, {
        hint: `did you mean "${short(meant)}"?`,
        at: document.in(key).placeOfKey(),
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

/** Returns the inputs of a prompt whose meta.yml lists none: those that the body uses, as placeholders or as files, each required. */
function impliedInputs({ texts, files }: BodyPlaces): readonly PromptInput[] {
  const used = new Set([...texts.flatMap(({ text }) => placeholders(text)), ...files.map(({ name }) => name)]);
  return [...used].map((name) => ({ name, required: true, isImplied: true }));
}

const namePattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

const knownKeys = ['name', 'required', 'default', 'description'];

/** Reads one input. Without a default it is required, unless `required` is false. */
function promptInput(part: DocumentPart, input: MetaInput): PromptInput {
  const standIn = inputText(part.in('default'));
  return {
    name: input.name,
    required: input.required ?? standIn === null,
    ...(standIn !== null && { default: standIn }),
    ...(input.description !== undefined && { description: input.description }),
    at: part.in('name').place(),
  };
}

function inputProblems(part: DocumentPart, input: MetaInput, declared: readonly MetaInput[]): readonly Problem[] {
  const hasIdleDefault = input.required === true && inputText(part.in('default')) !== null;
  return [
    ...misspeltKeys(part, input),
    ...nameProblems(part, input.name, declared),
    ...(hasIdleDefault
      ? [
          problem(
            'EVA_REQUIRED_DEFAULT',
            `the input ${quoted(input.name)} is required, so its default can never be used`,
            { hint: 'remove "required: true" or the default', at: part.in('default').placeOfKey() },
          ),
        ]
      : []),
  ];
}

/** Lists problems for unknown keys that are probably misspelt. People may add keys of their own. */
function misspeltKeys(part: DocumentPart, input: MetaInput): readonly Problem[] {
  const unknown = Object.keys(input).filter((key) => !knownKeys.includes(key));
  return unknown.flatMap((key) => {
    const meant = nearest(key, knownKeys);
    if (meant === undefined || Object.hasOwn(input, meant)) return [];
    return [
      problem('EVA_UNKNOWN_KEY:input', `unknown key ${quoted(key)}${short(oddLetters(key))}`, {
        hint: `did you mean "${short(meant)}"?`,
        at: part.in(key).placeOfKey(),
        fix: { key, meant },
      }),
    ];
  });
}

function nameProblems(part: DocumentPart, name: string, declared: readonly MetaInput[]): readonly Problem[] {
  const at = part.in('name').place();
  if (!namePattern.test(name)) {
    return [
      problem('EVA_BAD_INPUT_NAME', `${quoted(name)} cannot be the name of an input${short(oddLetters(name))}`, {
        hint: 'use letters, digits, _ and -, and do not begin with a digit or -',
        at,
      }),
    ];
  }
  const first = declared.findIndex((other) => other.name === name);
  if (first === part.path.at(-1)) return [];
  const { line } = part.elsewhere(['inputs', first, 'name']).place();
  return [
    problem('EVA_DUPLICATE_NAME:input', `the input ${quoted(name)} is declared twice`, {
      hint: `it is already on line ${line}`,
      at,
    }),
  ];
}
