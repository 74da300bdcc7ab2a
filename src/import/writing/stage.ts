import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseYaml } from '#load/source/yaml-source.js';
import type { Place, Problem } from '#model/problem.js';
import { makePrivateFolder } from '#process/private-folder.js';
import type { ConfigNode } from '../config-node.js';
import type { DraftEval, DraftPrompt, Expects } from '../draft.js';
import type { Ledger } from '../finding.js';
import { type RenderedPrompt, renderPrompt } from './render-prompt.js';

/** Returns what `eva doctor` finds wrong in a library, warnings left out. */
export type Diagnose = (root: string, ids: readonly string[]) => readonly Problem[];

export interface StageOptions {
  /** The text of eva.yml; null without one. */
  readonly settings: string | null;
  readonly diagnose: Diagnose;
  readonly ledger: Ledger;
}

/** Each round leaves out at least one assertion. */
const mostRounds = 50;

/**
 * Writes the prompts into a temporary library and lets doctor check them. Leaves out each assertion at which doctor finds a problem, with its
 * message as the reason, until there is none. Returns null if a problem is at no assertion: it is then in the ledger, and blocks.
 */
export function settleDrafts(drafts: readonly DraftPrompt[], options: StageOptions): readonly DraftPrompt[] | null {
  const { path, remove } = makePrivateFolder();
  try {
    let current = drafts;
    for (let round = 0; round < mostRounds; round++) {
      const root = join(path, String(round));
      const refused = refusedIn(root, current, options);
      if (refused === null) return null;
      if (refused.size === 0) return current;
      current = current.map((draft) => ({ ...draft, eval: withoutSources(draft.eval, refused) }));
    }
    return null;
  } finally {
    remove();
  }
}

/** Returns the places of the assertions at which doctor finds a problem; null if it finds another problem. */
function refusedIn(
  root: string,
  drafts: readonly DraftPrompt[],
  { settings, diagnose, ledger }: StageOptions,
): ReadonlySet<string> | null {
  const rendered = drafts.map((draft) => renderPrompt(draft, { schema: '', origin: 'imported' }));
  writeLibrary(root, rendered, settings);
  const problems = diagnose(
    root,
    rendered.map(({ id }) => id),
  );
  const refused = new Set<string>();
  for (const problem of problems) {
    const source = sourceAt(rendered, problem.at);
    if (source === undefined) {
      const at = problem.at ?? { file: 'eva.yml' };
      ledger.add('blocks', 'prompt', at, {
        what: problem.code,
        reason: `eva would refuse the result: ${problem.message}`,
      });
      return null;
    }
    ledger.add('left_out', 'assertion', source, { what: typeOf(source), reason: `eva refuses it: ${problem.message}` });
    refused.add(placeKey(source.place()));
  }
  return refused;
}

function writeLibrary(root: string, rendered: readonly RenderedPrompt[], settings: string | null): void {
  mkdirSync(join(root, 'prompts'), { recursive: true });
  if (settings !== null) writeFileSync(join(root, 'eva.yml'), settings);
  for (const { id, files } of rendered) {
    for (const { path, content } of files) {
      const file = join(root, 'prompts', id, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
}

/** Returns the assertion whose item of eval.yml has a line. */
function sourceAt(rendered: readonly RenderedPrompt[], at: Place | undefined): ConfigNode | undefined {
  const prompt = rendered.find(({ id }) => at?.file === `prompts/${id}/eval.yml`);
  if (!prompt || at?.line === undefined) return undefined;
  const { value: source } = parseYaml(prompt.evalText, 'eval.yml');
  if (!source) return undefined;
  const lineOf = (offset: number) => prompt.evalText.slice(0, offset).split('\n').length;
  const found = prompt.traces.find(({ path }) => {
    const range = source.range(path);
    return (
      range && lineOf(range.start) <= (at.line ?? 0) && (at.line ?? 0) <= lineOf(Math.max(range.start, range.end - 1))
    );
  });
  return found?.source;
}

function withoutSources(draft: DraftEval, refused: ReadonlySet<string>): DraftEval {
  const without = ({ assert, rubric, rest }: Expects): Expects => ({
    assert: assert.filter(({ source }) => !refused.has(placeKey(source.place()))),
    rubric: rubric.filter(({ source }) => !refused.has(placeKey(source.place()))),
    rest,
  });
  return {
    ...draft,
    shared: without(draft.shared),
    cases: draft.cases.map((one) => ({ ...one, expects: without(one.expects) })),
  };
}

/** Returns a text that identifies where an assertion is written. */
export function placeKey({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** Returns the type of an assertion, for a finding. */
export function typeOf({ value }: ConfigNode): string {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  return typeof type === 'string' ? type : 'assertion';
}
