import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { matchesGolden } from '../support/golden.js';
import { runEva } from '../support/run-eva.js';
import { treeHash } from '../support/tree-hash.js';

/** The library that `bench/doctor.js` measures, with fifty prompts. */
async function benchLibrary(t: TestContext): Promise<string> {
  const { writeLibrary } = await import(pathToFileURL(resolve('bench/doctor/library.js')).href);
  const root = mkdtempSync(join(tmpdir(), 'eva-bench-library-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeLibrary(root, 50);
  return root;
}

/** Returns the output without what most prompts have: two lines in the list, and a warning. */
function withoutRepetition(stdout: string): string {
  const isRepeated = (line: string, at: number) => at > 12 && /^ {2}[✓!] |^ {4}next: /.test(line);
  const [, ...others] = stdout.match(/.*warning: tested, but there is no full run .*\n.*\n.*\n\n/g) ?? [];
  const text = others.reduce((left, warning) => left.replace(warning, ''), stdout);
  return text
    .split('\n')
    .filter((line, at) => !isRepeated(line, at))
    .join('\n');
}

test('doctor lists the problems of a library with a few mistakes', async (t) => {
  const root = await benchLibrary(t);
  const { exitCode, stdout } = await runEva(['doctor', '--root', root], { cwd: root });
  assert.equal(exitCode, 1);
  matchesGolden('cli/doctor-bench-library', withoutRepetition(stdout));
});

test('doctor of one prompt says the same of it as doctor of all prompts', async (t) => {
  const root = await benchLibrary(t);
  const before = treeHash(root);
  const all = JSON.parse((await runEva(['doctor', '--json', '--root', root], { cwd: root })).stdout);
  for (const prompt of all.prompts) {
    const one = JSON.parse((await runEva(['doctor', prompt.id, '--json', '--root', root], { cwd: root })).stdout);
    assert.deepEqual(one.prompts, [prompt]);
  }
  assert.equal(treeHash(root), before);
});

test('two prompts cannot own the same alias, even if doctor checks only one of them', async (t) => {
  const root = await benchLibrary(t);
  const [first = '', second = ''] = readdirSync(join(root, 'prompts')).sort();
  for (const id of [first, second]) writeFileSync(join(root, 'prompts', id, 'aliases'), 'twin\n');
  const { stdout } = await runEva(['doctor', second, '--root', root], { cwd: root });
  assert.match(stdout, /EVA_ALIAS_TAKEN/);
  assert.match(stdout, new RegExp(`"twin" .* the prompt ${first}\\b`));
});
