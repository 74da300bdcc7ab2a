// npm run bench: what eva costs, each figure beside what is promised of it. All of one run are written
// to docs/internals/benchmarks.md as a table. `-- --quick` takes a short look and writes nothing; `-- --only NAME` takes one part.
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { dataSets, distinctCases, libraries, overhead, shards, throughput } from './calls.js';
import { doctorCost } from './doctor-cost.js';
import { printed } from './figures.js';
import { writeSection } from './in-docs.js';
import { resultsSection } from './results-table.js';
import { startUp } from './start-up.js';
import { statisticsCost } from './statistics-cost.js';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});

const whole = {
  'start-up': () => startUp({ rounds: 15 }),
  overhead: () => overhead({ sizes: [1000, 10_000], rounds: 5, largest: 60_000 }),
  'distinct-cases': () => distinctCases({ sizes: [1000, 6000], rounds: 5, latencyMs: 20 }),
  'data-sets': () => dataSets({ sizes: [500, 10_000, 50_000], rounds: 3, latencyMs: 50 }),
  shards: () => shards({ items: 1_000_000, of: 500, replies: 200_000 }),
  throughput: () => throughput({ calls: 2000, latencyMs: 500, rounds: 3 }),
  libraries: () => libraries({ sizes: [30, 300, 3000], rounds: 1, latencyMs: (count) => (count === 300 ? 200 : 1000) }),
  doctor: () => doctorCost({ sizes: [1000, 10_000], rounds: 5 }),
  statistics: statisticsCost,
};

const quick = {
  'start-up': () => startUp({ rounds: 5 }),
  overhead: () => overhead({ sizes: [1000], rounds: 3 }),
  'distinct-cases': () => distinctCases({ sizes: [1000], rounds: 3, latencyMs: 20 }),
  'data-sets': () => dataSets({ sizes: [1000], rounds: 3, latencyMs: 50 }),
  shards: () => shards({ items: 1000, of: 10, replies: 1000 }),
  throughput: () => throughput({ calls: 500, latencyMs: 100, rounds: 1 }),
  libraries: () => libraries({ sizes: [30], rounds: 1, latencyMs: () => 1000 }),
  doctor: () => doctorCost({ sizes: [1000], rounds: 1 }),
  statistics: statisticsCost,
};

const machine = {
  date: new Date().toISOString().slice(0, 10),
  eva: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
  node: process.version,
  cores: cpus().length,
  cpu: cpus()[0]?.model ?? 'unknown',
};

const parts = [];
for (const [name, take] of Object.entries(options.quick ? quick : whole)) {
  if (options.only !== undefined && options.only !== name) continue;
  // Others' load lengthens every wall time, and leaves CPU times nearly as they are.
  const load_before = Number(loadavg()[0].toFixed(2));
  const part = { ...(await take()), load_before };
  console.log(`\n${part.name}, load of the machine before: ${load_before}\n\n${printed(part.figures)}`);
  parts.push(part);
}

if (!options.quick && options.only === undefined)
  writeSection('docs/internals/benchmarks.md', 'benchmarks', resultsSection({ ...machine, parts }));
