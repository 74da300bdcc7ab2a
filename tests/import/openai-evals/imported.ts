import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { DraftPrompt } from '#import/draft.js';
import { type EvalsOptions, type ImportedEvals, importOpenAiEvals } from '#import/openai-evals/import-openai-evals.js';
import { writeYaml } from '#load/source/yaml-source/write-yaml.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { runEva } from '../../support/run-eva.js';

/** Returns a sample with a question and its right answer, as evals writes it. */
export function asked(question: string, ideal: JsonValue, more: JsonObject = {}): JsonObject {
  return { input: [said('system', 'Answer in one word.'), said('user', question)], ideal, ...more };
}

export function said(role: string, content: JsonValue, more: JsonObject = {}): JsonObject {
  return { role, content, ...more };
}

/** Imports samples, or the text of a file, from `capitals/samples.jsonl` in a new folder. */
export function imported(
  t: TestContext,
  samples: readonly JsonValue[] | string | Uint8Array,
  options: EvalsOptions = {},
): ImportedEvals {
  const dir = newFolder(t);
  const path = join(dir, 'capitals/samples.jsonl');
  mkdirSync(dirname(path));
  writeFileSync(
    path,
    Array.isArray(samples) ? samples.map((one) => `${JSON.stringify(one)}\n`).join('') : (samples as string),
  );
  return importOpenAiEvals({ path, file: 'samples.jsonl' }, { model: 'openai:gpt-5-mini', ...options });
}

function newFolder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'eva-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Returns the findings as `effect what:line`, in their order. */
export function found({ ledger }: ImportedEvals): readonly string[] {
  return ledger.all().map(({ effect, what, at }) => `${effect} ${what}${at.line === undefined ? '' : `:${at.line}`}`);
}

/** Returns the items of a data file. */
export function itemsOf(prompt: DraftPrompt | undefined, file = 'data/samples.jsonl'): readonly JsonObject[] {
  const content = prompt?.files.find(({ path }) => path === file)?.content.toString() ?? '';
  return content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonObject);
}

/** Writes the prompts into a new library, and returns its folder. */
export function libraryOf(t: TestContext, { prompts }: ImportedEvals): string {
  const root = newFolder(t);
  for (const { id, meta, body, eval: cases, files } of prompts) {
    const written = [
      body,
      { path: 'eval.yml', content: writeYaml(evalDocument(cases)) },
      ...(Object.keys(meta).length > 0 ? [{ path: 'meta.yml', content: writeYaml(meta) }] : []),
      ...files,
    ];
    for (const { path, content } of written) {
      const target = join(root, 'prompts', id, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
  }
  return root;
}

function evalDocument({ defaults, cases }: DraftPrompt['eval']): JsonObject {
  return {
    defaults,
    cases: cases.map(({ name, setup, isLook, expects }) => ({
      name,
      ...setup,
      ...(isLook ? { look: true } : { assert: expects.assert.map(({ item }) => item) }),
    })),
  };
}

/** Returns the codes of what eva doctor finds in the prompts, without those about the environment. */
export async function diagnosed(t: TestContext, result: ImportedEvals): Promise<readonly string[]> {
  const { stdout } = await runEva(['doctor', '--json'], { cwd: libraryOf(t, result), env: { OPENAI_API_KEY: 'x' } });
  const { prompts } = JSON.parse(stdout) as { prompts: readonly { problems: readonly { code: string }[] }[] };
  return prompts.flatMap(({ problems }) => problems.map(({ code }) => code));
}
