import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { matchesGolden } from '../../support/golden.js';
import { caseOnData, csvOf, dataLibrary, goodItems } from './data-library.js';

const dataFile = 'prompts/diff/data/items.csv';
const evalFile = 'prompts/diff/eval.yml';
const items = goodItems(12);
const exact = '    stop_early: false\n';

/** Returns a change of a file's text. */
function edit(file: string, text: string, replacement: string): (root: string) => void {
  return (root) => {
    const before = readFileSync(join(root, file), 'utf8');
    assert.ok(before.includes(text), `${file} has no "${text}"`);
    writeFileSync(
      join(root, file),
      before.replace(text, () => replacement),
    );
  };
}

/** Changes between the plan of a run and its resume. */
const changes: Readonly<Record<string, (root: string) => void>> = {
  'a label is corrected': edit(dataFile, 'code 3,good', 'code 3,bad'),
  'a text is changed': edit(dataFile, 'code 3,', 'code 3!,'),
  'the items are in another order': (root) => writeFileSync(join(root, dataFile), csvOf([...items].reverse())),
  'an item is added': edit(dataFile, 'code 3,', 'code new,good,en\ncode 3,'),
  'an item is removed': edit(dataFile, 'code 3,good,en\n', ''),
  'a quote is stray': edit(dataFile, 'code 3,', 'code "3,'),
  'all items are removed': (root) => writeFileSync(join(root, dataFile), csvOf([])),
  'the file is removed': (root) => rmSync(join(root, dataFile)),
  'the file is a link out of the library': (root) => {
    rmSync(join(root, dataFile));
    symlinkSync('/etc/passwd', join(root, dataFile));
  },
  'the file is a pipe': (root) => {
    rmSync(join(root, dataFile));
    execFileSync('mkfifo', [join(root, dataFile)]);
  },
  'the case keeps other items': edit(
    evalFile,
    'file: data/items.csv',
    'file: data/items.csv, unless: { code: code 3 }',
  ),
  'the case asks each item twice': edit(evalFile, 'file: data/items.csv', 'file: data/items.csv, draws: 2'),
  'the case has another seed': edit(evalFile, 'stop_early: false', 'stop_early: false\n    seed: 7'),
  'the case reports slices': edit(evalFile, 'file: data/items.csv', 'file: data/items.csv, slices: [language]'),
};

/** Returns the text of each regular file below a folder. */
function textsIn(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(root, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

/** Stops a run after four calls, changes its library and resumes it. Returns what the resume prints. */
async function resumeAfter(t: TestContext, change: (root: string) => void): Promise<string> {
  const { root, eva, server } = await dataLibrary(t, items, { files: { [evalFile]: caseOnData(exact) } });
  const cut = await eva('eval', 'diff', '--max-calls', '4', '--allow-short-budget');
  assert.equal(cut.exitCode, 3, cut.stdout + cut.stderr);
  const asked = server.requests.length;
  change(root);
  const before = textsIn(root);
  const { exitCode, stdout, stderr } = await eva('eval', 'diff', '--resume', '--max-calls', '100');
  assert.equal(exitCode, 2, stdout + stderr);
  assert.equal(stdout, '');
  assert.equal(server.requests.length, asked, 'no call is made');
  assert.deepEqual(textsIn(root), before, 'nothing is written');
  return stderr.replaceAll(/\d{8}T\d{6}Z-[0-9a-f]+/g, '<run>').replaceAll(root, '<root>');
}

test('a run whose data changed is not resumed, and the message says what changed', async (t) => {
  const said: string[] = [];
  for (const [what, change] of Object.entries(changes)) said.push(`## ${what}\n${await resumeAfter(t, change)}`);
  matchesGolden('cli/changed-data', said.join('\n'));
});
