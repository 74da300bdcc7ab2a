import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { PromptFile } from '#import/draft.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';

/** Facts of a reply as eva gives them to a function. */
export function factsOf(reply: string, inputs: JsonObject = {}, more: JsonObject = {}): JsonObject {
  return { reply, inputs, item: null, tool_calls: [], steps: null, latency_s: 1, usage: null, args: null, ...more };
}

/** Writes the files of an import into a new folder, which is removed after the test. */
export function writeFiles(t: TestContext, files: readonly PromptFile[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'eva-import-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Calls the function of a `module` check, or of `extract`, on a reply. Returns its result, or the message of its error. */
export async function callModule(folder: string, check: JsonValue | undefined, facts: JsonObject): Promise<unknown> {
  const { use, args = null }: JsonObject = isObject(check) ? check : { use: check ?? null };
  const [file = '', name = ''] = String(use).split('#');
  const exported = await import(pathToFileURL(join(folder, file)).href);
  try {
    return await exported[name](facts['reply'], { ...facts, args });
  } catch (error) {
    return `threw: ${(error as Error).message}`;
  }
}
