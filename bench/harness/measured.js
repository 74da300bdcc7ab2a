import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inScratch } from './scratch.js';

const tellUsage = new URL('tell-usage.js', import.meta.url).href;

/** Runs node with these arguments to the end and says what that took: wall time, CPU of all its threads, highest memory. Throws if it fails. */
export function measured(args, { env = process.env, cwd } = {}) {
  return inScratch(async (dir) => {
    const usage = join(dir, 'usage.json');
    const { wall_ms, out } = await finished(['--import', tellUsage, ...args], {
      env: { ...env, BENCH_USAGE: usage },
      cwd,
    });
    return { wall_ms, ...JSON.parse(readFileSync(usage, 'utf8')), out };
  });
}

/** Runs node with these arguments to the end and returns its CPU, user and system. The shell counts it: nothing is loaded into node. */
export async function cpuOf(args, options) {
  const { err } = await ended(
    'bash',
    ['-c', 'TIMEFORMAT="%3U %3S"; time "$@"', 'bash', process.execPath, ...args],
    options,
  );
  const [user, system] = err.trim().split('\n').at(-1).split(' ').map(Number);
  return { cpu_ms: (user + system) * 1000 };
}

/** Runs node with these arguments to the end: how long that took, and what it printed. Throws if it fails. */
export function finished(args, options) {
  return ended(process.execPath, args, options);
}

function ended(program, args, { env = process.env, cwd } = {}) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err] = [textOf(child.stdout), textOf(child.stderr)];
    let wall_ms;
    child.once('error', reject);
    child.once('exit', () => {
      wall_ms = performance.now() - startedAt;
    });
    child.once('close', (code) => {
      if (code === 0) resolve({ wall_ms, out: out(), err: err() });
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}: ${err() || out()}`));
    });
  });
}

function textOf(stream) {
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
