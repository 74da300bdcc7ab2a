import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { appendAttempt, checkAttemptsLog, readAttempts } from '#store/logs/attempts-log.js';
import { attemptBegin, attemptEnd, attemptRed } from '../../support/attempt-lines.js';
import { errorOf } from '../../support/error-of.js';
import { type FileContent, tempLibrary } from '../../support/temp-library.js';

const appender = fileURLToPath(new URL('../../support/append-attempts.js', import.meta.url));

test('the lines of an attempt are read as they were written, and match their schema', (t) => {
  const root = tempLibrary(t, {});
  const shard = { kind: 'shard', shard: { index: 2, of: 5 } } as const;
  const run = { run_id: '20260110T120000Z-bbbbbb', kind: 'replay', replies: 3 } as const;
  const sources = { asked: 0, runs: [run], more_runs: 0, unnamed: 1, synthetic: 0 };
  const lines = [
    attemptBegin(shard),
    attemptRed(shard),
    attemptEnd({ sources, row: 'a'.repeat(64) }),
    attemptBegin({ shards: ['a', 'b'] }),
  ];
  for (const line of lines) appendAttempt(root, line);
  const { rows, bad } = readAttempts(root);
  assert.deepEqual(
    rows.map(({ value }) => value),
    lines,
  );
  assert.deepEqual(bad, []);
  const hex = { prompt: 'a', cases: 'b', judge: 'c', models: 'd' };
  const evidence = Object.fromEntries(Object.entries(hex).map(([part, digit]) => [part, digit.repeat(64)]));
  const isAttempt = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync('schemas/attempt.schema.json', 'utf8')),
  );
  for (const line of lines) assert.ok(isAttempt(JSON.parse(JSON.stringify({ ...line, evidence }))));
});

test('only a truncated line is lost, and an invalid line is listed with its flaw', (t) => {
  const torn = JSON.stringify(attemptBegin()).slice(0, 80);
  const root = tempLibrary(t, { '.attempts.jsonl': torn });
  appendAttempt(root, attemptEnd());
  const wrong = [
    { ...attemptBegin(), event: 'start' },
    { ...attemptBegin(), try: 0 },
    { ...attemptBegin(), evidence: { prompt: 'x' } },
    { ...attemptBegin(), kind: 'shard' },
    { ...attemptEnd(), cases: { passed: 1, failed: -1, open: 0 } },
    { ...attemptEnd(), red: 'no' },
    { ...attemptEnd(), sources: undefined },
    [],
    null,
  ];
  appendFileSync(join(root, '.attempts.jsonl'), wrong.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { rows, bad } = readAttempts(root);
  assert.deepEqual(rows, [{ line: 2, value: attemptEnd() }]);
  const field = (reason: string) => /"(.*)"/.exec(reason)?.[1];
  assert.deepEqual(
    bad.map(({ line, reason }) => [line, field(reason)]),
    [
      [1, undefined],
      [3, 'event'],
      [4, 'try'],
      [5, 'evidence.cases'],
      [6, 'shard.index'],
      [7, 'cases.failed'],
      [8, 'red'],
      [9, 'sources.asked'],
      [10, 'event'],
      [11, 'event'],
    ],
  );
});

/** Returns the line without the field at this path. */
function without(line: object, path: string): object {
  const copy = structuredClone(line) as Record<string, unknown>;
  const names = path.split('.');
  const holder = names.slice(0, -1).reduce((inner, name) => inner[name] as Record<string, unknown>, copy);
  delete holder[names.at(-1) ?? ''];
  return copy;
}

const run = { run_id: 'r', kind: 'full', replies: 3 } as const;
const sources = { asked: 0, runs: [run], more_runs: 0, unnamed: 1, synthetic: 0 };
const evidenceFields = ['prompt', 'cases', 'judge', 'models'].map((part) => `evidence.${part}`);
const endFields = ['outcome', 'cases.passed', 'cases.failed', 'cases.open', 'red'];
const sourceFields = ['asked', 'runs', 'more_runs', 'unnamed', 'synthetic'].map((part) => `sources.${part}`);
const fields: readonly (readonly [line: object, fields: readonly string[]])[] = [
  [attemptBegin(), ['event', 'run_id', 'id', ...evidenceFields, 'kind', 'ts', 'try']],
  [attemptBegin({ kind: 'shard', shard: { index: 1, of: 2 } }), ['shard.index', 'shard.of']],
  [attemptEnd({ sources }), [...endFields, ...sourceFields]],
];

test('a line without any one of its fields is invalid', (t) => {
  for (const [line, names] of fields) {
    for (const name of names) {
      const root = tempLibrary(t, {
        '.attempts.jsonl': `${JSON.stringify(line)}\n${JSON.stringify(without(line, name))}\n`,
      });
      const { rows, bad } = readAttempts(root);
      const reason = `is not the line of an attempt: "${name}" is missing or wrong`;
      assert.deepEqual([rows.length, bad], [1, [{ line: 2, reason }]]);
    }
  }
});

const odd: readonly (readonly [line: object, field: string])[] = [
  [{ ...attemptBegin(), shard: { index: 0, of: 2 } }, 'shard.index'],
  [{ ...attemptBegin(), shards: ['a', 1] }, 'shards'],
  [{ ...attemptBegin(), shards: 'a' }, 'shards'],
  [{ ...attemptBegin(), try: 1.5 }, 'try'],
  [{ ...attemptEnd(), row: 7 }, 'row'],
  ...Object.keys(run).map(
    (name) => [{ ...attemptEnd(), sources: { ...sources, runs: [without(run, name)] } }, 'sources.runs'] as const,
  ),
];

test('a line with an impossible value is invalid', (t) => {
  for (const [line, field] of odd) {
    const root = tempLibrary(t, { '.attempts.jsonl': `${JSON.stringify(line)}\n` });
    const reason = `is not the line of an attempt: "${field}" is missing or wrong`;
    assert.deepEqual(readAttempts(root), { rows: [], bad: [{ line: 1, reason }] });
  }
});

test('four processes that begin and end 100 runs each lose, join and mix no line', async (t) => {
  const root = tempLibrary(t, {});
  const writers = ['a', 'b', 'c', 'd'];
  await Promise.all(writers.map((writer) => promisify(execFile)(process.execPath, [appender, root, writer, '100'])));
  const { rows, bad } = readAttempts(root);
  assert.deepEqual(bad, []);
  for (const writer of writers) {
    const own = rows.filter(({ value }) => value.run_id.startsWith(`${writer}-`));
    assert.deepEqual(
      own.map(({ value }) => `${value.event} ${value.run_id}`),
      Array.from({ length: 100 }, (_, n) => [`begin ${writer}-${n}`, `end ${writer}-${n}`]).flat(),
    );
  }
});

test('git merges two branches with new attempts without a conflict', (t) => {
  const root = tempLibrary(t, { '.gitattributes': readFileSync('.gitattributes', 'utf8') });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=eva', '-c', 'user.email=eva@example.org', ...args], {
      cwd: root,
      stdio: 'pipe',
    });
  const commit = (run_id: string) => {
    appendAttempt(root, attemptBegin({ run_id }));
    git('add', '-A');
    git('commit', '-qm', run_id);
  };
  git('init', '-qb', 'one');
  commit('base');
  git('checkout', '-qb', 'two');
  commit('on-two');
  git('checkout', '-q', 'one');
  commit('on-one');
  git('merge', '-q', 'two');
  const runs = readAttempts(root).rows.map(({ value }) => value.run_id);
  assert.deepEqual([runs[0], new Set(runs)], ['base', new Set(['base', 'on-one', 'on-two'])]);
});

test('a log that cannot be appended to is reported before a run, and the check changes nothing', (t) => {
  const code = (content: FileContent) =>
    errorOf(() => checkAttemptsLog(tempLibrary(t, { '.attempts.jsonl': content }))).code;
  assert.equal(code({ link: '/dev/null' }), 'EVA_ODD_FILE');
  assert.equal(code({ directory: true }), 'EVA_DISK');
  const root = tempLibrary(t, {});
  checkAttemptsLog(root);
  assert.equal(existsSync(join(root, '.attempts.jsonl')), false);
});

test('a log of more than a million lines is refused', (t) => {
  const root = tempLibrary(t, {});
  writeFileSync(join(root, '.attempts.jsonl'), '{}\n'.repeat(1_000_001));
  assert.equal(errorOf(() => readAttempts(root)).code, 'EVA_LOG_TOO_LARGE');
});
