import { fileURLToPath } from 'node:url';
import { finished } from './harness/measured.js';

const doctor = fileURLToPath(new URL('doctor.js', import.meta.url));
const repository = fileURLToPath(new URL('..', import.meta.url));

/** CPU that `eva doctor` takes a prompt, in libraries of these sizes. */
export async function doctorCost({ sizes, rounds }) {
  const args = [doctor, '--json', '--rounds', String(rounds), '--counts', sizes.join()];
  const { out } = await finished(args, { cwd: repository });
  const { figures } = JSON.parse(out);
  const measurements = figures.map(({ prompts, ...taken }) => ({
    name: `eva doctor, ${prompts} prompts`,
    median: taken,
  }));
  return { name: 'doctor', measurements, figures: figures.flatMap(figuresOf) };
}

function figuresOf({ prompts, cpu_ms_per_prompt, peak_mb }) {
  return [
    {
      what: `eva doctor, ${prompts} prompts: CPU a prompt`,
      value: cpu_ms_per_prompt,
      unit: 'ms',
      ...(prompts === 10_000 && { most: 4 }),
    },
    { what: `eva doctor, ${prompts} prompts: highest memory`, value: peak_mb, unit: 'MB' },
  ];
}
