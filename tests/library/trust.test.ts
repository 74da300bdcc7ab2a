import assert from 'node:assert/strict';
import { chmodSync, cpSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { casePrograms, type NamedProgram } from '#library/programs.js';
import { isTrusted, openTrust, recordTrust, type User, untrustedOf } from '#library/trust.js';
import { errorOf, problemOf } from '../support/error-of.js';
import { gitIn } from '../support/git-library.js';
import { caseWith } from '../support/prompt.js';
import { tempLibrary } from '../support/temp-library.js';

const now = new Date('2026-11-21T22:30:15.000Z');

/** Returns the user who runs the tests, with this data directory. */
const userOf = (dataDir: string): User => ({ dataDir, uid: process.getuid?.() });

interface Setting {
  readonly root: string;
  readonly dataDir: string;
  /** Reads the programs from the disk. */
  readonly programs: (argv?: readonly string[]) => readonly NamedProgram[];
  readonly trusted: (argv?: readonly string[]) => boolean;
}

function setting(t: TestContext): Setting {
  const root = tempLibrary(t, { 'prompts/diff/check.sh': 'exit 0\n' });
  const dataDir = join(tempLibrary(t, {}), 'eva');
  const programs = (argv: readonly string[] = ['sh', 'check.sh']) => programsIn(root, argv);
  const trusted = (argv?: readonly string[]) => {
    const store = openTrust(userOf(dataDir), root);
    return programs(argv).every((program) => isTrusted(store, root, program));
  };
  return { root, dataDir, programs, trusted };
}

function programsIn(root: string, argv: readonly string[]): readonly NamedProgram[] {
  const cases = [caseWith('one', [{ op: 'command', value: argv }])];
  return casePrograms(join(root, 'prompts/diff'), cases);
}

function trustAll({ root, dataDir, programs }: Setting): void {
  recordTrust(openTrust(userOf(dataDir), root), root, programs(), now);
}

test('a program is trusted from the moment that a person trusts it', (t) => {
  const here = setting(t);
  assert.equal(here.trusted(), false);
  trustAll(here);
  assert.equal(here.trusted(), true);
});

test('the returned store includes the new grants', (t) => {
  const { root, dataDir, programs } = setting(t);
  const [program] = programs();
  assert.ok(program);
  assert.equal(isTrusted(recordTrust(openTrust(userOf(dataDir), root), root, [program], now), root, program), true);
});

test('a changed byte of a program removes its trust, and changing it back restores it', (t) => {
  const here = setting(t);
  trustAll(here);
  const path = join(here.root, 'prompts/diff/check.sh');
  writeFileSync(path, 'exit 1\n');
  assert.equal(here.trusted(), false);
  writeFileSync(path, 'exit 0\n');
  assert.equal(here.trusted(), true);
});

test('another argument makes another program', (t) => {
  const here = setting(t);
  trustAll(here);
  assert.equal(here.trusted(['sh', 'check.sh', '-x']), false);
  assert.equal(here.trusted(['sh check.sh']), false);
});

test('a new file that an argument names removes the trust', (t) => {
  const here = setting(t);
  trustAll(here);
  writeFileSync(join(here.root, 'prompts/diff/sh'), '');
  assert.equal(here.trusted(), false);
});

test('a file replaced by a link to a file with the same bytes is another file', (t) => {
  const here = setting(t);
  trustAll(here);
  const elsewhere = tempLibrary(t, { 'check.sh': 'exit 0\n' });
  rmSync(join(here.root, 'prompts/diff/check.sh'));
  symlinkSync(join(elsewhere, 'check.sh'), join(here.root, 'prompts/diff/check.sh'));
  assert.equal(here.trusted(), false);
});

test('a copy of a trusted library is not trusted', (t) => {
  const here = setting(t);
  trustAll(here);
  const copy = tempLibrary(t, {});
  cpSync(here.root, copy, { recursive: true });
  const store = openTrust(userOf(here.dataDir), copy);
  assert.equal(
    programsIn(copy, ['sh', 'check.sh']).some((program) => isTrusted(store, copy, program)),
    false,
  );
});

test('the same command line of another prompt is another program, since it runs in another folder', (t) => {
  const root = tempLibrary(t, { 'prompts/diff/Makefile': 'all:\n', 'prompts/other/Makefile': 'all:\n\trm -rf /\n' });
  const dataDir = join(tempLibrary(t, {}), 'eva');
  const cases = [caseWith('one', [{ op: 'command', value: ['make', '-s'] }])];
  const [diff, other] = ['diff', 'other'].map((id) => casePrograms(join(root, 'prompts', id), cases));
  assert.ok(diff && other);
  const store = recordTrust(openTrust(userOf(dataDir), root), root, diff, now);
  assert.deepEqual(untrustedOf(diff, root, store), []);
  assert.deepEqual(untrustedOf(other, root, store), other);
});

test('a trusted check is not trusted as a provider', (t) => {
  const here = setting(t);
  trustAll(here);
  const store = openTrust(userOf(here.dataDir), here.root);
  const [check] = here.programs();
  assert.ok(check && check.kind === 'check');
  assert.equal(isTrusted(store, here.root, { ...check, kind: 'provider' }), false);
});

test('trust in an application covers its variables, and no further one', (t) => {
  const { root, dataDir } = setting(t);
  const app = {
    kind: 'app',
    name: 'log in',
    argv: ['sh', 'check.sh'],
    env: ['BOT_KEY'],
    cwd: root,
    files: [],
  } as const;
  const store = recordTrust(openTrust(userOf(dataDir), root), root, [app], now);
  assert.equal(isTrusted(store, root, { ...app, name: 'another scenario' }), true);
  assert.equal(isTrusted(store, root, { ...app, env: ['BOT_KEY', 'GITHUB_TOKEN'] }), false);
  assert.equal(isTrusted(store, root, { ...app, env: [] }), false);
});

test('trust in a server covers its address and the name of its key', (t) => {
  const { root, dataDir } = setting(t);
  const server = {
    kind: 'base_url',
    name: 'gw',
    type: 'openai',
    url: 'https://gw.example',
    api_key_env: 'GW_KEY',
    sends: 'the value of GW_KEY',
    cwd: root,
    files: [],
  } as const;
  const store = recordTrust(openTrust(userOf(dataDir), root), root, [server], now);
  assert.equal(isTrusted(store, root, server), true);
  assert.equal(isTrusted(store, root, { ...server, url: 'https://gw.example.evil' }), false);
  assert.equal(isTrusted(store, root, { ...server, api_key_env: 'AWS_SECRET_ACCESS_KEY' }), false);
  assert.equal(isTrusted(store, root, { ...server, api_key_env: null }), false);
  assert.equal(isTrusted(store, root, { ...server, sends: 'in other words' }), true);
});

const serverWithKey = {
  kind: 'base_url',
  name: 'gw',
  type: 'openai',
  api_key_env: 'GW_KEY',
  sends: 'the value of GW_KEY',
  files: [],
} as const;

test('trust in a key for one server type does not cover another type', (t) => {
  const { root, dataDir } = setting(t);
  const key = { ...serverWithKey, cwd: root } as const;
  const store = recordTrust(openTrust(userOf(dataDir), root), root, [key], now);
  assert.equal(isTrusted(store, root, key), true);
  assert.equal(isTrusted(store, root, { ...key, type: 'anthropic' }), false);
  assert.equal(isTrusted(store, root, { ...key, url: 'https://gw.example' }), false);
});

test('a program that names an unreadable file is not trusted and cannot be', (t) => {
  const { root, dataDir, programs } = setting(t);
  const [program] = programs();
  assert.ok(program);
  const odd = { ...program, files: [{ path: '/giant', sha256: 'unreadable' }] };
  assert.deepEqual(
    problemOf(() => recordTrust(openTrust(userOf(dataDir), root), root, [odd], now)),
    { code: 'EVA_UNTRUSTABLE', message: 'check "one" names a file that cannot be read: /giant' },
  );
});

test('only its owner can read trust, and it describes what was trusted', (t) => {
  const here = setting(t);
  trustAll(here);
  const file = join(here.dataDir, 'trust.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(here.dataDir).mode & 0o777, 0o700);
  const { version, trusted } = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(version, 1);
  assert.deepEqual(Object.values(trusted), [
    { library: here.root, kind: 'check', what: ['sh', 'check.sh'], ts: '2026-11-21T22:30:15.000Z' },
  ]);
});

test('the grant of a server shows its address, or the name of the key if there is none', (t) => {
  const { root, dataDir } = setting(t);
  const key = { ...serverWithKey, cwd: root } as const;
  const url = { ...key, url: 'https://gw.example' };
  recordTrust(openTrust(userOf(dataDir), root), root, [key, url], now);
  const { trusted } = JSON.parse(readFileSync(join(dataDir, 'trust.json'), 'utf8'));
  assert.deepEqual(
    Object.values(trusted as Record<string, { what: unknown }>).map(({ what }) => what),
    ['GW_KEY', 'https://gw.example'],
  );
});

test('new grants are added to existing ones', (t) => {
  const here = setting(t);
  const { root, dataDir } = here;
  const early = openTrust(userOf(dataDir), root);
  recordTrust(openTrust(userOf(dataDir), root), root, here.programs(), now);
  recordTrust(early, root, here.programs(['other']), now);
  assert.equal(here.trusted(), true);
  assert.equal(here.trusted(['other']), true);
});

test('a data directory inside the library is refused, since a library must not trust itself', (t) => {
  const { root } = setting(t);
  const outside = tempLibrary(t, { 'data-home': { link: root }, 'by-another-name': { link: root } });
  const inside = [join(root, 'data', 'eva'), join(root, '.eva'), root, join(outside, 'data-home', 'eva')];
  for (const dataDir of inside) {
    const said = errorOf(() => openTrust(userOf(dataDir), root));
    assert.equal(said.code, 'EVA_TRUST_INSIDE');
    assert.equal(said.exitCode, 2);
  }
  const linked = errorOf(() => openTrust(userOf(join(root, 'data', 'eva')), join(outside, 'by-another-name')));
  assert.equal(linked.code, 'EVA_TRUST_INSIDE');
});

const damaged: Readonly<Record<string, string>> = {
  nothing: '',
  'half a document': '{"version": 1, "trusted": {',
  'a list': '[]',
  'a document without trust': '{}',
  'trust as a list': '{"trusted": []}',
};

for (const [what, text] of Object.entries(damaged)) {
  test(`a trust file that holds ${what} is refused and not overwritten`, (t) => {
    const here = setting(t);
    trustAll(here);
    const file = join(here.dataDir, 'trust.json');
    writeFileSync(file, text);
    assert.deepEqual(
      problemOf(() => openTrust(userOf(here.dataDir), here.root)),
      { code: 'EVA_TRUST_FILE', variant: 'damaged', message: `eva does not use ${file}: it is damaged` },
    );
    assert.equal(readFileSync(file, 'utf8'), text);
  });
}

test('a trust file that the group or others may write is refused', (t) => {
  const here = setting(t);
  trustAll(here);
  const file = join(here.dataDir, 'trust.json');
  for (const mode of [0o620, 0o602]) {
    chmodSync(file, mode);
    assert.deepEqual(
      problemOf(() => openTrust(userOf(here.dataDir), here.root)),
      { code: 'EVA_TRUST_FILE', variant: 'writable', message: `eva does not use ${file}: other users can write to it` },
    );
  }
});

test('a trust file of another user is neither read nor extended', (t) => {
  const here = setting(t);
  trustAll(here);
  const file = join(here.dataDir, 'trust.json');
  const stranger = { dataDir: here.dataDir, uid: statSync(file).uid + 1 };
  assert.deepEqual(
    problemOf(() => openTrust(stranger, here.root)),
    { code: 'EVA_TRUST_FILE', variant: 'other_owner', message: `eva does not use ${file}: it belongs to another user` },
  );
  const store = { ...openTrust(userOf(here.dataDir), here.root), user: stranger };
  assert.equal(errorOf(() => recordTrust(store, here.root, here.programs(), now)).code, 'EVA_TRUST_FILE');
});

test('without user ids the owner of a trust file is not checked', (t) => {
  const here = setting(t);
  trustAll(here);
  assert.equal(openTrust({ dataDir: here.dataDir, uid: undefined }, here.root).grants.size, 1);
});

test('a trust file that git tracks is refused: a clone can bring it', (t) => {
  const here = setting(t);
  trustAll(here);
  const home = join(here.dataDir, '..');
  gitIn(home, 'init', '-q');
  assert.equal(here.trusted(), true, 'a home may be a repository');
  gitIn(home, 'add', '-f', 'eva/trust.json');
  assert.equal(problemOf(() => here.trusted()).variant, 'tracked');
});

test('a trust file of a submodule, and one behind a link into a clone, are refused', (t) => {
  const here = setting(t);
  trustAll(here);
  const inner = tempLibrary(t, {});
  cpSync(here.dataDir, join(inner, 'eva'), { recursive: true });
  gitIn(inner, 'init', '-q');
  gitIn(inner, 'add', '-A');
  gitIn(inner, 'commit', '-qm', 'planted');
  const outer = tempLibrary(t, {});
  gitIn(outer, 'init', '-q');
  gitIn(outer, 'submodule', 'add', '-q', inner, '.share');
  chmodSync(join(outer, '.share/eva/trust.json'), 0o600);
  symlinkSync('.share', join(outer, 'linked'));
  for (const folder of ['.share', 'linked'])
    assert.equal(problemOf(() => openTrust(userOf(join(outer, folder, 'eva')), here.root)).variant, 'tracked', folder);
});
