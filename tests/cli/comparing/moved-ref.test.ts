import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Promotion } from '#gate/promote.js';
import { gitIn } from '../../support/git-library.js';
import { runEva } from '../../support/run-eva.js';
import { tempLibrary } from '../../support/temp-library.js';
import { body, evalYml, library } from './quiz-library.js';

const rule = 'compare: { against: main, not_worse_by: 0.2 }\n';
const evalFile = 'prompts/quiz/eval.yml';
const metaFile = 'prompts/quiz/meta.yml';

/** A branch whose prompt was compared with `main`, and functions that change `main` in another clone. */
async function compared(t: TestContext) {
  const { root, write, eva, env } = await library(t, () => false, { items: 40, more: rule });
  gitIn(root, 'checkout', '-q', '-b', 'topic');
  write({ 'prompts/quiz/prompt.md': body('short'), [metaFile]: 'title: Quiz\nstatus: tested\n' });
  const { exitCode, stderr } = await eva('compare', 'quiz');
  assert.equal(exitCode, 0, stderr);
  gitIn(root, 'add', '-A');
  gitIn(root, 'commit', '-q', '-m', 'topic');
  const other = join(tempLibrary(t, {}), 'other');
  gitIn(root, 'clone', '-q', '--branch', 'main', root, other);
  return {
    root,
    eva,
    env,
    /** Commits files to `main`. */
    main: (files: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(other, name)), { recursive: true });
        writeFileSync(join(other, name), text);
      }
      gitIn(other, 'add', '-A');
      gitIn(other, 'commit', '-q', '-m', 'main');
      gitIn(root, 'fetch', '-q', other, '+main:main');
    },
    gate: async (cwd = root) => {
      const { stdout } = await runEva(['promote', 'quiz', '--check', '--json'], { cwd, env });
      const { gates } = JSON.parse(stdout) as Promotion;
      const found = gates.find(({ gate }) => gate === 'compare');
      assert.ok(found, stdout);
      return found;
    },
  };
}

test('commits to main that leave its version of the prompt as it was keep the gate open, and another prompt closes it', async (t) => {
  const { gate, main, eva } = await compared(t);
  main({ 'README.md': 'unrelated\n', 'prompts/new/prompt.md': 'Say {{x}}\n' });
  const unrelated = await gate();
  assert.equal(unrelated.met, true, unrelated.message);
  assert.doesNotMatch(unrelated.message, /cannot see|now/);

  main({ 'prompts/quiz/prompt.md': body('kinder') });
  const changed = await gate();
  assert.deepEqual([changed.met, changed.remedy], [false, 'run: eva compare quiz']);
  assert.match(changed.message, /is stale: main has another prompt now than main \([0-9a-f]{7}\)/);
  assert.equal((await eva('compare', 'quiz')).exitCode, 0);
  assert.equal((await gate()).met, true);
});

test('other models of main, and a version that cannot be read any more, close the gate too', async (t) => {
  const { gate, main } = await compared(t);
  main({ [evalFile]: evalYml(40, rule).replace('opus-4-7', 'haiku-4-5') });
  assert.match((await gate()).message, /is stale: main has other models now/);

  main({ [metaFile]: 'titel: [\n' });
  assert.match((await gate()).message, /is stale: main can no longer be compared: /);
});

test('after the merge, main has the files themselves, and the comparison with what it had before still counts', async (t) => {
  const { root, gate } = await compared(t);
  gitIn(root, 'checkout', '-q', '-B', 'main');
  const merged = await gate();
  assert.equal(merged.met, true, merged.message);
  assert.match(merged.message, /main has the prompt and models of the files now/);
});

test('where the clone does not have the ref, the gate says that it cannot see whether the ref has changed', async (t) => {
  const { root, gate } = await compared(t);
  const shallow = join(tempLibrary(t, {}), 'shallow');
  gitIn(root, 'clone', '-q', '--depth', '1', '--branch', 'topic', `file://${root}`, shallow);
  const inClone = await gate(shallow);
  assert.equal(inClone.met, true, inClone.message);
  assert.match(inClone.message, /cannot see whether main has changed since: this clone is shallow/);
  const exported = join(tempLibrary(t, {}), 'exported');
  cpSync(root, exported, { recursive: true, filter: (path) => !path.endsWith('.git') });
  assert.match((await gate(exported)).message, /cannot see whether main has changed since: .* is in no git repository/);
});
