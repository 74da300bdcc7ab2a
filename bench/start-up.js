// How long eva takes to start, as a ratio to the floor that the same machine sets in the same minute: node running an
// empty module. Medians of interleaved runs, whole processes. Run it with `npm run bench`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = 9;
const dir = mkdtempSync(join(tmpdir(), 'eva-bench-'));
const empty = join(dir, 'empty.mjs');
writeFileSync(empty, '');

const commands = {
  'node, an empty module': [empty],
  'eva --version': ['bin/eva.js', '--version'],
  'eva --help': ['bin/eva.js', '--help'],
  'eva doctor, all prompts': ['bin/eva.js', 'doctor'],
  'eva eval commit-message --replay': ['bin/eva.js', 'eval', 'commit-message', '--replay'],
};

const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, args] of Object.entries(commands)) {
    const startedAt = process.hrtime.bigint();
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
    if (status !== 0) throw new Error(`${name} ended with ${status}`);
    times[name].push(Number(process.hrtime.bigint() - startedAt) / 1e6);
  }
}
rmSync(dir, { recursive: true });

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const floor = median(times['node, an empty module']);
console.log(`median of ${rounds} runs, wall time, node ${process.version}\n`);
for (const [name, values] of Object.entries(times)) {
  const ms = median(values);
  console.log(
    `${name.padEnd(34)} ${ms.toFixed(0).padStart(6)} ms   ${(ms / floor).toFixed(2).padStart(6)} × the floor`,
  );
}
