// How long eva takes to start, beside the floor that the same machine sets in the same minute: node running an empty module
// file. Whole processes, in turns.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eva } from './harness/library.js';
import { finished } from './harness/measured.js';
import { inRounds } from './harness/rounds.js';
import { inScratch } from './harness/scratch.js';

const prompts = fileURLToPath(new URL('../prompts', import.meta.url));
const floor = 'node, an empty module';
const commands = ['--version', '--help', 'doctor', 'eval commit-message --replay'];

/** Wall time of each command over `rounds` rounds, and as a ratio to the floor. */
export function startUp({ rounds }) {
  return inScratch(async (dir) => {
    const empty = join(dir, 'empty.mjs');
    writeFileSync(empty, '');
    cpSync(prompts, join(dir, 'prompts'), { recursive: true });
    const env = { PATH: process.env.PATH, HOME: dir };
    const running = (command) => [command, () => finished([eva, ...command.split(' ')], { env, cwd: dir })];
    const measurements = await inRounds(rounds, {
      [floor]: () => finished([empty], { env, cwd: dir }),
      ...Object.fromEntries(commands.map(running)),
    });
    return { name: 'start-up', measurements, figures: figuresOf(measurements) };
  });
}

const promised = { '--version': 1.25, '--help': 1.6 };

function figuresOf(measurements) {
  const wallOf = (name) => measurements.find((one) => one.name === name).median.wall_ms;
  const ratios = measurements
    .filter(({ name }) => name !== floor)
    .map(({ name }) => ({
      what: `eva ${name} / ${floor}: wall time`,
      value: wallOf(name) / wallOf(floor),
      unit: '×',
      ...(Object.hasOwn(promised, name) && { most: promised[name] }),
    }));
  return [{ what: `${floor}: wall time`, value: wallOf(floor), unit: 'ms' }, ...ratios];
}
