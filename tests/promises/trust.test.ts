import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import { runEva } from '../support/run-eva.js';
import { type Files, goodEval, tempLibrary } from '../support/temp-library.js';
import { type OpenLibrary, openLibrary } from './open-library.js';

const script = '#!/bin/sh\ncat >/dev/null\necho ran >> "$EVA_SENTINEL"\necho "<diff>"\n';
const evalWith = (check: string) => goodEval.replace('contains: "<diff>"', check);

/** Something that must not happen before it is trusted. */
interface Danger {
  readonly what: string;
  readonly files: (url: string) => Files;
  /** Changes that must revoke trust: file, what stands there, what takes its place. */
  readonly edits: readonly (readonly [file: string, from: string, to: string])[];
}

const dangers: readonly Danger[] = [
  {
    what: 'a command check',
    files: () => ({ 'prompts/diff/check.sh': script, 'prompts/diff/eval.yml': evalWith('command: ["./check.sh"]') }),
    edits: [
      ['prompts/diff/check.sh', 'echo ran', 'echo  ran'],
      ['prompts/diff/eval.yml', '"./check.sh"', '"./check.sh", "-x"'],
    ],
  },
  {
    what: 'a check that an interpreter runs',
    files: () => ({ 'prompts/diff/check.sh': script, 'prompts/diff/eval.yml': evalWith('command: [sh, check.sh]') }),
    edits: [['prompts/diff/check.sh', 'echo ran', 'echo  ran']],
  },
  {
    what: 'a command provider',
    files: () => ({
      'answer.sh': script,
      'eva.yml': 'providers: { mine: { type: command, command: [./answer.sh] } }\n',
      'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'command:mine'),
    }),
    edits: [
      ['answer.sh', 'echo ran', 'echo  ran'],
      ['eva.yml', './answer.sh', './answer.sh, -x'],
    ],
  },
  {
    what: 'a server elsewhere',
    // A name of this machine which does not say so: to eva it is a server like any other.
    files: (url) => ({
      'eva.yml': `providers: { far: { type: openai, base_url: "${url.replace('127.0.0.1', '0.0.0.0')}/v1", api_key_env: FAR } }\n`,
      'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'far:gpt'),
    }),
    edits: [
      ['eva.yml', '/v1"', '/v2"'],
      ['eva.yml', 'FAR', 'ANTHROPIC_API_KEY'],
    ],
  },
];

/** A name that eva.yml gives to a variable of the user, whatever it was made for. */
const otherKey: Danger = {
  what: 'a key for a server on this machine',
  files: (url) => ({
    'eva.yml': `providers: { near: { type: openai, base_url: "${url}/v1", api_key_env: NEAR } }\n`,
    'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'near:gpt'),
  }),
  edits: [['eva.yml', 'NEAR', 'GITHUB_TOKEN']],
};

interface Watched extends OpenLibrary {
  /** True if it happened since the last time this was asked. */
  readonly happened: () => boolean;
  readonly dataHome: string;
  readonly trustFile: string;
  readonly edit: (file: string, from: string, to: string) => void;
}

async function watch(t: TestContext, { files }: Pick<Danger, 'files'>): Promise<Watched> {
  const server = await startFakeChatApi({ answer: () => '<diff>' });
  t.after(() => server.close());
  const outside = tempLibrary(t, {});
  const [sentinel, dataHome] = [join(outside, 'ran'), join(outside, 'data')];
  const env = { EVA_SENTINEL: sentinel, XDG_DATA_HOME: dataHome };
  const library = await openLibrary(t, { files: files(server.url), env });
  let seen = 0;
  return {
    ...library,
    dataHome,
    trustFile: join(dataHome, 'eva/trust.json'),
    happened: () => {
      const count = server.requests.length + (existsSync(sentinel) ? readFileSync(sentinel).length : 0);
      const isMore = count > seen;
      seen = count;
      return isMore;
    },
    edit: (file, from, to) => {
      const text = readFileSync(join(library.root, file), 'utf8');
      assert.ok(text.includes(from), `${file} holds ${from}`);
      writeFileSync(join(library.root, file), text.replace(from, to));
    },
  };
}

async function assertRefused({ eva, happened }: Watched, code = 'EVA_NOT_TRUSTED'): Promise<void> {
  for (const more of [[], ['--case', 'happy'], ['--json']]) {
    const { exitCode, stderr } = await eva('eval', 'diff', ...more);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, new RegExp(code));
    assert.equal(happened(), false);
  }
}

async function assertRuns({ eva, happened }: Watched, ...more: readonly string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await eva('eval', 'diff', ...more);
  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(happened(), true);
}

for (const danger of [...dangers, otherKey]) {
  test(`${danger.what} does nothing before it is trusted`, async (t) => {
    const library = await watch(t, danger);
    await assertRefused(library);
    assert.equal(existsSync(join(library.root, '.eva')), false, 'not even a folder is made');
  });

  test(`${danger.what} is let through by --trust for one run alone`, async (t) => {
    const library = await watch(t, danger);
    await assertRuns(library, '--trust');
    assert.equal(existsSync(library.dataHome), false, 'nothing is recorded');
    await assertRefused(library);
  });

  test(`${danger.what} runs once it is trusted, and doctor, promote and trust never run it`, async (t) => {
    const library = await watch(t, danger);
    for (const args of [
      ['doctor'],
      ['promote', 'diff'],
      ['promote', 'diff', '--force'],
      ['trust', '--yes'],
      ['trust'],
    ]) {
      const { exitCode } = await library.eva(...args);
      assert.ok(exitCode === 0 || exitCode === 1, args.join(' '));
      assert.equal(library.happened(), false, args.join(' '));
    }
    await assertRuns(library);
    for (const args of [
      ['doctor', '--strict'],
      ['promote', 'diff', '--check'],
      ['trust', 'diff'],
    ]) {
      await library.eva(...args);
      assert.equal(library.happened(), false, args.join(' '));
    }
  });

  test(`${danger.what} is trusted in one library: a copy of it elsewhere has no trust`, async (t) => {
    const library = await watch(t, danger);
    await library.eva('trust', '--yes');
    const copy = join(library.dataHome, 'copy');
    cpSync(library.root, copy, { recursive: true });
    const { exitCode, stderr } = await runEva(['eval', 'diff'], { cwd: copy, env: library.env });
    assert.equal(exitCode, 2);
    assert.match(stderr, /EVA_NOT_TRUSTED/);
  });

  for (const [file, from, to] of danger.edits) {
    test(`${danger.what} is trusted no more when ${file} says ${to}`, async (t) => {
      const library = await watch(t, danger);
      await library.eva('trust', '--yes');
      await assertRuns(library);
      library.edit(file, from, to);
      await assertRefused(library);
      library.edit(file, to, from);
      await assertRuns(library);
    });
  }
}

const [check] = dangers as readonly [Danger];

test('a check needs trust in a replay too, since it runs there', async (t) => {
  const library = await watch(t, check);
  await assertRuns(library, '--trust', '--record');
  const { exitCode, stderr } = await library.eva('eval', 'diff', '--replay');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_NOT_TRUSTED/);
  assert.equal(library.happened(), false);
});

for (const danger of [...dangers.slice(2), otherKey]) {
  test(`${danger.what} needs no trust in a replay, where it is not used`, async (t) => {
    const library = await watch(t, danger);
    await assertRuns(library, '--trust', '--record');
    const { exitCode, stderr } = await library.eva('eval', 'diff', '--replay');
    assert.equal(exitCode, 0, stderr);
    assert.equal(library.happened(), false);
  });
}

test('eva trust needs an answer: without a terminal and without --yes it exits 2 and records nothing', async (t) => {
  const library = await watch(t, check);
  const { exitCode, stdout, stderr } = await library.eva('trust');
  assert.equal(exitCode, 2);
  assert.match(stdout, /check\.sh/);
  assert.match(stderr, /EVA_TRUST_UNANSWERED/);
  assert.equal(existsSync(library.dataHome), false);
});

test('what is trusted is recorded for the user alone', async (t) => {
  const library = await watch(t, check);
  assert.equal((await library.eva('trust', '--yes')).exitCode, 0);
  assert.equal(statSync(library.trustFile).mode & 0o777, 0o600);
  chmodSync(library.trustFile, 0o620);
  await assertRefused(library, 'EVA_TRUST_FILE');
});

/** The file that would trust the library's programs, if it lay where it counts. */
async function grantOf(library: Watched): Promise<string> {
  await library.eva('trust', '--yes');
  const text = readFileSync(library.trustFile, 'utf8');
  rmSync(library.dataHome, { recursive: true });
  return text;
}

function put(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
}

test('no file of the library grants trust, wherever it lies', async (t) => {
  const library = await watch(t, check);
  const grant = await grantOf(library);
  for (const place of [
    '.eva/trust.json',
    'trust.json',
    'eva/trust.json',
    '.local/share/eva/trust.json',
    'prompts/diff/trust.json',
  ]) {
    put(join(library.root, place), grant);
  }
  put(join(library.root, '.env'), `XDG_DATA_HOME=${library.root}\n`);
  await assertRefused(library);
});

const insides: readonly (readonly [string, (library: Watched) => Record<string, string>])[] = [
  ['XDG_DATA_HOME is the library', ({ root }) => ({ XDG_DATA_HOME: root })],
  ['XDG_DATA_HOME lies in the library', ({ root }) => ({ XDG_DATA_HOME: join(root, '.local/share') })],
  ['XDG_DATA_HOME is a link into the library', ({ dataHome }) => ({ XDG_DATA_HOME: join(dataHome, 'link') })],
  ['the library is the home directory', ({ root }) => ({ XDG_DATA_HOME: '', HOME: root })],
];

for (const [what, envOf] of insides) {
  test(`trust is refused where ${what}`, async (t) => {
    const library = await watch(t, check);
    const grant = await grantOf(library);
    for (const place of ['eva/trust.json', '.local/share/eva/trust.json']) put(join(library.root, place), grant);
    mkdirSync(library.dataHome, { recursive: true });
    symlinkSync(library.root, join(library.dataHome, 'link'));
    const env = { ...library.env, ...envOf(library) };
    for (const args of [['eval', 'diff'], ['trust', '--yes'], ['trust']]) {
      const { exitCode, stderr } = await runEva(args, { cwd: library.root, env });
      assert.equal(exitCode, 2, stderr);
      assert.match(stderr, /EVA_TRUST_INSIDE/);
    }
    assert.equal(library.happened(), false);
  });
}

test('eva.yml has no word for trust', async (t) => {
  const library = await watch(t, check);
  writeFileSync(join(library.root, 'eva.yml'), 'trust: true\n');
  await assertRefused(library, 'EVA_UNKNOWN_KEY');
});

const linked: Pick<Danger, 'files'> = {
  files: (url) => ({
    ...check.files(url),
    'prompts/diff/check.sh': null,
    'prompts/diff/run': { link: '../../tools/one.sh' },
    'prompts/diff/eval.yml': evalWith('command: ["./run"]'),
    'tools/one.sh': script,
    'tools/two.sh': script,
  }),
};

test('a linked program is bound to where the link leads and to the bytes there', async (t) => {
  const library = await watch(t, linked);
  await library.eva('trust', '--yes');
  await assertRuns(library);
  library.edit('tools/one.sh', 'echo ran', 'echo  ran');
  await assertRefused(library);
  library.edit('tools/one.sh', 'echo  ran', 'echo ran');
  await assertRuns(library);
  const link = join(library.root, 'prompts/diff/run');
  rmSync(link);
  symlinkSync('../../tools/two.sh', link);
  await assertRefused(library);
});
