import { problem } from '#errors.js';
import type { Case } from '#model/case.js';
import type { EvalDocument } from '#model/documents.gen.js';
import type { JsonObject } from '#model/json.js';
import type { Loaded, Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { documentSchemas } from '#schema/documents.gen.js';
import { askedForLater } from './asked-for.js';
import { readCase } from './case.js';
import type { AskedFor, LoadedConfig } from './config.js';
import { type Document, inOrder, readDocument, worthListing } from './document.js';
import type { EvalContext } from './eval-context.js';
import { isThere } from './inside-root.js';
import { type Layer, layerAt } from './layer.js';
import { repeatedNames } from './names.js';
import { readScenario } from './scenario.js';
import { judgeSettings } from './settings.js';
import { readTriggering } from './triggering.js';
import { isMapping, type YamlSource } from './yaml-source.js';

/** The cases, scenarios and queries of a prompt, and what they ask for that a later version does. */
export interface LoadedCases {
  readonly cases: readonly Case[];
  readonly asked_for: readonly AskedFor[];
}

/** A prompt whose meta.yml or body could not be read: its eval.yml is still checked, but for the rules that need them. */
export interface UnreadPrompt {
  readonly id: string;
  readonly body?: never;
}

/**
 * Reads a prompt's eval.yml and everything that it names. The value holds the cases that could be made sense of, so that problems of
 * other kinds can be found as well: whoever uses it must look at the problems first. `loaded` is null if eva.yml could not be read.
 */
export function loadCases(
  root: string,
  prompt: Prompt | UnreadPrompt,
  loaded: LoadedConfig | null,
): Loaded<LoadedCases> {
  const file = `prompts/${prompt.id}/eval.yml`;
  if (!isThere(root, file)) return { value: null, problems: [noEvalFile(file)] };
  const document = readDocument(root, 'eval', [file]);
  const { source } = document;
  if (!source || !isMapping(source)) return { value: null, problems: worthListing(document.problems) };
  const problems: Problem[] = [...document.problems];
  const context = contextOf(root, prompt, loaded, document, source, (found) => problems.push(...found));
  const cases = readCases(context);
  context.report(repeatedNames(source));
  const asked_for = askedForLater(document, source, loaded);
  return { value: { cases, asked_for }, problems: worthListing(inOrder(once(problems))) };
}

function contextOf(
  root: string,
  prompt: Prompt | UnreadPrompt,
  loaded: LoadedConfig | null,
  document: Document,
  source: YamlSource,
  report: EvalContext['report'],
): EvalContext {
  const read = prompt.body === undefined ? null : prompt;
  const own = document.isSound(['defaults']);
  const ownSource = own ? source : null;
  const library = loaded?.defaults ?? null;
  return {
    root,
    id: prompt.id,
    prompt: read,
    document,
    source,
    defaults: [...layerAt(ownSource, ['defaults']), ...metaLayer(read), ...layerAt(library, ['defaults'])],
    judgeDefaults: [...layerAt(ownSource, ['defaults', 'judge']), ...layerAt(library, ['defaults', 'judge'])],
    namesModels: own && !hasStrangeKeys(source) && read !== null && loaded !== null,
    inputFiles: new Map(),
    report,
  };
}

/** A key that does not belong at the top may be a misspelt `defaults:`. */
function hasStrangeKeys(source: YamlSource): boolean {
  const known = Object.keys(documentSchemas.eval['properties'] as JsonObject);
  return Object.keys(source.value as JsonObject).some((key) => !known.includes(key));
}

function metaLayer(prompt: Prompt | null): readonly Layer[] {
  const at = prompt?.places['model'];
  return prompt?.model === undefined || !at ? [] : [{ values: { model: prompt.model }, at: () => at }];
}

function readCases(context: EvalContext): readonly Case[] {
  const { cases, scenarios, triggering } = context.source.value as unknown as EvalDocument;
  if (!cases && !scenarios && !triggering && context.document.isSound([])) context.report([noCases(context.source)]);
  if (context.document.isSound(['defaults'])) judgeSettings(context, ['defaults']);
  return [
    ...readTriggering(context),
    ...soundItems(context, 'cases', cases).flatMap(([path, one]) => readCase(context, path, one) ?? []),
    ...soundItems(context, 'scenarios', scenarios).flatMap(([path, one]) => readScenario(context, path, one) ?? []),
  ];
}

/** Items of a list whose own shape is right, whatever stands beside them. */
function soundItems<T>(
  { document }: EvalContext,
  key: string,
  items: readonly T[] | undefined,
): readonly (readonly [path: readonly (string | number)[], item: T])[] {
  const list = Array.isArray(items) ? (items as readonly T[]) : [];
  return list.map((item, index) => [[key, index], item] as const).filter(([path]) => document.isSound(path));
}

/** What several cases share is told once. */
function once(problems: readonly Problem[]): readonly Problem[] {
  const told = new Map<string, Problem>();
  for (const one of problems) {
    const place = one.code === 'EVA_NO_MODEL' ? '' : `${one.at?.file}:${one.at?.line}:${one.at?.column} ${one.message}`;
    const key = `${one.code} ${place}`;
    if (!told.has(key)) told.set(key, one);
  }
  return [...told.values()];
}

function noEvalFile(file: string): Problem {
  const hint = 'write one: cases: with a name, inputs and assert: or rubric: each';
  return problem('EVA_NO_EVAL_FILE', 'the prompt has no eval.yml, so nothing evaluates it', { at: { file }, hint });
}

function noCases(source: YamlSource): Problem {
  const hint = 'add cases:, scenarios: or triggering:';
  return problem('EVA_NO_CASES', 'the file holds nothing to evaluate', { at: source.place([]), hint });
}
