import { writeYaml } from '#library/source/write-yaml.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import { tableHead, tableRow } from '#report/formats/markdown-blocks.js';
import { visible } from '#report/text/visible.js';
import { plural } from '#report/view/reasons.js';
import type { ConfigNode } from '../config-node.js';
import {
  type DraftCase,
  type DraftEval,
  type DraftPrompt,
  type DraftSettings,
  type Expects,
  isEmpty,
  type PromptFile,
  type Traced,
} from '../draft.js';
import type { ImportFinding } from '../finding.js';

/** A check or rubric of an eval.yml: its path there, and the assertion that it was made of. */
interface TracedPath {
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

/** `schema` is the comment by which editors find a schema, without the `#`; empty without one. `origin` is a line at the top. */
export function renderDraft(draft: DraftPrompt, schema: string, origin: string): RenderedPrompt {
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

function evalDocument({ cases_of, defaults, shared, cases }: DraftEval) {
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

/** Returns the content of the eva.yml that imported prompts need; empty if they need none. */
export function settingsValue({ entries, prices, concurrency }: DraftSettings): JsonObject {
  return {
    ...(concurrency !== undefined && { concurrency }),
    ...(entries.length > 0 && { providers: Object.fromEntries(entries.map(({ name, config }) => [name, config])) }),
    ...(Object.keys(prices).length > 0 && { prices }),
  };
}

/** Renders an eva.yml. */
export function settingsText(value: JsonObject, schema: string, origin: string): string {
  return `${schema === '' ? '' : `${schema}\n`}${writeYaml(value, [{ path: [], text: origin }])}`;
}

/** Returns the entries of `needed` that an eva.yml lacks or has with another value. `concurrency` may differ: it changes no answer. */
export function missingSettings(needed: JsonObject, present: JsonValue): readonly LackingSetting[] {
  const has = isObject(present) ? present : {};
  return (['providers', 'prices'] as const).flatMap((section) => {
    const theirs = has[section];
    const entries = Object.entries((needed[section] ?? {}) as JsonObject);
    const lacking = entries.filter(([name, value]) => !isEqual(value, isObject(theirs) ? theirs[name] : undefined));
    return lacking.map(([name, value]) => ({ section, name, yaml: indented(writeYaml({ [name]: value })) }));
  });
}

function indented(yaml: string): string {
  return yaml.trimEnd().replace(/^/gm, '  ');
}

function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (isObject(a) && isObject(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.every((key) => isEqual(a[key], b[key]));
  }
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The facts of an import for its notes. */
interface NotesOf {
  readonly config: string;
  readonly outcome: 'full' | 'mostly';
  readonly prompts: readonly string[];
  readonly tests: { readonly found: number; readonly carried: number };
  readonly assertions: { readonly found: number; readonly carried: number };
  readonly findings: readonly ImportFinding[];
  readonly code: readonly CopiedCode[];
}

/** A file with copied code, relative to the library, and where it was copied from. */
export interface CopiedCode {
  readonly file: string;
  readonly from: readonly Place[];
}

const sections: readonly (readonly [effect: ImportFinding['effect'], title: string, intro: string])[] = [
  ['left_out', 'Left out', 'These parts are not in the result. Do what the last column says, or leave it.'],
  ['replaced', 'Replaced', 'Something near to these parts is in the result: compare the meaning.'],
  ['noted', 'Notes', 'These parts change no verdict, have another form, or tell of a default that differs.'],
];

/** Renders untrusted text as a code span, whatever backticks and bars it has. The text is shortened. */
function code(text: string, most = 300): string {
  const shown = visible(text.length > most ? `${text.slice(0, most)}…` : text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ +$|^$/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** Renders a clause: names in backticks and odd characters, which a configuration may have written, become code spans. */
function words(text: string): string {
  const parts = visible(text.slice(0, 1000)).split(/(`[^`]*`)/);
  return parts
    .map((part) =>
      /^[\w ,;:.()'=/+-]*$/.test(part) ? part : part.startsWith('`') ? code(part.slice(1, -1)) : code(part),
    )
    .join('');
}

/** Renders IMPORT.md: everything of a configuration that is not carried over as it is, as Markdown. */
export function importNotes({ config, outcome, prompts, tests, assertions, findings, code: copied }: NotesOf): string {
  const counts = `${tests.carried} of ${plural(tests.found, 'test')} and ${assertions.carried} of ${plural(assertions.found, 'assertion')}`;
  const opening = [
    `# Imported from ${code(config)}`,
    '',
    outcome === 'full' ? `Everything is carried over: ${counts}.` : `Most of it is carried over: ${counts}.`,
    '',
    `Prompts: ${prompts.map((id) => code(id)).join(', ')}. No code was executed. You may delete this file.`,
    '',
  ];
  return `${opening.join('\n')}${sections.map((one) => sectionText(one, findings)).join('')}${codeText(copied)}`;
}

function codeText(copied: readonly CopiedCode[]): string {
  if (copied.length === 0) return '';
  const rows = copied.flatMap(({ file, from }) => from.map((at) => tableRow([code(placeText(at)), code(file)])));
  return `\n## Code\n\nThis code was copied and not executed. Read it, and let it run with \`eva trust\`.\n\n${tableHead(['where', 'copied to'])}${rows.join('')}`;
}

function placeText({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

function sectionText([effect, title, intro]: (typeof sections)[number], findings: readonly ImportFinding[]): string {
  const own = findings.filter((one) => one.effect === effect);
  if (own.length === 0) return '';
  const rows = own.map(({ at, kind, what, reason, todo }) => {
    return tableRow([code(placeText(at)), kind, code(what), words(reason), todo === undefined ? '' : words(todo)]);
  });
  return `\n## ${title}\n\n${intro}\n\n${tableHead(['where', 'part', 'name', 'why', 'what to do'])}${rows.join('')}`;
}

/** An entry of eva.yml that imported prompts need. */
interface LackingSetting {
  readonly section: 'providers' | 'prices';
  readonly name: string;
  /** The entry as YAML, indented as it is below the section. */
  readonly yaml: string;
}
