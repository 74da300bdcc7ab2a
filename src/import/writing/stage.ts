import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { placeAt, placedText } from '#library/source/place.js';
import { maxYamlBytes } from '#library/source/read-file.js';
import { parseYaml } from '#library/source/yaml-source.js';
import { lazy } from '#model/data/collections.js';
import type { Place, Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { makePrivateFolder } from '#provider/process/private-files.js';
import { isPresent, placeFile, placePrompt } from '#store/files/placing.js';
import { makeDirectories, onDisk } from '#store/files/regular-file.js';
import { type ConfigNode, childText } from '../config-node.js';
import type { DraftEval, DraftPrompt, Expects, PromptFile } from '../draft.js';
import type { FindingWords, Ledger } from '../finding.js';
import { type RenderedPrompt, renderDraft } from './render-prompt.js';

/** Returns what `eva doctor` finds wrong in a library, warnings left out. */
export type Diagnose = (root: string, ids: readonly string[]) => readonly Problem[];

interface StageOptions {
  /** The text of eva.yml; null without one. */
  readonly settings: string | null;
  readonly diagnose: Diagnose;
  readonly ledger: Ledger;
  /** The file of the configuration, at which a problem of the result is reported. */
  readonly config: string;
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
    const large = drafts.find((draft) => isTooLarge(draft.eval));
    if (large) {
      options.ledger.add('blocks', 'test', { file: options.config }, tooLarge(large.id));
      return null;
    }
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

/** The least length of cases as JSON that no eval.yml can hold. */
const largest = 2 * maxYamlBytes;

function tooLarge(id: string): FindingWords {
  return {
    what: 'tests',
    reason: `prompts/${id}/eval.yml would have more than 1 MiB`,
    todo: 'put the tests into a CSV or JSONL file, or split them between configurations',
  };
}

/** Returns true if an eval.yml could not hold the cases. */
function isTooLarge({ cases }: DraftEval): boolean {
  let length = 0;
  for (const { name, setup, expects, comments } of cases) {
    const items = [...expects.assert, ...expects.rubric].map(({ item }) => item);
    length += JSON.stringify([name, setup, items, comments]).length;
    if (length > largest) return true;
  }
  return false;
}

/** Returns the places of the assertions at which doctor finds a problem; null if it finds another problem. */
function refusedIn(
  root: string,
  drafts: readonly DraftPrompt[],
  { settings, diagnose, ledger, config }: StageOptions,
): ReadonlySet<string> | null {
  const rendered = drafts.map((draft) => renderDraft(draft, '', 'imported'));
  onDisk('write', root, () => writeLibrary(root, rendered, settings));
  const problems = diagnose(
    root,
    rendered.map(({ id }) => id),
  );
  const sourcesAt = sourcesOf(rendered);
  const refused = new Set<string>();
  for (const problem of problems) {
    const sources = sourcesAt(problem.at);
    if (sources === undefined) {
      const { file, line } = problem.at ?? { file: 'eva.yml' };
      ledger.add(
        'blocks',
        'prompt',
        { file: config },
        {
          what: problem.code,
          reason: `eva would refuse the result at ${file}${line === undefined ? '' : `:${line}`}: ${problem.message}`,
        },
      );
      return null;
    }
    for (const source of sources) {
      const words = { what: childText(source, 'type') ?? 'assertion', reason: `eva refuses it: ${problem.message}` };
      ledger.add('left_out', 'assertion', source, words);
      refused.add(placeKey(source.place()));
    }
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

/** Returns a function that finds the assertions whose item of eval.yml has a line. It reads each eval.yml once. */
function sourcesOf(rendered: readonly RenderedPrompt[]): (at: Place | undefined) => readonly ConfigNode[] | undefined {
  const items = new Map(rendered.map((prompt) => [`prompts/${prompt.id}/eval.yml`, lazy(() => itemsIn(prompt))]));
  return (at) => {
    const line = at?.line;
    if (at === undefined || line === undefined) return undefined;
    return items
      .get(at.file)?.()
      .find(({ first, last }) => first <= line && line <= last)?.sources;
  };
}

/** The lines of an item of eval.yml, and its assertions. */
interface TracedLines {
  readonly first: number;
  readonly last: number;
  readonly sources: readonly ConfigNode[];
}

function itemsIn({ evalText, traces }: RenderedPrompt): readonly TracedLines[] {
  const { value: document } = parseYaml(evalText, 'eval.yml');
  const placed = placedText(evalText, 'eval.yml');
  const lineAt = (offset: number) => placeAt(placed, offset).line ?? 0;
  return traces.flatMap(({ path, sources }) => {
    const range = document?.range(path);
    if (!range) return [];
    return [{ first: lineAt(range.start), last: lineAt(Math.max(range.start, range.end - 1)), sources }];
  });
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

/** Throws EVA_EXISTS for each prompt whose folder exists in the library, before anything is written. */
export function requireFreeIds(root: string, ids: readonly string[]): void {
  const taken = ids.filter((id) => isPresent(root, `prompts/${id}`, 'directory'));
  if (taken.length > 0) throw new EvaError(taken.map((id) => existingPrompt(id)));
}

/** Writes eva.yml, unless there is one, and each prompt, whole or not at all. Throws EVA_EXISTS if another process was faster. */
export function placeLibrary(
  root: string,
  prompts: readonly { readonly id: string; readonly files: readonly PromptFile[] }[],
  settings: string | null,
): void {
  onDisk('create', root, () => makeDirectories(root));
  if (settings !== null) placeFile(root, 'eva.yml', settings);
  for (const { id, files } of prompts) {
    const isNew = placePrompt(root, id, (dir) => {
      for (const { path, content } of files) {
        makeDirectories(dirname(join(dir, path)));
        writeFileSync(join(dir, path), content, { flag: 'wx' });
      }
    });
    if (!isNew) throw new EvaError([existingPrompt(id)]);
  }
}

function existingPrompt(id: string): Problem {
  return problem('EVA_EXISTS:import', `prompts/${short(id)} exists, and eva import overwrites nothing`, {
    hint: 'write the result into another folder: --into DIR',
  });
}
