import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const script = readFileSync(new URL('../../scripts/test-processes.js', import.meta.url), 'utf8');
const flags = [...script.matchAll(/'(--test(?:-timeout=\d+)?)'/g)].map(([, flag = '']) => flag);

test('npm test ends a test file that never ends, even one that blocks its process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'eva-limit-'));
  const file = join(folder, 'endless.test.mjs');
  writeFileSync(file, "import { test } from 'node:test'; test('endless', () => { for (;;); });\n");
  try {
    const short = flags.map((flag) => flag.replace(/^(--test-timeout)=.*$/, '$1=700'));
    const { code, out } = await nodeWith([...short, file], 20_000);
    assert.deepEqual(flags, ['--test', '--test-timeout=600000']);
    assert.equal(code, 1, out);
    assert.match(out, /timed out after 700ms/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the limit of a process is ten times what the longest took when it was set, 28 s, and at most 10 minutes', () => {
  const limit = Number(/--test-timeout=(\d+)/.exec(script)?.[1]);
  assert.ok(limit >= 280_000 && limit <= 600_000, `${limit} ms`);
});

/** Runs node, and kills it after `mostMs` milliseconds (its code is null then). */
function nodeWith(args: readonly string[], mostMs: number): Promise<{ code: number | null; out: string }> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), mostMs);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, out });
    }),
  );
}
