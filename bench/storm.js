// npm run bench:storm: 2,000 calls through a server of which more than half the requests go wrong: 30 % 429, 10 % 529, 5 % 500,
// 5 % reset, 2 % hang, 2 % truncated. All trials must finish, each counted once, with at most 1.1 times the requests that these
// faults make necessary. Writes bench/results/storm.json.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { table } from './in-docs.js';
import { oneStorm } from './storm/one-storm.js';

const { values: options } = parseArgs({
  options: { seeds: { type: 'string', default: '5' }, calls: { type: 'string', default: '2000' } },
});
const calls = Number(options.calls);

const storms = [];
for (let seed = 1; seed <= Number(options.seeds); seed++) {
  const storm = await oneStorm({ calls, seed: `storm ${seed}`, concurrency: 50, latencyMs: 10 });
  for (const problem of storm.problems) console.log(`${storm.seed}: ${problem}`);
  storms.push(storm);
}
const rows = storms.map((storm) => [
  storm.seed,
  `${storm.finished} of ${storm.calls}`,
  storm.requests,
  storm.ratio.toFixed(3),
  `${storm.wall_s} s`,
]);
console.log(table(['storm', 'finished', 'requests', 'requests / needed', 'wall time'], rows));
if (calls === 2000)
  writeFileSync('bench/results/storm.json', `${JSON.stringify({ node: process.version, storms }, null, 2)}\n`);
if (storms.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
