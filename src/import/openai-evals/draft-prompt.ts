import { writeYaml } from '#load/source/yaml-source/write-yaml.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { nodeOf } from '../config-node.js';
import { type DraftCase, type DraftPrompt, noExpects, type PromptFile } from '../draft.js';
import type { ArrangedCase, ArrangedMessage, ArrangedPrompt, CaseText } from './arrange.js';
import type { EvalsCheck } from './check.js';

interface DraftOptions {
  readonly check: EvalsCheck;
  readonly model?: string;
  /** The share of right answers that the cases must reach. */
  readonly bar?: number;
  /** The place that stands for the checks of all samples. */
  readonly at: Place;
  readonly files: readonly PromptFile[];
}

export function draftPrompt(prompt: ArrangedPrompt, options: DraftOptions): DraftPrompt {
  const { model, files } = options;
  return {
    id: prompt.id,
    meta: metaOf(prompt),
    body: { path: 'messages.yml', content: writeYaml(prompt.body.map((message) => messageOf(message, asItIs))) },
    eval: {
      defaults: model === undefined ? {} : { model },
      shared: noExpects,
      cases: prompt.cases.map((one) => draftCase(prompt, one, options)),
    },
    files,
  };
}

/** Returns meta.yml: empty for a prompt that needs none. */
function metaOf({ inputs, standIns, hasLiteralBraces }: ArrangedPrompt): JsonObject {
  const declared = [
    ...inputs.map((name) => ({ name, required: true })),
    ...standIns.map(({ name, standIn = '' }) => ({ name, default: standIn })),
  ];
  return {
    ...(standIns.length > 0 && { inputs: declared }),
    ...(hasLiteralBraces && { braces: 'literal' }),
  };
}

function draftCase(prompt: ArrangedPrompt, one: ArrangedCase, { check, bar, at }: DraftOptions): DraftCase {
  const { name, file, messages, isJudged } = one;
  const source = nodeOf('ideal', at);
  const checks = isJudged ? checksOf(check, prompt.idealFields, one.counted.hasLists) : [];
  return {
    name,
    setup: {
      dataset: { file: `prompts/${prompt.id}/${file}`, id: prompt.idField, ...ownInputs(messages), claim: 'file' },
      ...(messages.length > 0 && { messages: messages.map((message) => messageOf(message, caseText)) }),
      ...(isJudged && { stop_early: false }),
      ...(isJudged && bar !== undefined && { criteria: { proportion_gte: { proportion: bar } } }),
    },
    isLook: !isJudged,
    expects: { ...noExpects, assert: checks.map((item) => ({ item, source })) },
    comments: isJudged ? (bar === undefined ? withoutBar : []) : ofLook,
  };
}

/** Declares the inputs that only messages of the case use. */
function ownInputs(messages: ArrangedCase['messages']): JsonObject {
  const names = messages.flatMap(({ content }) =>
    [content].flat().flatMap((text) => (typeof text === 'string' ? [] : [text.input])),
  );
  return names.length === 0 ? {} : { inputs: Object.fromEntries(names.map((name) => [name, name])) };
}

const withoutBar = [
  'Every answer must be right. To pass with a share of right answers, add a bar to the case:',
  'criteria: { proportion_gte: { proportion: 0.8 } }',
];

const ofLook = ['These samples have no right answer that a check can use: their answers are shown, not judged.'];

function checksOf(check: EvalsCheck, idealFields: readonly string[], hasLists: boolean): readonly JsonObject[] {
  if (check !== 'json_value') return [{ [`${check}${hasLists ? '_any' : ''}`]: { field: 'ideal' } }];
  const checks = idealFields.map((field) => ({ json_value: { equals: { field } } }));
  return checks.length === 1 ? checks : [{ at_least: { count: 1, of: checks } }];
}

function messageOf<Text>({ role, content }: ArrangedMessage<Text>, write: (text: Text) => JsonValue): JsonObject {
  return { role, content: isList(content) ? content.map((text) => ({ text: write(text) })) : write(content) };
}

function isList<Text>(content: Text | readonly Text[]): content is readonly Text[] {
  return Array.isArray(content);
}

function asItIs(text: string): string {
  return text;
}

function caseText(text: CaseText): JsonValue {
  return typeof text === 'string' ? text : { text: `{{${text.input}}}` };
}
