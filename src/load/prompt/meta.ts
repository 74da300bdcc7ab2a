import { join } from 'node:path';
import { problem } from '#errors/index.js';
import type { JsonObject } from '#model/data/json.js';
import type { MetaDocument } from '#model/documents.gen.js';
import type { Loaded, Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { oddLetters } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { metaKeys } from '#schema/meta-keys.gen.js';
import { type Document, readDocument } from '../source/document.js';
import { isThere, namesIn } from '../source/inside-root.js';
import { limitProblems, sortByPlace } from '../source/problem-list.js';
import { isEmptyFile, isMapping, type YamlSource } from '../source/yaml-source.js';
import { type LoadedBody, loadBody } from './body.js';
import { impliedInputs, promptInputs } from './prompt-inputs.js';

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
  return name === undefined ? [] : [problem('EVA_NO_FILE:misnamed', null, { at: { file: `prompts/${id}/${name}` } })];
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

/** Returns the keys whose values have the right shape. */
function soundPart(document: Document, source: YamlSource): Partial<MetaDocument> {
  const entries = Object.entries(source.value as JsonObject);
  return Object.fromEntries(entries.filter(([key]) => document.isSound([key])));
}

function idProblems(document: Document, source: YamlSource, id: string): readonly Problem[] {
  const written = soundPart(document, source).id;
  if (written === undefined || written === id) return [];
  return [problem('EVA_ID_MISMATCH', { written, id }, { at: source.place(['id']) })];
}

function dateProblems(document: Document, source: YamlSource, key: string): readonly Problem[] {
  const written: unknown = (soundPart(document, source) as Readonly<Record<string, unknown>>)[key];
  if (typeof written !== 'string' || isDate(written)) return [];
  return [problem('EVA_BAD_DATE', { key, written }, { at: source.place([key]) })];
}

/** Returns true for a valid date such as 2026-01-31. */
function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Lists problems for unknown keys that are probably misspelt. Any other unknown key is allowed in meta.yml. */
function likelyTypos(source: YamlSource): readonly Problem[] {
  const written = Object.keys(source.value as JsonObject);
  return written.flatMap((key) => {
    const meant = metaKeys.includes(key) ? undefined : nearest(key, metaKeys);
    if (meant === undefined || written.includes(meant)) return [];
    const at = source.place([key], 'key');
    return [problem('EVA_LIKELY_TYPO', { key, odd: oddLetters(key), meant }, { at, severity: 'warning' })];
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
