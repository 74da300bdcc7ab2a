import { writeYaml } from '#load/source/yaml-source/write-yaml.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { type ConfigNode, nodeOf } from '../config-node.js';
import type { PromptFile } from '../promptfoo/imported.js';
import type { ArrangedCase, ArrangedMessage, ArrangedPrompt, CaseText } from './arrange.js';
import type { EvalsCheck } from './check.js';

/** A check of a case, and what it was made of. */
interface TracedCheck {
  readonly item: JsonObject;
  readonly source: ConfigNode;
}

/** A case with a data set. */
export interface EvalsCase {
  readonly name: string;
  readonly tests: readonly never[];
  /** Keys between `name` and the checks. */
  readonly setup: JsonObject;
  /** True for samples without right answers, which are asked and shown. */
  readonly isLook: boolean;
  readonly expects: Expects;
  /** Lines of the comment above the case. */
  readonly comments: readonly string[];
}

interface Expects {
  readonly assert: readonly TracedCheck[];
  readonly rubric: readonly never[];
  readonly rest: Readonly<Record<string, never>>;
}

/** The parts of the files of a prompt. */
export interface EvalsPrompt {
  readonly id: string;
  readonly meta: JsonObject;
  readonly body: PromptFile;
  readonly eval: { readonly defaults: JsonObject; readonly shared: Expects; readonly cases: readonly EvalsCase[] };
  /** The data files. */
  readonly files: readonly PromptFile[];
}

interface DraftOptions {
  readonly check: EvalsCheck;
  readonly model?: string;
  /** The share of right answers that the cases must reach. */
  readonly bar?: number;
  /** The place that stands for the checks of all samples. */
  readonly at: Place;
  readonly files: readonly PromptFile[];
}

const noExpects: Expects = { assert: [], rubric: [], rest: {} };

/** Drafts the files of a prompt. */
export function draftPrompt(prompt: ArrangedPrompt, options: DraftOptions): EvalsPrompt {
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

function draftCase(prompt: ArrangedPrompt, one: ArrangedCase, { check, bar, at }: DraftOptions): EvalsCase {
  const { name, file, messages, isJudged } = one;
  const source = nodeOf('ideal', at);
  const checks = isJudged ? checksOf(check, prompt.idealFields, one.counted.hasLists) : [];
  return {
    name,
    tests: [],
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
