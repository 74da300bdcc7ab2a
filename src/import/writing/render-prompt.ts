import { writeYaml, type YamlComment } from '#load/source/yaml-source/write-yaml.js';
import type { JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../config-node.js';
import {
  type DraftCase,
  type DraftEval,
  type DraftPrompt,
  type Expects,
  isEmpty,
  type PromptFile,
  type Traced,
} from '../draft.js';

/** A check or rubric of an eval.yml: its path there, and the assertion that it was made of. */
export interface TracedPath {
  readonly path: readonly (string | number)[];
  readonly sources: readonly ConfigNode[];
}

/** The files of a prompt, and where each assertion is in its eval.yml. */
export interface RenderedPrompt {
  readonly id: string;
  readonly files: readonly PromptFile[];
  readonly evalText: string;
  readonly traces: readonly TracedPath[];
}

/** Lines at the top of generated files. */
export interface Headers {
  /** The comment for editors, without the `#`; empty without one. */
  readonly schema: string;
  readonly origin: string;
}

export function renderPrompt(draft: DraftPrompt, { schema, origin }: Headers): RenderedPrompt {
  const { value, comments, traces } = evalDocument(draft.eval);
  const evalText = `${schema === '' ? '' : `${schema}\n`}${writeYaml(value, [{ path: [], text: origin }, ...comments])}`;
  const meta = Object.keys(draft.meta).length === 0 ? [] : [{ path: 'meta.yml', content: writeYaml(draft.meta) }];
  const files = [draft.body, { path: 'eval.yml', content: evalText }, ...meta, ...draft.files];
  return { id: draft.id, files, evalText, traces };
}

/** Returns the paths of the files of a prompt, relative to its folder. */
export function pathsOf({ body, meta, files }: DraftPrompt): readonly string[] {
  const always = [body.path, 'eval.yml', ...files.map(({ path }) => path)];
  return Object.keys(meta).length === 0 ? always : [...always, 'meta.yml'];
}

interface EvalDocument {
  readonly value: JsonObject;
  readonly comments: readonly YamlComment[];
  readonly traces: readonly TracedPath[];
}

function evalDocument({ cases_of, defaults, shared, cases }: DraftEval): EvalDocument {
  const judge = { ...(defaults['judge'] as JsonObject | undefined), ...shared.rest.judge };
  const merged = { ...defaults, ...expectKeys(shared), ...(Object.keys(judge).length > 0 && { judge }) };
  const value = {
    ...(cases_of !== undefined && { cases_of }),
    ...(Object.keys(merged).length > 0 && { defaults: merged }),
    ...(cases.length > 0 && { cases: cases.map((one) => caseValue(one, shared)) }),
  };
  const traces = [
    ...tracesOf(shared, ['defaults']),
    ...cases.flatMap(({ expects }, index) => tracesOf(expects, ['cases', index])),
  ];
  const comments = cases.flatMap(({ comments: lines }, index) =>
    lines.length === 0 ? [] : [{ path: ['cases', index], text: lines.join('\n') }],
  );
  return { value, comments, traces };
}

/** A case that nothing judges is a look: by itself, or since its checks were left out. */
function caseValue({ name, isLook, setup, expects }: DraftCase, shared: Expects): JsonObject {
  const isShown = isLook || (isEmpty(expects) && isEmpty(shared));
  return { name, ...setup, ...expectKeys(expects), ...(isShown && { look: true }) };
}

function expectKeys({ assert, rubric, rest }: Expects): JsonObject {
  const { extract, judge, reference } = rest;
  const [only, second] = rubric;
  const rubrics = only && !second && typeof only.item === 'string' ? only.item : rubric.map(({ item }) => item);
  return {
    ...(extract && { extract }),
    ...(assert.length > 0 && { assert: assert.map(({ item }) => item) }),
    ...(rubric.length > 0 && { rubric: rubrics }),
    ...(reference !== undefined && { reference }),
    ...(judge && { judge }),
  };
}

function tracesOf({ assert, rubric }: Expects, path: readonly (string | number)[]): readonly TracedPath[] {
  const isText = rubric.length === 1 && typeof rubric[0]?.item === 'string';
  return [
    ...assert.map((one, index) => ({ path: [...path, 'assert', index], sources: sourcesOf(one) })),
    ...rubric.map((one, index) => ({
      path: isText ? [...path, 'rubric'] : [...path, 'rubric', index],
      sources: sourcesOf(one),
    })),
  ];
}

function sourcesOf({ source, others = [] }: Traced<unknown>): readonly ConfigNode[] {
  return [source, ...others];
}
