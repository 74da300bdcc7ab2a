// What eva costs to start, beside the floor that the same machine sets in the same minute: node running an empty module file.
// Whole processes, in turns.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { eva, library } from './harness/library.js';
import { cpuOf } from './harness/measured.js';
import { inRounds } from './harness/rounds.js';
import { inScratch } from './harness/scratch.js';

const prompts = fileURLToPath(new URL('../prompts', import.meta.url));
const floor = 'node, an empty module';

/** The arguments of node for each subject, and how much CPU it may take as a multiple of the floor's. */
const subjects = {
  'eva --version': { args: [eva, '--version'], most: 2 },
  'eva --help': { args: [eva, '--help'], most: 2 },
  'eva eval commit-message --replay': { args: [eva, 'eval', 'commit-message', '--replay'], most: 9 },
  'eva doctor': { args: [eva, 'doctor'], most: 17 },
  "import 'eva-harness'": { args: ['importing.mjs'], most: 3 },
};

/** CPU of each subject over `rounds` rounds, and as a ratio to the floor. */
export function startUp({ rounds }) {
  return inScratch(async (dir) => {
    writeFileSync(join(dir, 'empty.mjs'), '');
    writeFileSync(join(dir, 'importing.mjs'), `import ${JSON.stringify(pathToFileURL(library).href)};`);
    cpSync(prompts, join(dir, 'prompts'), { recursive: true });
    const env = { PATH: process.env.PATH, HOME: dir };
    const running = ([name, { args }]) => [name, () => cpuOf(args, { env, cwd: dir })];
    const measurements = await inRounds(rounds, {
      [floor]: () => cpuOf(['empty.mjs'], { env, cwd: dir }),
      ...Object.fromEntries(Object.entries(subjects).map(running)),
    });
    return { name: 'start-up', measurements, figures: figuresOf(measurements) };
  });
}

function figuresOf(measurements) {
  const cpu = (wanted) => measurements.find(({ name }) => name === wanted).median.cpu_ms;
  const ratios = Object.entries(subjects).map(([name, { most }]) => ({
    what: `${name} / ${floor}: CPU`,
    value: cpu(name) / cpu(floor),
    unit: '×',
    most,
  }));
  return [{ what: `${floor}: CPU`, value: cpu(floor), unit: 'ms' }, ...ratios];
}
