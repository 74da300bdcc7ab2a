import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launcher } from '../../support/tested-package.js';
import { hostileJobs, type Job } from './jobs.js';

const recordPeak = fileURLToPath(new URL('../../support/record-peak.js', import.meta.url));

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'eva-sizes-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
  /** Seconds of the processor, which other programs do not lengthen. */
  readonly seconds: number;
  readonly megabytes: number;
}

/** Imports a configuration in a process of its own. */
function measured({ dir, into }: Pick<Job, 'dir' | 'into'>): Ended {
  const peak = join(dirname(into), 'peak.txt');
  const time = join(dirname(into), 'time.mjs');
  writeFileSync(
    time,
    "import { writeFileSync } from 'node:fs'; process.once('exit', () => { const { user, system } = process.cpuUsage(); writeFileSync(process.env.PEAK_FILE + '.cpu', String((user + system) / 1e6)); });",
  );
  const words = ['--import', recordPeak, '--import', time, launcher, 'import', 'promptfoo', dir, '--into', into];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: dirname(dir),
    env: { PATH: process.env['PATH'], HOME: dirname(dir), PEAK_FILE: peak },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const [megabytes, seconds] = [peak, `${peak}.cpu`].map((file) => Number(readFileSync(file, 'utf8')));
  return { status, output: `${stdout}${stderr}`, seconds: seconds ?? 0, megabytes: megabytes ?? 0 };
}

test('files of 20 to 100 MB are refused in a few seconds and little memory', (t) => {
  const jobs = hostileJobs(temporaryFolder(t), true);
  assert.ok(jobs.length >= 4);
  for (const job of jobs) {
    const { status, output, seconds, megabytes } = measured(job);
    assert.equal(status, 2, `${job.name}: ${output}`);
    assert.match(output, /too large|larger than|never (?:closed|ends)/, job.name);
    assert.ok(seconds < 60 && megabytes < 400, `${job.name}: ${seconds} s, ${megabytes} MB`);
    assert.equal(existsSync(job.into), false, job.name);
  }
});

const model = 'anthropic:messages:claude-opus-4-7';
const values = (count: number) => Array.from({ length: count }, (_, number) => `v${number}`);
const checks = (count: number, type: string) => values(count).map((value) => ({ type, value }));

/** Configurations that are large, each with the exit code. */
const large: Readonly<Record<string, readonly [files: () => Readonly<Record<string, unknown>>, status: number]>> = {
  '20,000 rows with ten checks each': [
    () => {
      const head = `x,${values(10)
        .map((_, at) => `__expected${at + 1}`)
        .join(',')}`;
      const rows = values(20_000).map(
        (x) => `${x},${checks(10, 'contains').map(({ type, value }) => `${type}: ${value}${x}`)}`,
      );
      return { tests: 'file://rows.csv', 'rows.csv': [head, ...rows, ''].join('\n') };
    },
    0,
  ],
  '20,000 tests with ten checks each, which no eval.yml can hold': [
    () => ({
      tests: 'file://tests.json',
      'tests.json': JSON.stringify(
        values(20_000).map((x) => ({
          vars: { x },
          assert: [...checks(9, 'contains'), { type: 'equals', value: x }].reverse(),
        })),
      ),
    }),
    2,
  ],
  '2,000 tests with three checks each that are left out': [
    () => ({ tests: values(2000).map((x) => ({ vars: { x }, assert: checks(3, 'is-sql') })) }),
    1,
  ],
  '100,000 variables in one test': [
    () => ({
      tests: 'file://tests.json',
      'tests.json': JSON.stringify([
        { vars: Object.fromEntries(['x', ...values(100_000)].map((name) => [name, 'a'])) },
      ]),
    }),
    0,
  ],
  'three lists of 200 values, which make eight million tests': [
    () => ({ tests: [{ vars: { x: values(200), y: values(200), z: values(200) } }] }),
    2,
  ],
  'a scenario of 1,000 data and 1,000 tests': [
    () => ({
      scenarios: [
        { config: values(1000).map((x) => ({ vars: { x } })), tests: values(1000).map((y) => ({ vars: { y } })) },
      ],
    }),
    2,
  ],
  '100,000 keys that eva does not know': [() => Object.fromEntries(values(100_000).map((key) => [key, 1])), 0],
  'a template of 900 KB': [() => ({ prompts: ['file://p.txt'], 'p.txt': 'Say {{x}} and '.repeat(65_000) }), 0],
  'templates that only begin': [
    () => ({
      prompts: ['a', 'b', 'c', 'd', 'e'].map((name) => `file://${name}.txt`),
      'a.txt': '{{ x | '.repeat(100_000),
      'b.txt': `{{ x${'[0]'.repeat(200_000)} }}`,
      'c.txt': `{{ ${'('.repeat(400_000)} }}`,
      'd.txt': `{{ x${' | upper'.repeat(100_000)} }}`,
      'e.txt': `{{ "${'\\"'.repeat(300_000)} }}`,
    }),
    2,
  ],
  'code that is searched for words': [
    () => ({
      tests: [
        '{'.repeat(100_000),
        '/*'.repeat(90_000),
        `new Date${' '.repeat(100_000)}x`,
        `context${' '.repeat(100_000)}x`,
      ].map((value) => ({
        vars: { x: 'a' },
        assert: [
          { type: 'javascript', value },
          { type: 'python', value },
        ],
      })),
    }),
    1,
  ],
};

for (const [name, [files, status]] of Object.entries(large)) {
  test(`${name}: bounded time and memory`, (t) => {
    const folder = temporaryFolder(t);
    const made = Object.entries(files());
    const own = made.filter(([key]) => !/\.\w+$/.test(key));
    const config = {
      providers: [model],
      prompts: ['Say {{x}}'],
      tests: [{ vars: { x: 'a' } }],
      ...Object.fromEntries(own),
    };
    writeFileSync(join(folder, 'promptfooconfig.json'), JSON.stringify(config));
    for (const [file, text] of made) if (/\.\w+$/.test(file)) writeFileSync(join(folder, file), String(text));
    const ended = measured({ dir: folder, into: join(folder, 'into') });
    assert.equal(ended.status, status, ended.output.slice(0, 2000));
    assert.doesNotMatch(ended.output.slice(-2000), /EVA_INTERNAL/);
    assert.ok(ended.seconds < 600 && ended.megabytes < 1200, `${ended.seconds} s, ${ended.megabytes} MB`);
    t.diagnostic(`${ended.seconds.toFixed(1)} s, ${Math.round(ended.megabytes)} MB`);
  });
}
