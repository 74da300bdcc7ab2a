import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { runEva } from '../support/run-eva.js';
import { goodMeta, tempLibrary } from '../support/temp-library.js';

const gitEnv = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b.c',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b.c',
};
const gitIn = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd,
    env: gitEnv,
    encoding: 'utf8',
    stdio: 'pipe',
  });

const plainEval = (check = 'good') => `defaults: { model: claude-opus-4-7 }
cases:
  - { name: happy, inputs: { code: x }, assert: [ { contains: ${check} } ], rubric: Is it good? }
`;

const base = 'library';

/** Files of a library in the folder `library` of a repository: `all` has all kinds of files, `plain` and `zebra` few. */
const files: Readonly<Record<string, string>> = {
  'library/eva.yml': 'defaults: { judge: { model: claude-haiku-4-5 } }\n',
  'library/prompts/all/meta.yml': goodMeta.replace('id: diff', 'id: all'),
  'library/prompts/all/prompt.md': 'all: {{code}}\n',
  'library/prompts/all/eval.yml': `defaults: { model: claude-opus-4-7 }
cases:
  - name: happy
    inputs: { code: x }
    assert:
      - contains: good
      - command: [ python3, check.py ]
      - command: [ python3, ../../../tools/outer check.py ]
      - module: checks.mjs#isGood
    rubric: Is it good?
  - name: long
    files: { code: "long text.txt" }
    assert: [ contains: good ]
  - name: items
    dataset: { file: items.jsonl, inputs: { code: text } }
    assert: [ contains: good ]
`,
  'library/prompts/all/items.jsonl': '{"text":"a"}\n{"text":"b"}\n',
  'library/prompts/all/check.py': 'print(1)\n',
  'library/prompts/all/checks.mjs':
    "import { word } from '../../shared/word.mjs';\nexport const isGood = (text) => text.includes(word);\n",
  'library/prompts/all/long text.txt': 'very long\n',
  'library/shared/word.mjs': "export const word = 'good';\n",
  'tools/outer check.py': 'print(2)\n',
  'library/prompts/plain/meta.yml': goodMeta.replace('id: diff', 'id: plain'),
  'library/prompts/plain/prompt.md': 'plain: {{code}}\n',
  'library/prompts/plain/eval.yml': plainEval(),
  "library/prompts/zebra's ü/meta.yml": goodMeta.replace('id: diff', 'id: "zebra\'s ü"'),
  "library/prompts/zebra's ü/prompt.md": 'zebra: {{code}}\n',
  "library/prompts/zebra's ü/eval.yml": 'cases_of: plain\ndefaults: { model: claude-opus-4-7 }\n',
};

function repository(t: TestContext, content = files) {
  const top = tempLibrary(t, content);
  gitIn(top, 'init', '-q', '-b', 'main');
  gitIn(top, 'add', '-A');
  gitIn(top, 'commit', '-q', '-m', 'first');
  return { top, root: join(top, base), ...world(top) };
}

/** Returns functions that work in a clone. `changed` returns the ids that `eva eval --changed` plans to evaluate. */
function world(top: string, env: Readonly<Record<string, string>> = {}) {
  const root = join(top, base);
  const eva = (...args: string[]) =>
    runEva(['eval', ...args, '--replay', '--trust', '--allow-underpowered'], { cwd: root, env });
  const changed = async (...args: string[]) => {
    const { stdout, stderr, exitCode } = await eva('--changed', ...args);
    if (/^no prompt differs from /.test(stdout)) {
      assert.equal(exitCode, 0, stderr);
      return [];
    }
    const [, ids] = /differs? from [^:]*:\s([\s\S]*?)\n\d+ prompt/.exec(stderr) ?? [];
    assert.ok(ids !== undefined, stdout + stderr);
    return ids.replaceAll('\n', ' ').split(', ');
  };
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const git = (...args: string[]) => gitIn(top, ...args);
  return { eva, changed, write, git };
}

const home = process.cwd();

const everything = ['all', 'plain', "zebra's ü"];

/** Edits, and the prompts whose evidence they change. */
const edits: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['the body', 'prompts/plain/prompt.md', 'other: {{code}}\n', ['plain']],
  ['a check', 'prompts/plain/eval.yml', plainEval('great'), ['plain', "zebra's ü"]],
  ['a rubric', 'prompts/plain/eval.yml', plainEval().replace('Is it good', 'Is it great'), ['plain', "zebra's ü"]],
  [
    'a comment and the order of keys',
    'prompts/plain/eval.yml',
    `# New\n${plainEval().replace(/(name: happy), (inputs: \{ code: x \})/, '$2, $1')}`,
    [],
  ],
  ['a check program', 'prompts/all/check.py', 'print(3)\n', ['all']],
  ['a check program outside of the library', '../tools/outer check.py', 'print(3)\n', ['all']],
  ['a module', 'prompts/all/checks.mjs', 'export const isGood = () => true;\n', ['all']],
  ['a module that a module imports', 'shared/word.mjs', "export const word = 'great';\n", ['all']],
  ['a file of an input', 'prompts/all/long text.txt', 'longer\n', ['all']],
  ['a data set', 'prompts/all/items.jsonl', '{"text":"a"}\n{"text":"c"}\n', ['all']],
  ['the form of a data set', 'prompts/all/items.jsonl', '{ "text": "a" }\n\n{ "text": "b" }\n', []],
  ['the judge', 'eva.yml', 'defaults: { judge: { model: claude-sonnet-4-5 } }\n', everything],
  ['a rate limit', 'eva.yml', 'concurrency: 3\ndefaults: { judge: { model: claude-haiku-4-5 } }\n', []],
  ['a file that nothing names', 'prompts/plain/notes.md', 'hello\n', []],
  ['the title', 'prompts/plain/meta.yml', goodMeta.replace('id: diff', 'id: plain').replace('Surgical', 'Other'), []],
];

for (const [what, path, text, ids] of edits) {
  test(`an edit of ${what} selects ${ids.join(', ') || 'nothing'}`, async (t) => {
    const { changed, write } = repository(t);
    write(path, text);
    assert.deepEqual(await changed('HEAD'), ids);
  });
}

test('nothing differs without an edit: exit code 0, no row, and [] with --json', async (t) => {
  const { root, eva, changed } = repository(t);
  assert.deepEqual(await changed(), []);
  const { stdout, stderr, exitCode } = await eva('--changed', '--json');
  assert.deepEqual([stdout, exitCode], ['[]\n', 0]);
  assert.match(stderr, /^no prompt differs from HEAD \(\w{7}\)\n$/);
  assert.ok(!existsSync(join(root, '.eval.jsonl')));
});

test('new prompts count, deleted ones do not, and named ones are intersected', async (t) => {
  const { root, changed, write, eva } = repository(t);
  write('prompts/new/prompt.md', 'new: {{code}}\n');
  write('prompts/new/meta.yml', goodMeta.replace('id: diff', 'id: new'));
  write('prompts/new/eval.yml', plainEval());
  write('prompts/plain/prompt.md', 'other: {{code}}\n');
  rmSync(join(root, 'prompts/all'), { recursive: true });
  assert.deepEqual(await changed('HEAD'), ['new', 'plain']);
  const { stderr } = await eva('n*', '--changed', 'HEAD');
  assert.match(stderr, /1 of 1 prompt differs from HEAD \(.*\):\s+new/);
});

for (const isByProcess of [false, true]) {
  test(`a prompt with a program of the repository counts as changed: at ${isByProcess ? '/proc/self/cwd' : 'its absolute path'}`, async (t) => {
    const { changed, write, git, top } = repository(t);
    const program = join(isByProcess ? '/proc/self/cwd' : top, 'tools/outer check.py');
    const checked = (words: string) => plainEval().replace('{ contains: good }', `{ command: [ ${words} ] }`);
    write('prompts/plain/eval.yml', checked(`python3, ${JSON.stringify(program)}`));
    git('commit', '-q', '-a', '-m', 'absolute');
    process.chdir(top);
    t.after(() => process.chdir(home));
    assert.deepEqual(await changed('HEAD'), ['plain', "zebra's ü"]);
    write('prompts/plain/eval.yml', checked('"true"'));
    git('commit', '-q', '-a', '-m', 'none');
    assert.deepEqual(await changed('HEAD'), []);
  });
}

test('a prompt that cannot be read at the ref counts as changed', async (t) => {
  const { changed, write } = repository(t, { ...files, 'library/prompts/plain/eval.yml': 'cases: 5\n' });
  write('prompts/plain/eval.yml', plainEval());
  assert.deepEqual(await changed('HEAD'), ['plain', "zebra's ü"]);
});

test('the default ref is the merge base with the default branch of origin, and eva says so', async (t) => {
  const origin = repository(t);
  const clone = mkdtempSync(join(tmpdir(), 'eva-clone-'));
  t.after(() => rmSync(clone, { recursive: true, force: true }));
  gitIn(clone, 'clone', '-q', `file://${origin.top}`, '.');
  const { write, git, changed, eva } = world(clone);
  git('switch', '-q', '-c', 'feature');
  write('prompts/plain/prompt.md', 'other: {{code}}\n');
  git('commit', '-q', '-a', '-m', 'second');
  assert.deepEqual(await changed(), ['plain']);
  assert.deepEqual(await changed('HEAD'), []);
  assert.match((await eva('--changed')).stderr, /the merge base with origin\/main \([0-9a-f]{7}\)/);
});

test('a shallow clone without the ref gets the command that fetches it, and it works', async (t) => {
  const origin = repository(t);
  origin.git('switch', '-q', '-c', 'feature');
  origin.write('prompts/plain/prompt.md', 'other: {{code}}\n');
  origin.git('commit', '-q', '-a', '-m', 'second');
  const clone = mkdtempSync(join(tmpdir(), 'eva-clone-'));
  t.after(() => rmSync(clone, { recursive: true, force: true }));
  gitIn(clone, 'clone', '-q', '--depth', '1', '--branch', 'feature', `file://${origin.top}`, '.');
  const { eva, changed } = world(clone);
  const { exitCode, stderr } = await eva('--changed', 'origin/main');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_GIT/);
  const [fetch = ''] = /git fetch \S+ origin \S+/.exec(stderr.replace(/\s+/g, ' ')) ?? [];
  gitIn(clone, ...fetch.split(' ').slice(1));
  assert.deepEqual(await changed('origin/main'), ['plain']);
});

const failures: readonly (readonly [string, (top: string) => void, readonly string[], string])[] = [
  ['there is no repository', (top) => rmSync(join(top, '.git'), { recursive: true }), [], 'no_repository'],
  ['the ref is unknown', () => {}, ['nowhere'], 'unknown_ref'],
  ['the branch of origin is unknown', () => {}, ['origin/nowhere'], 'unknown_ref'],
  ['the ref is an option', () => {}, ['--changed=--output=x'], 'bad_ref'],
  ['the ref is empty', () => {}, ['--changed='], 'bad_ref'],
  ['the ref has a control character', () => {}, ['a\u001bb'], 'bad_ref'],
  ['the ref is a range', () => {}, ['HEAD..HEAD'], 'unknown_ref'],
  ['the ref is a prompt', () => {}, ['plain'], 'prompt_as_ref'],
];
for (const [what, change, args, variant] of failures) {
  test(`it is an error if ${what}`, async (t) => {
    const { top, eva } = repository(t);
    change(top);
    const words = args[0]?.startsWith('--changed') ? args : ['--changed', ...args];
    const { exitCode, stderr } = await eva(...words);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, /EVA_GIT$/m, variant);
  });
}

test('without git, and without a commit, there is a message', async (t) => {
  const { top, root } = repository(t);
  const bare = await runEva(['eval', '--changed'], { cwd: root, env: { PATH: '/nonexistent' } });
  assert.equal(bare.exitCode, 2);
  assert.match(bare.stderr, /no git program/);
  rmSync(join(top, '.git'), { recursive: true });
  gitIn(top, 'init', '-q');
  const { stderr } = await runEva(['eval', '--changed'], { cwd: root });
  assert.match(stderr, /no commit yet/);
});

test('a submodule with prompts is an error', async (t) => {
  const other = repository(t, { 'a.txt': 'a' });
  const { git, eva } = repository(t);
  git('submodule', '--quiet', 'add', `file://${other.top}`, 'library/prompts/sub');
  git('commit', '-q', '-m', 'sub');
  assert.match((await eva('--changed', 'HEAD')).stderr, /submodule[\s\S]*EVA_GIT/);
});

test('nothing that the configuration of a repository or the environment names is started', async (t) => {
  const { top, root, git, write } = repository(t, { ...files, '.gitattributes': '* filter=evil diff=evil\n' });
  const mark = join(top, 'started');
  const evil = `touch ${mark}; cat`;
  for (const [key, value] of Object.entries({
    'core.fsmonitor': evil,
    'core.pager': evil,
    'core.sshCommand': evil,
    'core.alternateRefsCommand': evil,
    'diff.external': evil,
    'diff.evil.textconv': evil,
    'diff.evil.command': evil,
    'filter.evil.smudge': evil,
    'filter.evil.clean': evil,
    'filter.evil.process': evil,
    'filter.evil.required': 'true',
    'alias.rev-parse': `!${evil}`,
    'alias.cat-file': `!${evil}`,
    'pager.ls-tree': evil,
    'core.hooksPath': join(top, 'hooks'),
    'extensions.partialClone': 'origin',
    'remote.origin.url': `ext::sh -c "${evil}"`,
    'remote.origin.promisor': 'true',
    'remote.origin.uploadpack': evil,
    'protocol.ext.allow': 'always',
    'credential.helper': `!${evil}`,
  }))
    git('config', key, value);
  rmSync(mark, { force: true });
  write('prompts/plain/prompt.md', 'other: {{code}}\n');
  const env = { GIT_EXTERNAL_DIFF: evil, GIT_PAGER: evil, GIT_DIR: '/nonexistent', GIT_SSH_COMMAND: evil, PAGER: evil };
  const { stderr } = await runEva(['eval', '--changed', 'HEAD', '--replay', '--trust'], { cwd: root, env });
  assert.match(stderr, /1 of 3 prompts differs from HEAD/);
  const object = git('rev-parse', 'HEAD:library/prompts/plain/prompt.md').trim();
  rmSync(join(top, '.git/objects', object.slice(0, 2), object.slice(2)));
  const partial = await runEva(['eval', '--changed', 'HEAD', '--replay', '--trust'], { cwd: root, env });
  assert.equal(partial.exitCode, 2);
  assert.match(partial.stderr, /partial[\s\S]*EVA_GIT/);
  assert.ok(!existsSync(mark), 'a program of the configuration was started');
});

test('links of a commit lead nowhere outside, and the copy is always removed', async (t) => {
  const { TMPDIR } = process.env;
  const own = tempLibrary(t, {});
  t.after(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  });
  const { root, git, changed, eva } = repository(t);
  symlinkSync('/etc', join(root, 'prompts/out'));
  symlinkSync('../../../../../../../../etc/hosts', join(root, 'prompts/plain/up.txt'));
  symlinkSync('plain', join(root, 'prompts/linked'));
  git('add', '-A');
  git('commit', '-q', '-m', 'links');
  process.env['TMPDIR'] = own;
  assert.deepEqual(await changed('HEAD', 'plain'), []);
  assert.match((await eva('linked', '--changed', 'HEAD')).stderr, /differs from HEAD[\s\S]*EVA_ID_MISMATCH/);
  assert.equal((await eva('--changed', 'HEAD~9')).exitCode, 2);
  assert.deepEqual(readdirSync(own), []);
});
