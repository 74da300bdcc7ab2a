import { problem } from '#errors/index.js';
import type { JsonObject } from '#model/data/json.js';
import type { MetaDocument } from '#model/documents.gen.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { oddLetters } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { documentSchemas } from '#schema/documents.gen.js';
import { type Document, readDocument } from '../source/document.js';
import { isMapping, type YamlSource } from '../source/yaml-source.js';
import { promptInputs } from './prompt-inputs.js';

export type Meta = Omit<Prompt, 'body' | 'dir'>;

/** Reads a prompt's meta.yml. `meta` is null only if its inputs are invalid, so that problems of other files are found too. */
export function loadMeta(root: string, id: string): { meta: Meta | null; problems: readonly Problem[] } {
  const document = readDocument(root, 'meta', [`prompts/${id}/meta.yml`]);
  const { source } = document;
  if (!source || !isMapping(source)) return { meta: null, problems: document.problems };
  const inputs = document.isSound(['inputs']) ? promptInputs(source) : null;
  const problems = [
    ...document.problems,
    ...(inputs?.problems ?? []),
    ...idProblems(document, source, id),
    ...['created', 'updated'].flatMap((key) => dateProblems(document, source, key)),
    ...likelyTypos(source),
  ];
  return { meta: inputs && metaOf(document, source, id, inputs.inputs), problems };
}

function metaOf(document: Document, source: YamlSource, id: string, inputs: Prompt['inputs']): Meta {
  const sound = soundPart(document, source);
  const { title = '', summary = '', status = 'draft', created = '', updated = '', model, description } = sound;
  return {
    id,
    title,
    summary,
    status,
    version: source.scalarText(['version']) ?? String(sound.version ?? ''),
    created,
    updated,
    ...(model !== undefined && { model }),
    ...(description !== undefined && { description }),
    inputs,
    routing: {
      description: description ?? summary,
      triggers: sound.triggers ?? [],
      not_for: sound.not_for ?? [],
    },
    promotion: sound.promotion ?? {},
    places: Object.fromEntries(Object.keys(source.value as JsonObject).map((key) => [key, source.place([key])])),
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
  const known = Object.keys(documentSchemas.meta['properties'] as JsonObject);
  const written = Object.keys(source.value as JsonObject);
  return written.flatMap((key) => {
    const meant = known.includes(key) ? undefined : nearest(key, known);
    if (meant === undefined || written.includes(meant)) return [];
    const at = source.place([key], 'key');
    return [problem('EVA_LIKELY_TYPO', { key, odd: oddLetters(key), meant }, { at, severity: 'warning' })];
  });
}
