import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TestShell } from '../support/shell.js';
import { tempLibrary } from '../support/temp-library.js';
import { steadyOutput } from './marked-outputs.js';

const page = 'docs/guide/tutorial.md';

/** Starts the stand-in of the tutorial, and returns the variables that it prints. */
async function startStandIn(t: TestContext, folder: string): Promise<Readonly<Record<string, string>>> {
  const child = spawn(process.execPath, [join(folder, 'docs/guide/tutorial-model.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill());
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
    child.once('exit', (code) => reject(new Error(`the stand-in ended with ${code}`)));
  });
  return Object.fromEntries([...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
}

/** Replaces what differs from run to run. */
function steady(text: string): string {
  return steadyOutput(text)
    .replace(/\([0-9a-f]{7}\)/g, '(4f2a9c1)')
    .replace(/^\n|\n+$/g, '');
}

/** True if a script calls models. Commands that only name them see the prices of the real server. */
function isAsking(script: string): boolean {
  return script.includes('npx eva eval');
}

/**
 * Follows the tutorial from an empty folder, in a shell for a package. Compares what the commands print with the page, which U=1 writes
 * anew. Returns the verdicts of the gate in their order, and the folder.
 */
export async function followTutorial(
  t: TestContext,
  { run, folder }: TestShell,
): Promise<{ readonly verdicts: readonly string[]; readonly root: string }> {
  const env = await startStandIn(t, folder);
  const text = readFileSync(page, 'utf8');
  let cwd = tempLibrary(t, {});
  let printed = '';
  let written = text;
  const verdicts: string[] = [];
  const parts = /^```sh\n([\s\S]*?)^```$|^<!-- output: eva (.*) -->\n```\n([\s\S]*?)^```$/gm;
  for (const [whole, script, command, shown = ''] of text.matchAll(parts)) {
    if (script?.startsWith('export ANTHROPIC_API_KEY=…')) continue;
    if (script !== undefined) {
      const output = await run(script, { cwd, env: isAsking(script) ? env : { ANTHROPIC_API_KEY: 'a key' } });
      const expected = Number(/# exit code (\d)/.exec(script)?.[1] ?? 0);
      assert.equal(output.exitCode, expected, `${script}\n${output.stdout}${output.stderr}`);
      ({ cwd } = output);
      printed = output.stdout;
      // One call at a time, so that it is always the same trial that decides a case.
      if (script.includes('eva init --provider')) appendFileSync(join(cwd, 'eva.yml'), 'concurrency: 1\n');
      if (script.includes('--changed')) verdicts.push(output.exitCode === 0 ? 'green' : 'red');
      continue;
    }
    const real = steady(printed);
    assert.ok(real !== '', `${command} printed nothing`);
    if (process.env['U'] === '1')
      written = written.replace(whole, () => `<!-- output: eva ${command} -->\n\`\`\`\n${real}\n\`\`\``);
    else assert.equal(shown, `${real}\n`, `eva ${command} prints something else: U=1 writes it anew`);
  }
  if (written !== text) writeFileSync(page, written);
  return { verdicts, root: cwd };
}
