import { problem } from '#errors.js';
import type { Case, ModelMention } from '#model/case.js';
import type { JsonObject } from '#model/json.js';
import { onceBy } from '#model/once.js';
import type { Loaded, Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { askedForLater } from './asked-for.js';
import { readCase } from './case.js';
import type { AskedFor, LoadedConfig } from './config.js';
import { type Document, inOrder, readDocument } from './document.js';
import type { EvalContext, Path } from './eval-context.js';
import { isThere } from './inside-root.js';
import { judgeProblems, thresholdProblems } from './judge.js';
import { type Layer, layerAt } from './layer.js';
import { modelMentions } from './model-mentions.js';
import { repeatedNames } from './names.js';
import { readScenario } from './scenario.js';
import { readTriggering } from './triggering.js';
import { mappingsIn, valueAt } from './value-at.js';
import { worthListing } from './worth-listing.js';
import { isMapping, type YamlSource } from './yaml-source.js';

/** The cases, scenarios and queries of a prompt, and what they ask for that a later version does. */
export interface LoadedCases {
  readonly cases: readonly Case[];
  readonly asked_for: readonly AskedFor[];
  /** Every model that the files name, be it one that no case asks. */
  readonly models: readonly ModelMention[];
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
  const problems = new Set(document.problems);
  const context = contextOf(root, prompt, loaded, document, source, problems);
  const cases = readCases(context);
  context.report(repeatedNames(source));
  const asked_for = askedForLater(source, loaded);
  const models = modelMentions(source, loaded?.defaults ?? null);
  return { value: { cases, asked_for, models }, problems: worthListing(inOrder(once([...problems]))) };
}

function contextOf(
  root: string,
  prompt: Prompt | UnreadPrompt,
  loaded: LoadedConfig | null,
  document: Document,
  source: YamlSource,
  problems: Set<Problem>,
): EvalContext {
  const read = prompt.body === undefined ? null : prompt;
  const library = loaded?.defaults ?? null;
  return {
    root,
    id: prompt.id,
    prompt: read,
    document,
    source,
    defaults: [...layerAt(source, ['defaults']), ...metaLayer(read), ...layerAt(library, ['defaults'])],
    judgeDefaults: [...layerAt(source, ['defaults', 'judge']), ...layerAt(library, ['defaults', 'judge'])],
    namesModels: document.lacks(['defaults'], 'model') && read !== null && loaded !== null,
    inputFiles: new Map(),
    report: (found) => {
      for (const one of found) problems.add(one);
    },
    retract: (found) => {
      for (const one of found) problems.delete(one);
    },
  };
}

function metaLayer(prompt: Prompt | null): readonly Layer[] {
  const at = prompt?.places['model'];
  return prompt?.model === undefined || !at ? [] : [{ values: { model: prompt.model }, at: () => at }];
}

const evaluated = ['cases', 'scenarios', 'triggering'];

function readCases(context: EvalContext): readonly Case[] {
  const { document, source, report } = context;
  if (evaluated.every((key) => document.lacks([], key))) report([noCases(source)]);
  report(judgeProblems(context.judgeDefaults));
  if (document.isSound(['defaults', 'judge'])) report(thresholdProblems(context.judgeDefaults));
  // A scenario is refused whole by who cannot run it: what else is wrong with it would only stand in the way of that.
  const silent = { ...context, report: () => undefined, retract: () => undefined };
  return [
    ...readTriggering(context),
    ...entries(source, 'cases').flatMap(([path, one]) => readCase(context, path, one) ?? []),
    ...entries(source, 'scenarios').flatMap(([path, one]) => readScenario(silent, path, one) ?? []),
  ];
}

/** The mappings of a list, as far as they can be read. */
function entries({ value }: YamlSource, key: string): readonly (readonly [path: Path, item: JsonObject])[] {
  return mappingsIn(value, [key]).map((path) => [path, valueAt(value, path) as JsonObject] as const);
}

/** What several cases share is told once. */
function once(problems: readonly Problem[]): readonly Problem[] {
  return onceBy(problems, ({ code, at, message }) =>
    code === 'EVA_NO_MODEL' ? code : `${code} ${at?.file}:${at?.line}:${at?.column} ${message}`,
  );
}

function noEvalFile(file: string): Problem {
  const hint = 'write one: cases: with a name, inputs and assert: or rubric: each';
  return problem('EVA_NO_EVAL_FILE', 'the prompt has no eval.yml, so nothing evaluates it', { at: { file }, hint });
}

function noCases(source: YamlSource): Problem {
  const hint = 'add cases:, scenarios: or triggering:';
  return problem('EVA_NO_CASES', 'the file holds nothing to evaluate', { at: source.place([]), hint });
}
