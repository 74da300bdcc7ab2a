import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { readText } from '#library/source/read-file.js';
import { parseYaml } from '#library/source/yaml-source.js';
import { groupBy } from '#model/data/collections.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { EvaError, problem } from '#model/problem.js';
import { quoted, short } from '#model/text/quoted.js';
import type { DraftEval, DraftPrompt, Expects, ImportDraft } from './draft.js';
import { type ImportFinding, inOrder } from './finding.js';
import { matchesPath } from './glob.js';
import {
  type CopiedCode,
  importNotes,
  missingSettings,
  pathsOf,
  renderDraft,
  settingsText,
  settingsValue,
} from './writing/render-prompt.js';
import { type Diagnose, placeKey, placeLibrary, requireFreeIds, settleDrafts } from './writing/stage.js';

/** A configuration after its import. */
export interface Imported {
  readonly path: string;
  readonly file: string;
  readonly outcome: 'full' | 'mostly' | 'not';
  readonly prompts: readonly string[];
  readonly tests: { readonly found: number; readonly carried: number };
  readonly assertions: { readonly found: number; readonly carried: number };
  readonly findings: readonly ImportFinding[];
  /** Files with copied code, relative to the library, and where it was copied from. */
  readonly code: readonly CopiedCode[];
}

/** The configurations of an import, and what they need of eva.yml. */
interface ImportResult {
  readonly configs: readonly Imported[];
  /** The parts of eva.yml that the prompts need: `providers`, `prices`, and `concurrency` if eva.yml is new. */
  readonly settings: readonly string[];
}

interface ImportTarget {
  /** The absolute path of the library, which may not exist yet. */
  readonly root: string;
  readonly isDry: boolean;
  readonly diagnose: Diagnose;
  /** Returns the comment by which editors find the schema of a YAML file in a folder of the library; empty without one. */
  readonly schemaLine: (dir: string, schema: 'eval' | 'eva-config') => string;
  /** Returns a path of a configuration as it is written in comments and notes: relative to the library if it can be. */
  readonly nameOf: (path: string) => string;
}

/**
 * Checks the prompts of configurations as `eva doctor` would, and writes them into a library. Nothing is written of a configuration that is
 * not importable. Throws EVA_EXISTS, before anything is written, if a prompt exists or if the eva.yml that is there lacks a provider.
 */
export function importDrafts(drafts: readonly ImportDraft[], target: ImportTarget): ImportResult {
  const { root, isDry } = target;
  const config = join(root, 'eva.yml');
  const present = existsSync(config) ? (readText(config, 'eva.yml', 1024 * 1024).value ?? '') : null;
  const needed = mergedSettings(drafts.filter((draft) => draft.prompts.length > 0));
  const settings =
    present ??
    (Object.keys(needed).length > 0
      ? settingsText(needed, target.schemaLine(root, 'eva-config'), 'Providers and prices of imported prompts')
      : null);
  requireFreeIds(
    root,
    drafts.flatMap(({ prompts }) => prompts.map(({ id }) => id)),
  );
  if (present !== null) requireSettings(needed, present);
  const settled = drafts.map((draft) => ({ draft, prompts: settle(draft, settings, target) }));
  const theirs = present === null ? null : (parseYaml(present, 'eva.yml').value?.value ?? null);
  const written = settled.flatMap(({ prompts }) => prompts.flatMap(writtenPaths));
  for (const { draft, prompts } of settled) {
    noteDefaults(draft, prompts, theirs);
    if (prompts.length > 0) noteFoundAgain(draft, root, written);
  }
  const imported = settled.map(({ draft, prompts }) => summaryOf(draft, prompts));
  const result = { configs: imported, settings: settingsUsed(needed, present) };
  if (isDry) return result;
  const placed = settled.flatMap(({ draft, prompts }, index) => {
    const one = imported[index] as Imported;
    return prompts.map((prompt, at) => rendered(prompt, draft, target, at === 0 ? one : null));
  });
  if (placed.length > 0) placeLibrary(root, placed, present === null ? settings : null);
  return result;
}

function writtenPaths(prompt: DraftPrompt): readonly string[] {
  return pathsOf(prompt).map((path) => `prompts/${prompt.id}/${path}`);
}

/** Notes the defaults of the eva.yml that is there, which apply to imported prompts too. */
function noteDefaults({ ledger, file }: ImportDraft, prompts: readonly DraftPrompt[], settings: JsonValue): void {
  const keys = inheritedDefaults(settings, prompts);
  if (keys.length === 0) return;
  const reason = `those of eva.yml apply here too: ${keys.join(', ')}`;
  ledger.add('noted', 'setting', { file }, { what: 'defaults', reason, todo: 'set other values in eval.yml' });
}

/** Returns the parts of eva.yml that imported prompts need. The `concurrency` of one that was there may be another. */
function settingsUsed(needed: JsonObject, present: string | null): readonly string[] {
  const parts = present === null ? ['providers', 'prices', 'concurrency'] : ['providers', 'prices'];
  return parts.filter((part) => Object.hasOwn(needed, part));
}

function settle(draft: ImportDraft, settings: string | null, { diagnose }: ImportTarget): readonly DraftPrompt[] {
  if (draft.prompts.length === 0 || draft.ledger.all().some(({ effect }) => effect === 'blocks')) return [];
  return settleDrafts(draft.prompts, { settings, diagnose, ledger: draft.ledger, config: draft.file }) ?? [];
}

function mergedSettings(drafts: readonly ImportDraft[]): JsonObject {
  const limits = drafts.flatMap(({ settings }) => settings.concurrency ?? []);
  return settingsValue({
    entries: drafts.flatMap(({ settings }) => settings.entries),
    prices: Object.assign({}, ...drafts.map(({ settings }) => settings.prices)),
    ...(limits.length > 0 && { concurrency: Math.min(...limits) }),
  });
}

/** Throws EVA_EXISTS for each entry that an existing eva.yml lacks. */
function requireSettings(needed: JsonObject, present: string): void {
  const lacking = missingSettings(needed, parseYaml(present, 'eva.yml').value?.value ?? null);
  const problems = lacking.map((one) =>
    problem(
      'EVA_EXISTS:import_settings',
      `the imported prompts need ${quoted(one.name)} in ${one.section}, and eva import does not change the eva.yml that is there`,
      {
        hint: `add the lines below to ${one.section}: in it, or write the result into another folder: --into DIR`,
        paste: short(one.yaml),
        at: { file: 'eva.yml' },
      },
    ),
  );
  if (problems.length > 0) throw new EvaError(problems);
}

function summaryOf(draft: ImportDraft, prompts: readonly DraftPrompt[]): Imported {
  const findings = inOrder(draft.ledger.all(), draft.file);
  const isNot = prompts.length === 0;
  const isLess = findings.some(({ effect }) => effect === 'left_out' || effect === 'replaced');
  const assertions = assertionsOf(draft, findings);
  return {
    path: draft.path,
    file: draft.file,
    outcome: isNot ? 'not' : isLess ? 'mostly' : 'full',
    prompts: prompts.map(({ id }) => id),
    tests: { found: draft.tests, carried: isNot ? 0 : draft.tests },
    assertions: isNot ? { ...assertions, carried: 0 } : assertions,
    findings,
    code: prompts.flatMap(codeOf),
  };
}

function codeOf({ id, code = [] }: DraftPrompt): Imported['code'] {
  return [...groupBy(code, ({ file }) => file)].map(([file, copied]) => ({
    file: `prompts/${id}/${file}`,
    from: copied.map(({ at }) => at),
  }));
}

/** Counts the assertions of a configuration, each once where it is written. */
function assertionsOf({ assertions }: ImportDraft, findings: readonly ImportFinding[]) {
  const left = findings.filter(({ effect, kind }) => effect === 'left_out' && kind === 'assertion');
  const places = [...assertions.map((node) => node.place()), ...left.map(({ at }) => at)];
  const found = new Set(places.map(placeKey)).size;
  return { found, carried: found - left.length };
}

/** `notes` are the facts for IMPORT.md; null for a prompt without one. */
function rendered(prompt: DraftPrompt, draft: ImportDraft, target: ImportTarget, notes: Imported | null) {
  const dir = join(target.root, 'prompts', prompt.id);
  const name = target.nameOf(draft.path);
  const origin = `Imported from ${name}${notes === null || notes.outcome === 'full' ? '' : '; IMPORT.md lists what is not here'}`;
  const { id, files } = renderDraft(prompt, target.schemaLine(dir, 'eval'), origin);
  if (notes === null || notes.outcome === 'not' || !(notes.findings.length > 0 || notes.code.length > 0))
    return { id, files };
  const content = importNotes({ ...notes, outcome: notes.outcome, config: name });
  return { id, files: [...files, { path: 'IMPORT.md', content }] };
}

/**
 * Notes each pattern of a configuration that matches files which the import writes: promptfoo would read them as parts of the configuration.
 * `written` are paths in the library at `root`, which may not exist yet.
 */
function noteFoundAgain(draft: ImportDraft, root: string, written: readonly string[]): void {
  const from = realOf(dirname(draft.path));
  const library = realOf(root);
  const paths = written.map((path) => ({ path, seen: relative(from, join(library, path)).split(sep).join('/') }));
  for (const pattern of draft.patterns) {
    const [first, ...others] = paths.filter(({ seen }) => matchesPath(seen, pattern));
    if (first === undefined) continue;
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const reason = `promptfoo will read ${first.path}${more} too, as this pattern matches what eva writes`;
    draft.ledger.add('noted', 'prompt', { file: draft.file }, { what: pattern, reason, todo: 'use --into DIR' });
  }
}

/** Returns the real path of a file, or of a file that does not exist in the real path of its folder. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(realOf(dirname(path)), basename(path));
  }
}

/**
 * Returns the `defaults` of an eva.yml that apply to imported prompts, as keys such as `temperature` and `judge.pass_threshold`: those that at least
 * one of the prompts does not set itself. `model` is not listed: an import that sets no model
 * needs that of eva.yml.
 */
function inheritedDefaults(settings: JsonValue, prompts: readonly DraftPrompt[]): readonly string[] {
  const defaults = isObject(settings) ? settings['defaults'] : undefined;
  if (!isObject(defaults)) return [];
  return Object.entries(defaults)
    .flatMap(([key, value]) => {
      if (key === 'model') return [];
      return key === 'judge' && isObject(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key];
    })
    .filter((path) => prompts.some((prompt) => isInherited(path, prompt.eval)));
}

function isInherited(path: string, draft: DraftEval): boolean {
  const [key = '', ofJudge] = path.split('.');
  if (ofJudge !== undefined && !asksJudge(draft)) return false;
  const { defaults, shared, cases } = draft;
  const models = Array.isArray(defaults['models']) ? defaults['models'] : [];
  const isSet = (value: JsonValue | undefined) => isObject(value) && hasKey(value, key, ofJudge);
  const isInAll = (values: readonly (JsonValue | undefined)[]) => values.length > 0 && values.every(isSet);
  return !(
    isSet(defaults) ||
    isSet(shared.rest) ||
    isInAll(models) ||
    isInAll(cases.map(({ setup, expects }) => ({ ...setup, ...expects.rest })))
  );
}

function hasKey(settings: JsonObject, key: string, ofJudge: string | undefined): boolean {
  const value = settings[key];
  return ofJudge === undefined ? value !== undefined : isObject(value) && value[ofJudge] !== undefined;
}

/** Returns true if a judge scores replies: by a rubric, or for refusals. */
function asksJudge({ shared, cases }: DraftEval): boolean {
  return [shared, ...cases.map(({ expects }) => expects)].some(
    ({ assert, rubric }: Expects) =>
      rubric.length > 0 || assert.some(({ item }) => /"(?:not_)?refuses"/.test(JSON.stringify(item))),
  );
}
