import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import type { FakeServer } from '../../support/fake-http.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { rowsIn } from '../../support/rows-in.js';
import { runEva } from '../../support/run-eva.js';
import { goodMeta, goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { editors, startWatch } from '../../support/watching-eva.js';

type Answer = Parameters<typeof startFakeMessagesApi>[0];

async function withApi(t: { after: (tidy: () => void) => void }, options: Answer = {}): Promise<FakeServer> {
  const api = await startFakeMessagesApi({ answer: () => '<diff>done</diff>', ...options });
  t.after(() => api.close());
  return api;
}

/** Returns an eval.yml with these cases and their code. */
function evalWith(cases: Readonly<Record<string, string>>, check = '<diff>'): string {
  const entries = Object.entries(cases).map(
    ([name, code]) => `  - name: ${name}\n    inputs: { code: "${code}" }\n    assert:\n      - contains: "${check}"\n`,
  );
  return `defaults:\n  model: claude-opus-4-7\ncases:\n${entries.join('')}`;
}

test('a saved file runs its prompt again, with the other replies out of the cache', async (t) => {
  const api = await withApi(t);
  const cases = { first: 'a = 1', second: 'b = 1', third: 'c = 1' };
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalWith(cases) });
  const eva = startWatch(t, ['diff'], { root, url: api.url });
  await eva.watching(1);
  assert.equal(api.requests.length, 3);
  writeFileSync(join(root, 'prompts/diff/eval.yml'), evalWith({ ...cases, third: 'c = 2' }));
  await eva.until('prompts/diff/eval.yml changed: 1 of 3 cases of diff');
  await eva.watching(2);
  assert.equal(api.requests.length, 4, 'only the changed case was asked');
  await eva.until('2 kept replies');
  assert.equal(rowsIn(root).length, 2, 'each whole run has its row');
  const { exitCode } = await eva.end('SIGINT');
  assert.equal(exitCode, 130);
});

test('a round warns of a budget that is too small, and begins none that no kept reply may help', async (t) => {
  const api = await withApi(t);
  const cases = { first: 'a', second: 'b' };
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'eva.yml': 'budget: { max_calls: 1 }\n',
    'prompts/diff/eval.yml': evalWith(cases),
  });
  const eva = startWatch(t, ['diff'], { root, url: api.url });
  await eva.watching(1);
  assert.match(eva.stderr(), /EVA_SHORT_BUDGET/);
  assert.equal(api.requests.length, 1);
  await eva.end('SIGINT');
  const uncached = startWatch(t, ['diff', '--no-cache'], { root, url: api.url });
  await uncached.watching(1);
  assert.match(uncached.stderr(), /EVA_SHORT_BUDGET/);
  assert.equal(api.requests.length, 1);
  writeFileSync(join(root, 'eva.yml'), 'budget: { max_calls: 2 }\n');
  await uncached.watching(2);
  assert.equal(api.requests.length, 3);
});

for (const [how, save] of Object.entries(editors)) {
  test(`a save ${how} is one change`, async (t) => {
    const api = await withApi(t);
    const root = tempLibrary(t, goodPrompt());
    const eva = startWatch(t, ['diff'], { root, url: api.url });
    await eva.watching(1);
    const body = join(root, 'prompts/diff/prompt.xml');
    for (const round of [1, 2]) {
      save(body, `<task>Change {{code}}, version ${round}.</task>\n`);
      await eva.watching(1 + round);
    }
    assert.equal(api.requests.length, 3);
    assert.doesNotMatch(eva.stderr(), /EVA_/);
    assert.equal(rowsIn(root).length, 3);
  });
}

test('a save that changes nothing that is evaluated prints nothing', async (t) => {
  const api = await withApi(t);
  const root = tempLibrary(t, goodPrompt());
  const eva = startWatch(t, ['diff'], { root, url: api.url });
  await eva.watching(1);
  const before = eva.stderr();
  appendFileSync(join(root, 'prompts/diff/eval.yml'), '# a comment\n');
  utimesSync(join(root, 'prompts/diff/prompt.xml'), new Date(), new Date());
  writeFileSync(join(root, 'prompts/diff/notes.txt'), 'a note');
  // a change that follows shows that the watch has seen all this
  await new Promise((resolve) => setTimeout(resolve, 1000));
  writeFileSync(join(root, 'prompts/diff/prompt.xml'), '<task>Now {{code}}.</task>\n');
  await eva.watching(2);
  assert.equal(
    eva
      .stderr()
      .slice(before.length)
      .match(/ changed/g)?.length,
    1,
  );
  assert.equal(api.requests.length, 2);
});

test('a file with a mistake prints its problem, and the watch goes on; a version that was run before is not run again', async (t) => {
  const api = await withApi(t);
  const root = tempLibrary(t, goodPrompt());
  const file = join(root, 'prompts/diff/eval.yml');
  const good = readFileSync(file, 'utf8');
  const eva = startWatch(t, ['diff'], { root, url: api.url });
  await eva.watching(1);
  writeFileSync(file, good.replace('model:', 'modell:'));
  await eva.until('EVA_UNKNOWN_KEY');
  await eva.until('correct diff and save; Ctrl-C ends');
  writeFileSync(file, good);
  await eva.until('diff is as in an earlier run of this watch, which passed: eva report');
  await eva.watching(3);
  writeFileSync(file, good.replace('<diff>', '<none>'));
  await eva.watching(4);
  writeFileSync(file, good);
  await eva.until('diff is as in an earlier run of this watch, which passed: eva report', 2);
  assert.equal(api.requests.length, 1);
  assert.equal(rowsIn(root).length, 2, 'an undone change is no further attempt');
});

test('a missing file that a case names is watched too', async (t) => {
  const api = await withApi(t);
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/eval.yml': evalWith({ first: 'a' }).replace(
      'inputs: { code: "a" }',
      'files: { code: data/code.txt }',
    ),
  });
  const eva = startWatch(t, ['diff'], { root, url: api.url });
  await eva.until('EVA_NO_FILE');
  await eva.watching(1);
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'data/code.txt'), 'x = 1');
  await eva.watching(2);
  assert.equal(api.requests.length, 1);
  writeFileSync(join(root, 'data/code.txt'), 'x = 2');
  await eva.until('data/code.txt changed: 1 of 1 case of diff');
  await eva.watching(3);
  assert.match(JSON.stringify(api.requests[1]?.body), /x = 2/);
});

test('the items of a data set, a check program and its trust are watched', async (t) => {
  const api = await withApi(t);
  const root = tempLibrary(t, {
    ...goodPrompt(),
    'prompts/diff/items.csv': 'code\nx = 1\ny = 1\n',
    'prompts/diff/check.sh': '#!/bin/sh\ncat > /dev/null\nexit 0\n',
    'prompts/diff/eval.yml':
      'defaults: { model: claude-opus-4-7 }\ncases:\n  - name: items\n    dataset: items.csv\n    assert:\n      - command: ["./check.sh"]\n',
  });
  const data = join(root, '..', `data-of-${basename(root)}`);
  t.after(() => rmSync(data, { recursive: true, force: true }));
  const eva = startWatch(t, ['diff', '--allow-underpowered'], { root, url: api.url, env: { XDG_DATA_HOME: data } });
  await eva.until('EVA_NOT_TRUSTED');
  await eva.watching(1);
  const trust = () => runEva(['trust', 'diff', '--yes'], { cwd: root, env: { XDG_DATA_HOME: data } });
  assert.equal((await trust()).exitCode, 0);
  await eva.watching(2);
  assert.equal(api.requests.length, 2);
  appendFileSync(join(root, 'prompts/diff/items.csv'), 'z = 1\n');
  await eva.until('prompts/diff/items.csv changed: 1 of 1 case of diff');
  await eva.watching(3);
  assert.equal(api.requests.length, 3);
  writeFileSync(join(root, 'prompts/diff/check.sh'), '#!/bin/sh\ncat > /dev/null\nexit 1\n');
  await eva.until('EVA_NOT_TRUSTED', 2);
  await eva.watching(4);
  await trust();
  await eva.watching(5);
  assert.equal(api.requests.length, 3);
});

test('only the prompts that a file touches run again, eva.yml touches all, and new prompts are found', async (t) => {
  const api = await withApi(t);
  const other = {
    'prompts/other/meta.yml': goodMeta.replace('id: diff', 'id: other'),
    'prompts/other/prompt.xml': '<task>Another {{code}}.</task>\n',
    'prompts/other/eval.yml': evalWith({ only: 'o' }),
  };
  const root = tempLibrary(t, { ...goodPrompt(), ...other });
  const eva = startWatch(t, ['--yes'], { root, url: api.url });
  await eva.watching(1);
  assert.equal(api.requests.length, 2);
  writeFileSync(join(root, 'prompts/other/prompt.xml'), '<task>Now another {{code}}.</task>\n');
  await eva.watching(2);
  assert.deepEqual(
    rowsIn(root).map(({ id }) => id),
    ['diff', 'other', 'other'],
  );
  writeFileSync(join(root, 'eva.yml'), 'concurrency: 2\nmodell: x\n');
  await eva.until('EVA_UNKNOWN_KEY');
  await eva.until('correct diff, other and save');
  rmSync(join(root, 'eva.yml'));
  await eva.until('is as in an earlier run of this watch', 2);
  mkdirSync(join(root, 'prompts/third'));
  for (const [name, text] of Object.entries(other)) {
    writeFileSync(join(root, name.replace('other', 'third')), text.replace('id: other', 'id: third'));
  }
  await eva.until('of diff, other, third; Ctrl-C ends');
  assert.equal(rowsIn(root).at(-1)?.id, 'third');
});

test('a save during a run stops it, and a run of the saved file follows', async (t) => {
  const never = new Promise(() => {});
  const api = await withApi(t, {
    faults: (_number, { body }) => (JSON.stringify(body).includes('nothing else') ? { until: never } : null),
  });
  const root = tempLibrary(t, goodPrompt());
  const eva = startWatch(t, ['diff'], { root, url: api.url });
  while (api.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  writeFileSync(join(root, 'prompts/diff/prompt.xml'), '<task>Now {{code}}.</task>\n');
  await eva.until('a saved file changes this run: it stops');
  await eva.until('prompts/diff/prompt.xml changed');
  await eva.watching(1);
  assert.equal(api.requests.length, 2);
  assert.equal(rowsIn(root).length, 1, 'the stopped run has no row');
  assert.doesNotMatch(eva.stderr(), /--resume/);
  const attempts = readFileSync(join(root, '.attempts.jsonl'), 'utf8');
  assert.match(attempts, /"outcome":"interrupted"/);
});

test('a save during a round of several prompts is followed by a run of each that it kept from ending', async (t) => {
  const never = new Promise(() => {});
  const api = await withApi(t, { faults: (number) => (number === 0 ? { until: never } : null) });
  const others = ['other', 'third'].flatMap((id) =>
    Object.entries(goodPrompt()).map(([name, text]) => [
      name.replace('diff', id),
      String(text).replace('id: diff', `id: ${id}`),
    ]),
  );
  const files = { ...goodPrompt(), ...Object.fromEntries(others), 'eva.yml': 'concurrency: 1\n' };
  const root = tempLibrary(t, files);
  const eva = startWatch(t, ['*'], { root, url: api.url });
  while (api.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  writeFileSync(join(root, 'prompts/other/prompt.xml'), '<task>Now {{code}}.</task>\n');
  await eva.until('prompts/other/prompt.xml changed');
  await eva.watching(1);
  assert.deepEqual(
    rowsIn(root).map(({ id }) => id),
    ['diff', 'other', 'third'],
  );
  writeFileSync(join(root, 'prompts/other/prompt.xml'), '<task>And now {{code}}.</task>\n');
  await eva.watching(2);
  assert.equal(rowsIn(root).length, 4, 'only what was saved is run again');
});

test('Ctrl-C during a run ends the watch like any run, with the command that resumes', async (t) => {
  const api = await withApi(t, { faults: () => 'hang' });
  const root = tempLibrary(t, goodPrompt());
  const eva = startWatch(t, ['diff'], { root, url: api.url });
  while (api.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const { exitCode } = await eva.end('SIGINT');
  assert.equal(exitCode, 130);
  assert.match(eva.stderr(), /interrupted/);
  assert.doesNotMatch(eva.stderr(), /watching/);
});

test('limits of the command line hold for the whole watch, and end it with 3', async (t) => {
  const api = await withApi(t);
  const root = tempLibrary(t, goodPrompt());
  const eva = startWatch(t, ['diff', '--max-calls', '2'], { root, url: api.url });
  await eva.watching(1);
  for (const round of [1, 2]) {
    writeFileSync(join(root, 'prompts/diff/prompt.xml'), `<task>Change {{code}}, version ${round}.</task>\n`);
    if (round === 1) await eva.watching(2);
  }
  assert.equal(await eva.ended(), 3);
  assert.equal(api.requests.length, 2);
  assert.match(eva.stderr(), /hold for the whole watch/);
});

test('a watch whose reader has gone ends', async (t) => {
  const api = await withApi(t);
  const root = tempLibrary(t, goodPrompt());
  const eva = startWatch(t, ['diff'], { root, url: api.url });
  await eva.watching(1);
  eva.child.stdout?.destroy();
  writeFileSync(join(root, 'prompts/diff/prompt.xml'), '<task>Now {{code}}.</task>\n');
  assert.equal(await eva.ended(), 0);
});

test('an unknown prompt and flags that make no sense with --watch end the command at once', async (t) => {
  const root = tempLibrary(t, goodPrompt());
  const unknown = await runEva(['eval', '--watch', 'dif'], { cwd: root });
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.stderr, /EVA_UNKNOWN_PROMPT/);
  for (const flag of ['--json', '--batch', '--record', '--resume', '--changed', '--shard=1/2']) {
    const { exitCode, stderr } = await runEva(['eval', '--watch', 'diff', flag], { cwd: root });
    assert.equal(exitCode, 2, flag);
    assert.match(stderr, /cannot be used with/);
  }
});

test('variants run side by side again and again', async (t) => {
  const api = await withApi(t);
  const both = evalWith({ only: 'a' }).replace('model: claude-opus-4-7', 'models: [claude-opus-4-7, claude-haiku-4-5]');
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': both });
  const eva = startWatch(t, ['diff'], { root, url: api.url });
  await eva.watching(1);
  writeFileSync(join(root, 'prompts/diff/prompt.xml'), '<task>Now {{code}}.</task>\n');
  await eva.watching(2);
  assert.equal(api.requests.length, 4);
  await eva.until('exit 0', 2);
  assert.match(eva.stdout(), /claude-haiku-4-5|haiku/);
});
