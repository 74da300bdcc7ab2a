// What `eva doctor` costs on libraries of 1,000 and 10,000 prompts: CPU time of the whole process (user and system, every
// thread) a prompt, wall time and peak memory, medians of interleaved runs. `--json` prints data, `--rounds N` and `--counts N,M` choose.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeLibrary } from './doctor/library.js';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    counts: { type: 'string', default: '1000,10000' },
  },
});
const rounds = Number(options.rounds);
const counts = options.counts.split(',').map(Number);

const dir = mkdtempSync(join(tmpdir(), 'eva-bench-'));
// Loaded before eva: what a process has used is known to nobody else when it ends.
const meter = join(dir, 'meter.mjs');
writeFileSync(
  meter,
  `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.EVA_BENCH_METER, JSON.stringify(process.resourceUsage())));
`,
);

try {
  const figures = measure(counts.map(newLibrary));
  console.log(options.json ? JSON.stringify({ node: process.version, rounds, figures }, null, 2) : asText(figures));
} finally {
  rmSync(dir, { recursive: true });
}

function newLibrary(count) {
  const root = mkdtempSync(join(dir, `${count}-`));
  writeLibrary(root, count);
  return { count, root };
}

function measure(libraries) {
  const runs = new Map(libraries.map((library) => [library, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [library, own] of runs) own.push(runDoctor(library.root));
  }
  return libraries.map((library) => {
    const own = runs.get(library);
    const cpu_ms = median(own.map((run) => run.cpu_ms));
    return {
      prompts: library.count,
      cpu_ms,
      cpu_ms_per_prompt: cpu_ms / library.count,
      wall_ms: median(own.map((run) => run.wall_ms)),
      peak_mb: median(own.map((run) => run.peak_mb)),
    };
  });
}

function runDoctor(root) {
  const report = join(dir, 'meter.json');
  const args = ['--import', meter, 'bin/eva.js', 'doctor', '--root', root];
  const startedAt = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, EVA_BENCH_METER: report, XDG_DATA_HOME: dir },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const wall_ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
  // The libraries hold problems, so doctor ends with 1.
  if (status !== 1) throw new Error(`eva doctor ended with ${status}: ${stderr}`);
  const used = JSON.parse(readFileSync(report, 'utf8'));
  return { wall_ms, cpu_ms: (used.userCPUTime + used.systemCPUTime) / 1000, peak_mb: used.maxRSS / 1024 };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function asText(figures) {
  const lines = figures.map(
    ({ prompts, cpu_ms, cpu_ms_per_prompt, wall_ms, peak_mb }) =>
      `${String(prompts).padStart(7)}   ${cpu_ms_per_prompt.toFixed(2).padStart(6)} ms CPU a prompt   ` +
      `${(cpu_ms / 1000).toFixed(1).padStart(6)} s CPU   ${(wall_ms / 1000).toFixed(1).padStart(6)} s   ${peak_mb.toFixed(0).padStart(5)} MB`,
  );
  return `eva doctor, median of ${rounds} runs, node ${process.version}\n\n${lines.join('\n')}`;
}
