import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { unsafe } from '#report/text/visible.js';
import { wrongValuesCount } from '../../import/hostile/wrong-values.js';
import { runEva } from '../../support/run-eva.js';
import { fixtureJobs, hostileJobs, type Job, type JobResult } from './jobs.js';
import { spawnImports } from './spawn-imports.js';

const temporary = mkdtempSync(join(tmpdir(), 'eva-hostile-'));
after(() => rmSync(temporary, { recursive: true, force: true }));

/** Secrets of the environment in which all imports run. */
const secrets = {
  OPENAI_API_KEY: 'sk-test-secret-4711',
  ANTHROPIC_API_KEY: 'sk-ant-test-secret-4712',
  AZURE_OPENAI_API_KEY: 'test-secret-4713',
  PASSWORD: 'test-secret-4714',
  PROMPTFOO_CONFIG_DIR: '/test-secret-4715',
};

const hostile = hostileJobs(temporary);
const jobs = [...fixtureJobs(temporary), ...hostile];
const filesBefore = new Map(jobs.map((job) => [job.name, namesAround(job)]));
const results = spawnImports(temporary, jobs, { env: secrets });

function resultOf({ name }: Job): JobResult {
  const result = results[name];
  assert.ok(result, name);
  return result;
}

/** The names of everything in the folder that holds a configuration and its result. */
function namesAround({ dir, into }: Job): readonly string[] {
  const names = readdirSync(dirname(dir), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.split('/')[0] !== basename(into)).sort();
}

/** The texts of all files below a folder; none if it does not exist. */
function textsIn(dir: string): readonly string[] {
  if (!existsSync(dir)) return [];
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name));
  return paths.filter((path) => lstatSync(path).isFile()).map((path) => readFileSync(path, 'latin1'));
}

interface Facts {
  readonly outcome: 'full' | 'mostly' | 'not';
  readonly assertions: { readonly found: number; readonly carried: number };
  readonly left_out: readonly Listed[];
  readonly blocked_by: readonly Listed[];
}
interface Listed {
  readonly kind: string;
  readonly what: string;
  readonly reason: string;
}

/** The facts of `--json`: of each configuration, or none if the command was refused as a whole. */
function factsOf(job: Job): readonly Facts[] {
  const { json } = resultOf(job);
  return json === '' ? [] : JSON.parse(json).configs;
}

test('each import ends by itself, soon, with the exit code of what it found, and without an error of its own', () => {
  for (const job of jobs) {
    const { exitCode, text, milliseconds } = resultOf(job);
    assert.ok([0, 1, 2].includes(exitCode), `${job.name}: ${exitCode}\n${text}`);
    assert.doesNotMatch(text, /EVA_INTERNAL|\n\s+at |TypeError|RangeError|undefined|\[object /, job.name);
    assert.ok(text.trim().length > 0 && milliseconds < 60_000, `${job.name}: ${milliseconds} ms`);
  }
});

test('the exit code is that of the outcome, and --json is one document of it', () => {
  for (const job of jobs) {
    const facts = factsOf(job);
    const codes = { full: 0, mostly: 1, not: 2 };
    const worst = facts.length === 0 ? 2 : Math.max(...facts.map(({ outcome }) => codes[outcome]));
    assert.equal(resultOf(job).exitCode, worst, job.name);
    if (job.outcome) assert.equal(worst, codes[job.outcome], job.name);
  }
});

test('nothing is lost: each assertion is carried or listed, and what is not imported says why', () => {
  for (const job of jobs) {
    for (const { outcome, assertions, left_out, blocked_by } of factsOf(job)) {
      if (outcome === 'not') assert.ok(blocked_by.length > 0, job.name);
      else {
        const listed = left_out.filter(({ kind }) => kind === 'assertion').length;
        assert.equal(assertions.found - assertions.carried, listed, job.name);
      }
      for (const { what, reason } of [...left_out, ...blocked_by]) {
        assert.ok(
          what !== '' && reason !== '' && !/undefined|\[object|NaN/.test(reason),
          `${job.name}: ${what}: ${reason}`,
        );
      }
    }
    for (const text of job.listed ?? []) assert.ok(resultOf(job).text.includes(text), `${job.name}: ${text}`);
  }
});

test('all assertions with values of wrong types are found', () => {
  const job = hostile.find(({ name }) => name.startsWith('values of the wrong type'));
  assert.ok(job);
  assert.equal(factsOf(job)[0]?.assertions.found, wrongValuesCount);
});

test('nothing is written outside of --into, and nothing at all of what is not imported', () => {
  for (const job of jobs) {
    assert.deepEqual(namesAround(job), filesBefore.get(job.name), job.name);
    assert.equal(existsSync(job.into), resultOf(job).exitCode !== 2, job.name);
    assert.ok(!existsSync(`${job.into}-dry`), job.name);
  }
});

test('a name that a configuration makes up is no path: every file is a regular one below prompts/ID', () => {
  for (const { name, into } of jobs.filter((job) => existsSync(job.into))) {
    for (const entry of readdirSync(into, { recursive: true, withFileTypes: true })) {
      assert.ok(entry.isFile() || entry.isDirectory(), `${name}: ${entry.name}`);
      assert.match(entry.name, /^[^.\p{Cc}\p{Cf}][^\p{Cc}\p{Cf}]{0,150}$/u, name);
    }
    for (const id of readdirSync(join(into, 'prompts'))) assert.match(id, /^[a-z0-9]+(?:-[a-z0-9]+)*$/, name);
  }
});

test('the output steers no terminal and no CI', () => {
  for (const job of jobs) {
    const { text, json } = resultOf(job);
    for (const line of `${text}${json}`.split('\n')) {
      assert.doesNotMatch(line, unsafe, `${job.name}: ${JSON.stringify(line)}`);
    }
  }
});

test('no text of a file that may not be read is in any output or file, nor one that is a secret', () => {
  for (const job of jobs) {
    const { text, json } = resultOf(job);
    const all = [text, json, ...textsIn(job.into)].join('\n');
    for (const secret of [...(job.never ?? []), ...Object.values(secrets), 'test-secret']) {
      assert.ok(!all.includes(secret), `${job.name} shows ${secret}`);
    }
  }
});

test('what is written passes doctor', async () => {
  for (const { name, into } of jobs.filter((job) => existsSync(job.into))) {
    const { exitCode, stdout } = await runEva(['doctor'], { cwd: into });
    assert.equal(exitCode, 0, `${name}: ${stdout}`);
  }
});

test('IMPORT.md and eval.yml hold no character that could hide or reorder a text', () => {
  const names = ['IMPORT.md', 'eval.yml', 'eva.yml', 'checks.mjs'];
  for (const { name, into } of jobs.filter((job) => existsSync(job.into))) {
    const files = readdirSync(into, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((one) => names.includes(basename(one)))) {
      const text = readFileSync(join(into, file), 'utf8').replace(/[\n\t]/g, ' ');
      const hidden = file.endsWith('IMPORT.md') ? unsafe : /[\p{Cc}\p{Zl}\p{Zp}]/u;
      assert.doesNotMatch(text, hidden, `${name}: ${file}`);
    }
  }
});

test('nothing that a configuration names is executed', () => {
  const names = readdirSync(temporary, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    names.filter((name) => basename(name) === 'executed'),
    [],
  );
});
