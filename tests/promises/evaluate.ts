import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { RunResult, RunRow } from '#model/run/run.js';
import { type EvaOutput, runEva } from '../support/run-eva.js';
import { assertNoSecretBelow, sentinelKey } from '../support/secrets.js';
import { type FileContent, goodPrompt, tempLibrary } from '../support/temp-library.js';

/** What an evaluation said and what it left behind. */
export interface Evaluated extends EvaOutput {
  /** Both streams, for messages. */
  readonly told: string;
  /** Every row of `.eval.jsonl`, whichever run wrote it. */
  readonly rows: readonly RunRow[];
  /** The result of the newest run; null where none got that far. */
  readonly result: RunResult | null;
}

/** A library with the prompt `diff`, whose body names the case's input `code`. A case of this document asks `claude-opus-4-7`. */
export function libraryOf(t: TestContext, evalDocument: object, files: Record<string, FileContent> = {}): string {
  return tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': JSON.stringify(evalDocument), ...files });
}

/** Runs `eva eval diff` against a stand-in of both APIs at this address, and looks for keys in all that it wrote. */
export async function evaluate(root: string, url: string, args: readonly string[] = []): Promise<Evaluated> {
  const env = {
    ANTHROPIC_API_KEY: sentinelKey,
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: sentinelKey,
    OPENAI_BASE_URL: `${url}/v1`,
  };
  const output = await runEva(['eval', 'diff', ...args], { cwd: root, env });
  assertNoSecretBelow(root);
  return { ...output, told: output.stdout + output.stderr, rows: rowsOf(root), result: newestResult(root) };
}

/** The value of the input `code` in a request for the subject's answer, and in a judge's question about it. */
export function codeIn(request: { readonly messages: readonly { readonly content: string }[] }): string {
  const asked = request.messages.map(({ content }) => content).join('\n');
  return /Change (.*) and nothing else/.exec(asked)?.[1] ?? '';
}

function rowsOf(root: string): readonly RunRow[] {
  const path = join(root, '.eval.jsonl');
  if (!existsSync(path) || !statSync(path).isFile()) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunRow);
}

function newestResult(root: string): RunResult | null {
  const runs = join(root, '.eva', 'runs');
  if (!existsSync(runs) || !statSync(runs).isDirectory()) return null;
  const results = readdirSync(runs)
    .map((run) => join(runs, run, 'result.json'))
    .filter((path) => existsSync(path))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
  const newest = results.at(-1);
  return newest === undefined ? null : (JSON.parse(readFileSync(newest, 'utf8')) as RunResult);
}
